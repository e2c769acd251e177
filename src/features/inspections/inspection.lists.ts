import { ofTimes } from '../../database/where.js';
import { connectionOf } from '../../graphql/connection.js';
import { filtered, ordered } from '../../graphql/edges.js';
import { ofDaysThere } from '../apiaries/apiary-days.queries.js';
import { Answer } from './answer.entity.js';
import { Inspection, InspectionStatus, SHOWN_INSPECTIONS } from './inspection.entity.js';
import { InspectionFilter } from './inspections.inputs.js';

/** The latest revisions, newest inspection first. */
export const inspectionList = filtered(
  connectionOf(Inspection, 'Inspection'),
  InspectionFilter,
  ({ from, to, statuses, visitId, since, before, status }) => ({
    current: true,
    visitId: visitId ?? undefined,
    occurredAt: ofTimes(since, before),
    $written: ofDaysThere('occurred_at', from, to),
    status: status ?? statuses ?? SHOWN_INSPECTIONS,
  }),
  { occurredAt: 'desc' },
);

/** Those of the latest revisions of completed inspections, newest inspection first. */
export const answerList = ordered(
  connectionOf(Answer, 'Answer'),
  { answeredAt: 'desc', position: 'asc' },
  { inspection: { current: true, status: InspectionStatus.COMPLETED } },
);
