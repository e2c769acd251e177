// Changes records to what rows say, with the commands behind the mutations: what a record was is kept as an earlier revision, or in the change log.
// What a row does not say stays.
import { runStatement } from '../../../database/pool.js';
import { flushChanges } from '../../../database/unit-of-work.js';
import { toMessage } from '../../../messages/message.js';
import { HarvestStatus } from '../../harvests/harvest-status.enums.js';
import * as harvests from '../../harvests/harvests.commands.js';
import { amendInspection } from '../../inspections/inspections.commands.js';
import { updateItem } from '../../inventory/inventory.commands.js';
import { Queen } from '../../queens/queen.entity.js';
import { correctTreatment } from '../../treatments/treatments.commands.js';
import type { RowResult } from '../import-source.types.js';
import type { PlacedRow } from './existing.queries.js';
import { type SheetRow, unitOf } from './interpret.js';
import { isUpdated, type UpdatedKind } from './kinds.js';
import { matchAnswers } from './match-answers.js';
import * as inputs from './row-inputs.js';
import { RowRefusal } from './row-refusal.js';
import { skipped } from './row-results.js';
import type { Piece } from './write-rows.js';

/** @param ids of the records of the same hive and day, or of the same name @throws RowRefusal, and as the commands */
export async function updateRow(
  piece: Piece,
  { row, ...place }: PlacedRow,
  [id, ...others]: readonly string[],
): Promise<RowResult> {
  if (!isUpdated(row.kind)) return skipped(row);
  if (others.length > 0) throw new RowRefusal(undefined, SEVERAL_RECORDS);
  await UPDATERS[row.kind](piece, row, { id: id!, ...place });
  await flushChanges(piece.context);
  return { n: row.n, status: 'UPDATED', records: [] };
}
export const SEVERAL_RECORDS = 'There are several records of it: change the right one in the app';

type Stated<T> = { [K in keyof T]?: NonNullable<T[K]> };
/** What the row says of an input: what this service adds for a new record is no change of an old one. */
function statedOf<T extends object>(row: SheetRow, input: T, further: readonly (keyof T)[] = []): Stated<T> {
  const isStated = (name: string): boolean => row.values[inputs.fieldOfInput(row.kind, name)] !== undefined;
  const fields = Object.entries(input).filter(
    ([name, value]) => value !== undefined && (isStated(name) || further.includes(name as keyof T)),
  );
  return Object.fromEntries(fields) as Stated<T>;
}

interface Target extends Omit<PlacedRow, 'row'> {
  id: string;
}
type Updater = (piece: Piece, row: SheetRow, target: Target) => Promise<unknown>;
const UPDATERS: Readonly<Record<UpdatedKind, Updater>> = {
  INSPECTIONS({ context, questions, times }, row, { id, apiaryId, hiveId }) {
    const { answers, extra } = matchAnswers(questions.of(apiaryId), row);
    const given = { occurredAt: times.get(row.n)!, answers, extra, keepsState: false };
    const { notes } = inputs.inspectionInput(row, hiveId!, given);
    return amendInspection(context, id, { answers, ...(notes && { notes }), reason: reasonIn(context) });
  },
  TREATMENTS({ context }, row, { id, hiveId }) {
    const { beehiveIds: _, ...input } = inputs.treatmentInput(row, hiveId!);
    const stated = statedOf(row, input, ['finalResult', 'withdrawalDays']);
    return correctTreatment(context, id, { ...stated, reason: reasonIn(context) });
  },
  async HARVESTS({ context }, row, { id, apiaryId, hiveId }) {
    const { sources: given, honeyKind, notes } = inputs.harvestInput(row, apiaryId, hiveId!);
    const [before, ...others] = await runStatement<Taken>(context, { text: SOURCES, values: [id] });
    if (others.length > 0) throw new RowRefusal('hive', 'The harvest is of several hives: change it in the app');
    const sources = [{ ...given[0]!, ...(row.values.frames === undefined && { frames: before!.frames }) }];
    if (row.values.honey === undefined && before!.grams !== null) sources[0]!.grams = before!.grams;
    const changes = { sources, ...(honeyKind && { honeyKind }), ...(notes && { notes }) };
    return before!.status === HarvestStatus.DRAFT
      ? harvests.updateDraft(context, id, changes)
      : harvests.amendHarvest(context, id, { ...changes, reason: reasonIn(context) });
  },
  QUEENS({ context }, row, { id, apiaryId }) {
    const { apiaryId: _, install: __, ...input } = inputs.queenInput(row, apiaryId, undefined);
    const marked = row.values.queenColor === undefined ? [] : (['isMarked'] as const);
    return context.access.update(Queen, id, statedOf(row, input, ['notes', ...marked]));
  },
  INVENTORY({ context }, row, { id, apiaryId }) {
    const { apiaryId: _, ...input } = inputs.itemInput(row, apiaryId, '-');
    const counted = unitOf(row, 'quantity') === undefined ? [] : (['unit'] as const);
    return updateItem(context, id, statedOf(row, input, ['description', ...counted]));
  },
};

type Taken = { status: HarvestStatus; frames: number; grams: number | null };
const SOURCES = `select h.status, s.frames, s.grams from harvests h join harvest_sources s on s.harvest_id = h.id where h.id = $1`;
const reasonIn = ({ viewer }: Piece['context']): string => toMessage('Changed by an import').in(viewer.language);
