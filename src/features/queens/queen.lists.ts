import type { SelectedList } from '../../database/statement.js';
import type { Columns } from '../../graphql/columns.js';
import { connectionOf } from '../../graphql/connection.js';
import { ordered } from '../../graphql/edges.js';
import { readPageArgs } from '../../graphql/page-args.js';
import { Queen } from './queen.entity.js';
import { QueenReign } from './queen-reign.entity.js';
import { QueensArgs } from './queens.inputs.js';

/** Newest record first. */
export const queenList = {
  page: connectionOf(Queen, 'Queen'),
  args: QueensArgs,
  read: ({ year, ...page }: QueensArgs, fields: Columns<Queen>): SelectedList<Queen> => ({
    ...readPageArgs(page),
    where: { year: year ?? undefined } as object,
    order: { createdAt: 'desc' },
    fields,
  }),
};

/** Newest first. */
export const reignList = ordered(connectionOf(QueenReign, 'QueenReign'), { startedOn: 'desc' });
