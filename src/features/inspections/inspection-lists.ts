import type { SelectedList } from '../../database/statement.js';
import type { Columns } from '../../graphql/columns.js';
import { connectionOf } from '../../graphql/connection.js';
import { readPageArgs } from '../../graphql/page-args.js';
import { Inspection } from './inspection.entity.js';
import { InspectionsArgs } from './inspections.inputs.js';

/** The latest revisions, newest inspection first. */
export const inspectionList = {
  page: connectionOf(Inspection, 'Inspection', 'inspections'),
  args: InspectionsArgs,
  read: ({ from, to, status, ...page }: InspectionsArgs, fields: Columns<Inspection>): SelectedList<Inspection> => ({
    ...readPageArgs(page),
    where: {
      current: true,
      ...((from || to) && { occurredAt: { $gte: from ?? undefined, $lt: to ?? undefined } }),
      ...(status && { status }),
    },
    order: { occurredAt: 'desc' },
    fields,
  }),
};
