import type { ListArgs } from '../../database/statement.js';
import type { Columns } from '../../graphql/columns.js';
import { connectionOf } from '../../graphql/connection.js';
import { readPageArgs } from '../../graphql/page-args.js';
import { Inspection } from './inspection.entity.js';
import type { InspectionsArgs } from './inspections.inputs.js';

export const InspectionConnection = connectionOf(Inspection, 'Inspection', 'inspections');

/** Lists the latest revisions, newest inspection first. */
export function inspectionListArgs(args: InspectionsArgs, fields: Columns<Inspection>): ListArgs<Inspection> {
  const occurredAt = { $gte: args.from ?? undefined, $lt: args.to ?? undefined };
  return {
    ...readPageArgs(args),
    where: {
      current: true,
      ...((args.from || args.to) && { occurredAt }),
      ...(args.status && { status: args.status }),
    } as ListArgs<Inspection>['where'],
    order: { occurredAt: 'desc' },
    fields,
  };
}
