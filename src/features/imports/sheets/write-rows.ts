// Writes rows as the records that they are, with the commands behind the mutations, so that every rule of these holds.
import { roleTo } from '../../../access/policy.js';
import type { Context } from '../../../context.js';
import { flushChanges } from '../../../database/unit-of-work.js';
import { AppError } from '../../../errors.js';
import { createMessage, type Message } from '../../../messages/message.js';
import { Language } from '../../../shared/language.js';
import { Beehive } from '../../beehives/beehive.entity.js';
import { createBeehive } from '../../beehives/beehives.commands.js';
import { recordHarvest } from '../../harvests/harvests.commands.js';
import { recordInspection } from '../../inspections/inspections.commands.js';
import { createItem } from '../../inventory/inventory.commands.js';
import { createQueen } from '../../queens/queens.commands.js';
import { installQueen } from '../../queens/reigns.commands.js';
import { createMiteCount } from '../../treatments/mite-counts.commands.js';
import { recordTreatment } from '../../treatments/treatments.commands.js';
import type { CreatedRecord, ImportInfo, RowResult } from '../import-source.types.js';
import { dayOf, numberOf, problemAt, type SheetRow, textOf } from './interpret.js';
import { matchAnswers, type Questions } from './match-answers.js';
import { type KnownHive, type Places, RowRefusal } from './places.js';
import { rowId } from './row-ids.js';
import * as inputs from './row-inputs.js';
import { done, skipped } from './row-results.js';
import { writeApiary } from './write-apiary.js';

/** What the rows of a piece share. */
export interface Piece {
  context: Context;
  imported: ImportInfo;
  places: Places;
  questions: Questions;
  times: ReadonlyMap<number, Date>;
  /** The first day of each place, by `apiary hive`. */
  firstDays: ReadonlyMap<string, string>;
}

const ENTITIES = {
  APIARIES: 'Apiary',
  HIVES: 'Beehive',
  QUEENS: 'Queen',
  INSPECTIONS: 'Inspection',
  TREATMENTS: 'Treatment',
  MITE_COUNTS: 'MiteCount',
  HARVESTS: 'Harvest',
  INVENTORY: 'InventoryItem',
} as const;

export const entityOf = (row: SheetRow): (typeof ENTITIES)[SheetRow['kind']] => ENTITIES[row.kind];
export const idOf = (context: Context, imported: ImportInfo, { sheet, row, kind }: SheetRow): string =>
  rowId(context, imported, sheet, row, kind);

/** @throws RowRefusal, and as the commands */
export async function writeRow(piece: Piece, row: SheetRow): Promise<RowResult> {
  const { context, places } = piece;
  const name = textOf(row, 'apiary');
  if (name === undefined)
    throw new RowRefusal(undefined, 'There is no apiary: add a column, or choose one for the sheet');
  if (row.kind === 'APIARIES') return writeApiary(context, places, row);
  const records: CreatedRecord[] = [];
  const apiary = await places.apiary(name);
  if (apiary.isNew) records.push({ entity: 'Apiary', id: apiary.id });
  const number = numberOf(row, 'hive');
  const isHive = row.kind === 'HIVES';
  const create = (id: string): Promise<unknown> => {
    const first = piece.firstDays.get(`${name} ${number}`);
    return createBeehive(
      context,
      id,
      isHive ? inputs.hiveInput(row, apiary.id) : inputs.namedHiveInput(row, apiary.id, first),
    );
  };
  const hive =
    number === undefined
      ? undefined
      : await places.hive(apiary.id, number, dayOf(row, 'date') ?? dayOf(row, 'removedOn'), create);
  if (hive?.isNew) records.push({ entity: 'Beehive', id: hive.id });
  if (isHive) return hive!.isNew ? done(row, records) : completeHive(piece, row, apiary.id, hive!);
  const id = idOf(context, piece.imported, row);
  const draft = await WRITERS[row.kind as Written](piece, row, { id, apiaryId: apiary.id, hive });
  await flushChanges(context);
  records.push({ entity: entityOf(row), id });
  return { ...done(row, records), ...(draft && { problem: problemAt(row, undefined, draft) }) };
}

/** A hive that an earlier row of the import only named gets what its own row says, once: nobody has changed it since. */
async function completeHive({ context }: Piece, row: SheetRow, apiaryId: string, hive: KnownHive): Promise<RowResult> {
  if (!hive.isOwn) return skipped(row);
  const beehive = await context.access.forUpdate(Beehive, hive.id, roleTo('update', Beehive));
  if (beehive.version !== 1) return skipped(row);
  const { beehiveNumber, state } = inputs.hiveInput(row, apiaryId);
  context.em.assign(beehive, { beehiveNumber, ...state });
  await flushChanges(context);
  // It is that of the row that has created it.
  return done(row, []);
}

type Written = Exclude<SheetRow['kind'], 'APIARIES' | 'HIVES'>;
interface Target {
  id: string;
  apiaryId: string;
  hive: KnownHive | undefined;
}
type Writer = (piece: Piece, row: SheetRow, target: Target) => Promise<Message | undefined>;

const WRITERS: Readonly<Record<Written, Writer>> = {
  async INSPECTIONS({ context, questions, times }, row, { id, apiaryId, hive }) {
    const occurredAt = times.get(row.n)!;
    const { answers, extra } = matchAnswers(questions.of(apiaryId), row);
    // A hive that was there before has the state of its own day, unless it was inspected since then.
    const keepsState = hive!.isOwn || occurredAt >= hive!.createdAt;
    await recordInspection(
      context,
      id,
      inputs.inspectionInput(row, hive!.id, { occurredAt, answers, extra, keepsState }),
    );
    return undefined;
  },
  async TREATMENTS({ context }, row, { id, hive }) {
    await recordTreatment(context, inputs.treatmentInput(row, hive!.id), [id]);
    return undefined;
  },
  async MITE_COUNTS({ context }, row, { id, hive }) {
    await createMiteCount(context, id, inputs.miteCountInput(row, hive!.id));
    return undefined;
  },
  async QUEENS({ context, imported }, row, { id, apiaryId, hive }) {
    const reignId = rowId(context, imported, 'reign', id);
    const { install, ...input } = inputs.queenInput(row, apiaryId, hive?.id);
    await createQueen(context, id, { ...input, install: install && { ...install, newId: reignId } });
    const [startedOn, endedOn] = [dayOf(row, 'installedOn'), dayOf(row, 'removedOn')];
    if (!hive || !startedOn || !endedOn) return undefined;
    await flushChanges(context);
    await installQueen(context, reignId, { beehiveId: hive.id, queenId: id, startedOn, endedOn });
    return undefined;
  },
  async HARVESTS({ context }, row, { id, apiaryId, hive }) {
    const input = inputs.harvestInput(row, apiaryId, hive!.id);
    try {
      await recordHarvest(context, id, input);
      return undefined;
    } catch (error) {
      const reason = error instanceof AppError ? error.extensions.reason : undefined;
      if (reason !== 'WITHDRAWAL_ACTIVE' && reason !== 'WITHDRAWAL_UNKNOWN') throw error;
      // Whether the honey was for sale, only the keeper knows: the record waits for that decision.
      await recordHarvest(context, id, { ...input, draft: true });
      return createMessage('It is a draft, because the honey may not be for sale: {reason}', { reason });
    }
  },
  async INVENTORY({ context }, row, { id, apiaryId }) {
    await createItem(
      context,
      id,
      inputs.itemInput(row, apiaryId, context.viewer.language === Language.EN ? 'pieces' : 'unidades'),
    );
    return undefined;
  },
};
