import type { Context } from '../../context.js';
import type { Page } from '../../database/page.js';
import type { Selected } from '../../database/row.js';
import type { ListArgs, SelectedList } from '../../database/statement.js';
import { ofDays } from '../../database/where.js';
import { connectionOf } from '../../graphql/connection.js';
import { filtered } from '../../graphql/edges.js';
import { readPageArgs } from '../../graphql/page-args.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { Treatment } from './treatment.entity.js';
import { type RegisterArgs, SHOWN_TREATMENTS, TreatmentFilter } from './treatment-filters.inputs.js';

/** The current revisions, newest treatment first. */
export const treatmentList = filtered(
  connectionOf(Treatment, 'Treatment'),
  TreatmentFilter,
  ({ from, to, statuses }) => ({
    current: true,
    startedOn: ofDays(from, to),
    status: statuses ?? SHOWN_TREATMENTS,
  }),
  { startedOn: 'desc' },
);

/** Lists the current revisions, oldest treatment first, those that were voided included. */
export const registerListArgs = ({ filter, ...page }: RegisterArgs): ListArgs<Treatment, never> => ({
  ...readPageArgs(page),
  where: { current: true, startedOn: ofDays(filter?.from, filter?.to) },
  order: { startedOn: 'asc' },
});

interface Parents {
  beehiveId?: string | null | undefined;
  apiaryId?: string | null | undefined;
}

/**
 * The records of a hive, of an apiary, of a hive while it was in an apiary, or all of the viewer's own, for a root field: several share their
 * statements. A hive may have moved: a member who sees a record may see only one of its hive and its apiary.
 * @throws NOT_FOUND for a hive or an apiary that is missing or that the account may not see
 */
export async function loadTreatments(
  { loaders, own }: Context,
  { beehiveId, apiaryId }: Parents,
  list: SelectedList<Treatment>,
): Promise<Page<Selected<Treatment>>> {
  if (beehiveId == null && apiaryId == null) return own.list(Treatment, list);
  const beehive = beehiveId == null ? undefined : await loaders.idOf(Beehive, beehiveId, 'beehiveId');
  const apiary = apiaryId == null ? undefined : await loaders.idOf(Apiary, apiaryId, 'apiaryId');
  if (beehive === undefined) return loaders.named(Treatment, 'apiary', list).load(apiary!);
  return loaders.named(Treatment, 'beehive', { ...list, where: { ...list.where, apiary } }).load(beehive);
}
