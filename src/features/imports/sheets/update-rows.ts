// Changes records to what rows say, with the commands behind the mutations: what a record was is kept as an earlier revision, or in the change log.
// What a row does not say stays.
import { roleTo } from '../../../access/policy.js';
import { runStatement } from '../../../database/pool.js';
import { flushChanges } from '../../../database/unit-of-work.js';
import { createMessage, toMessage } from '../../../messages/message.js';
import { Beehive } from '../../beehives/beehive.entity.js';
import { BeehiveStateInput } from '../../beehives/beehives.inputs.js';
import { recordWords } from '../../beehives/record-words.rules.js';
import { recordLoss } from '../../colonies/colony.commands.js';
import { RecordLossInput } from '../../colonies/colony.inputs.js';
import { HarvestStatus } from '../../harvests/harvest-status.enums.js';
import * as harvests from '../../harvests/harvests.commands.js';
import { HarvestSourceInput } from '../../harvests/harvests.inputs.js';
import { Inspection } from '../../inspections/inspection.entity.js';
import { storeState } from '../../inspections/inspection-answers.commands.js';
import { amendInspection } from '../../inspections/inspections.commands.js';
import { updateItem } from '../../inventory/inventory.commands.js';
import { Queen } from '../../queens/queen.entity.js';
import { correctTreatment } from '../../treatments/treatments.commands.js';
import type { RowResult } from '../import-source.types.js';
import { findAssumed, placeOn } from './assumed-days.commands.js';
import { type ExistingRecord, isChanged, type PlacedRow } from './existing.queries.js';
import { endOf } from './hive-end.js';
import { isUpdated, type UpdatedKind } from './kinds.js';
import { matchAnswers } from './match-answers.js';
import { CHANGES } from './row-changes.js';
import * as inputs from './row-inputs.js';
import { RowRefusal } from './row-refusal.js';
import { skipped } from './row-results.js';
import { dayOf, type SheetRow } from './row-values.js';
import type { Piece } from './write-rows.js';

/** @param records those of the same hive and day, or of the same name @throws RowRefusal, and as the commands */
export async function updateRow(
  piece: Piece,
  { row, ...place }: PlacedRow,
  [record, ...others]: readonly ExistingRecord[],
): Promise<RowResult> {
  if (!isUpdated(row.kind)) return skipped(row);
  if (others.length > 0) throw new RowRefusal(undefined, SEVERAL_RECORDS);
  const checkedAt = row.checkedAt ?? Number.NaN;
  // Other rows of the import change hives, too.
  const isLater = Date.parse(String(record!.said.updated_at)) > checkedAt;
  if (isLater && (row.kind !== 'HIVES' || (await isChanged(piece.context, piece.imported, record!.id, checkedAt))))
    throw new RowRefusal(undefined, 'It has changed since the file was checked: check it again');
  await UPDATERS[row.kind](piece, row, { ...record!, ...place });
  await flushChanges(piece.context);
  return { n: row.n, status: 'UPDATED', records: [] };
}
export const SEVERAL_RECORDS = 'There are several records of it: change the right one in the app';

type Target = ExistingRecord & Omit<PlacedRow, 'row'>;
type Updater = (piece: Piece, row: SheetRow, target: Target) => Promise<unknown>;
const UPDATERS: Readonly<Record<UpdatedKind, Updater>> = {
  async HIVES({ context, imported }, row, { id, said }) {
    const { endedOn: _, endCause: __, ...state } = CHANGES.HIVES(row, said);
    const beehive = await context.access.forUpdate(Beehive, id, roleTo('update', Beehive));
    const end = endOf(row);
    // What a list says of a hive that has ended is what it was.
    if (beehive.endedOn !== null) throw new RowRefusal('hive', 'The hive has ended: change it in the app');
    context.em.assign(beehive, await recordWords(context, state, beehive.ownerId, beehive));
    await flushChanges(context);
    const placedOn = dayOf(row, 'placedOn');
    if (placedOn && (await findAssumed(context, imported, [id])).has(id)) await placeOn(context, id, placedOn);
    if (end) await recordLoss(context, inputs.make(RecordLossInput, { id, ...end }));
  },
  async INSPECTIONS({ context, imported, questions }, row, { id, said, apiaryId, hiveId }) {
    const { answers, extra } = matchAnswers(questions.of(apiaryId), row);
    const { notes } = CHANGES.INSPECTIONS({ ...row, extra }, said);
    const state = inputs.make(BeehiveStateInput, inputs.stateOf(row));
    const amendment = { answers, ...(notes && { notes }), reason: reasonIn(context) };
    const { occurredAt } = await amendInspection(context, id, amendment);
    const beehive = await context.access.forUpdate(Beehive, hiveId!, roleTo('create', Inspection));
    const isAssumed = (await findAssumed(context, imported, [beehive.id])).has(beehive.id);
    if (isAssumed || occurredAt >= beehive.createdAt) await storeState(context, beehive, state, occurredAt);
    const end = beehive.endedOn === null ? endOf(row) : undefined;
    if (end) await recordLoss(context, inputs.make(RecordLossInput, { id: beehive.id, ...end }));
  },
  TREATMENTS: ({ context }, row, { id, said }) =>
    correctTreatment(context, id, { ...CHANGES.TREATMENTS(row, said), reason: reasonIn(context) }),
  async HARVESTS({ context }, row, { id, said, hiveId }) {
    const { grams, frames, ...details } = CHANGES.HARVESTS(row, said);
    const [before, ...others] = await runStatement<Taken>(context, { text: SOURCES, values: [id] });
    if (others.length > 0) throw new RowRefusal('hive', 'The harvest is of several hives: change it in the app');
    const source = { beehiveId: hiveId!, frames: frames ?? before!.frames, grams: grams ?? before!.grams };
    const changes = { ...details, sources: [inputs.make(HarvestSourceInput, source)] };
    return before!.status === HarvestStatus.DRAFT
      ? harvests.updateDraft(context, id, changes)
      : harvests.amendHarvest(context, id, { ...changes, reason: reasonIn(context) });
  },
  QUEENS: ({ context }, row, { id, said }) => context.access.update(Queen, id, CHANGES.QUEENS(row, said)),
  async INVENTORY({ context }, row, { id, said }) {
    const changes = CHANGES.INVENTORY(row, said);
    const unit = String(said.unit);
    if (changes.unit !== undefined && changes.unit !== unit)
      throw new RowRefusal('unit', createMessage('The stock is counted in another unit: {unit}', { unit }));
    await updateItem(context, id, changes);
  },
};

type Taken = { status: HarvestStatus; frames: number; grams: number | null };
const SOURCES = `select h.status, s.frames, s.grams from harvests h join harvest_sources s on s.harvest_id = h.id where h.id = $1`;
const reasonIn = ({ viewer }: Piece['context']): string => toMessage('Changed by an import').in(viewer.language);
