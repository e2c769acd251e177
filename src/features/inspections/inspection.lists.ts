import type { SelectedList } from '../../database/statement.js';
import { ofTimes } from '../../database/where.js';
import type { Columns } from '../../graphql/columns.js';
import { connectionOf } from '../../graphql/connection.js';
import { ordered } from '../../graphql/edges.js';
import { readPageArgs } from '../../graphql/page-args.js';
import { Answer } from './answer.entity.js';
import { Inspection, InspectionStatus, SHOWN_INSPECTIONS } from './inspection.entity.js';
import { InspectionsArgs } from './inspections.inputs.js';

/** The latest revisions, newest inspection first. */
export const inspectionList = {
  page: connectionOf(Inspection, 'Inspection'),
  args: InspectionsArgs,
  read: ({ from, to, status, ...page }: InspectionsArgs, fields: Columns<Inspection>): SelectedList<Inspection> => ({
    ...readPageArgs(page),
    where: {
      current: true,
      occurredAt: ofTimes(from, to),
      status: status ?? SHOWN_INSPECTIONS,
    },
    order: { occurredAt: 'desc' },
    fields,
  }),
};

/** Those of the latest revisions of completed inspections, newest inspection first. */
export const answerList = ordered(
  connectionOf(Answer, 'Answer'),
  { answeredAt: 'desc', position: 'asc' },
  { inspection: { current: true, status: InspectionStatus.COMPLETED } },
);
