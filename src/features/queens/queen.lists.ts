import { connectionOf } from '../../graphql/connection.js';
import { filtered, ordered } from '../../graphql/edges.js';
import { Queen } from './queen.entity.js';
import { QueenReign } from './queen-reign.entity.js';
import { QueenFilter } from './queens.inputs.js';

/** Newest record first. */
export const queenList = filtered(
  connectionOf(Queen, 'Queen'),
  QueenFilter,
  ({ year }) => ({ year: year ?? undefined }),
  { createdAt: 'desc' },
);

/** Newest first. */
export const reignList = ordered(connectionOf(QueenReign, 'QueenReign'), { startedOn: 'desc' });
