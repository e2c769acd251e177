// Writes rows as the records that they are, with the commands behind the mutations, so that every rule of these holds.
import { roleTo } from '../../../access/policy.js';
import type { Context } from '../../../context.js';
import { flushChanges } from '../../../database/unit-of-work.js';
import { AppError } from '../../../errors.js';
import { createMessage, type Message } from '../../../messages/message.js';
import { Language } from '../../../shared/language.js';
import { Beehive } from '../../beehives/beehive.entity.js';
import { createBeehive } from '../../beehives/beehives.commands.js';
import { recordLoss } from '../../colonies/colony.commands.js';
import { RecordLossInput } from '../../colonies/colony.inputs.js';
import { recordFeeding } from '../../feedings/feedings.commands.js';
import { recordHarvest } from '../../harvests/harvests.commands.js';
import { recordInspection } from '../../inspections/inspections.commands.js';
import { createItem } from '../../inventory/inventory.commands.js';
import { createMeasurement } from '../../measurements/measurements.commands.js';
import { createQueen } from '../../queens/queens.commands.js';
import { installQueen } from '../../queens/reigns.commands.js';
import { createMiteCount } from '../../treatments/mite-counts.commands.js';
import { recordTreatment } from '../../treatments/treatments.commands.js';
import type { CreatedRecord, ImportInfo, RowResult } from '../import-source.types.js';
import { placeOn } from './assumed-days.commands.js';
import { isChanged } from './existing.queries.js';
import { feedingInput } from './feeding-input.js';
import { endOf } from './hive-end.js';
import type { KnownHive } from './hive-of-day.js';
import { entityOf } from './known-rows.queries.js';
import { matchAnswers, type Questions } from './match-answers.js';
import { miteCountInput } from './mite-count-input.js';
import { whenOf } from './placed-rows.js';
import type { Places } from './places.js';
import { rowId } from './row-ids.js';
import * as inputs from './row-inputs.js';
import { RowRefusal } from './row-refusal.js';
import { done, skipped } from './row-results.js';
import { dayOf, hiveOf, problemAt, type SheetRow, textOf } from './row-values.js';
import { treatmentInput } from './treatment-input.js';
import { weightInputs } from './weight-input.js';
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
  /** The id of what a row creates. */
  idOf: (row: SheetRow) => string;
}

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
  const called = hiveOf(row);
  const isHive = row.kind === 'HIVES';
  const create = (id: string, notBefore: string | undefined): Promise<unknown> => {
    const ofRows = piece.firstDays.get(placeKey(row));
    // What rows say of an earlier hive of the name is not of this one.
    const first = ofRows && notBefore && ofRows < notBefore ? notBefore : ofRows;
    return createBeehive(
      context,
      id,
      isHive
        ? inputs.hiveInput(row, apiary.id)
        : row.kind === 'QUEENS' && inputs.describesHives(row)
          ? inputs.hiveInput(row, apiary.id, first)
          : inputs.namedHiveInput(row, apiary.id, first),
    );
  };
  const hive = called === undefined ? undefined : await places.hive(apiary.id, called, whenOf(row), create);
  if (hive?.isNew) records.push({ entity: 'Beehive', id: hive.id });
  if (isHive) {
    if (!hive!.isNew) return completeHive(piece, row, apiary.id, hive!);
    await endHive(piece, row, hive!);
    return done(row, records);
  }
  const id = piece.idOf(row);
  const { draft, parts = [] } = await WRITERS[row.kind as Written](piece, row, { id, apiaryId: apiary.id, hive });
  await flushChanges(context);
  records.push({ entity: entityOf(row), id }, ...parts);
  if (row.kind === 'INSPECTIONS') records.push(...(await endHive(piece, row, hive!)));
  return { ...done(row, records), ...(draft && { problem: problemAt(row, undefined, draft) }) };
}

/** The place of a row, as the rows call it. */
export const placeKey = (row: SheetRow): string => `${textOf(row, 'apiary')} ${hiveOf(row)}`;

/** A hive that is listed as dead, sold or united has ended. @returns what an undo takes back, if the hive stays */
async function endHive(
  { context, places }: Pick<Piece, 'context' | 'places'>,
  row: SheetRow,
  { id, isOwn }: KnownHive,
): Promise<CreatedRecord[]> {
  const end = endOf(row);
  if (!end) return [];
  const { colonyEvent } = await recordLoss(context, inputs.make(RecordLossInput, { id, ...end }));
  await flushChanges(context);
  places.end(id, end.lostOn!);
  return isOwn ? [] : [{ entity: 'ColonyEvent', id: colonyEvent.id }];
}

/** A hive that an earlier row of the import only named gets what its own row says, once, if nobody else has changed it since. */
async function completeHive(piece: Piece, row: SheetRow, apiaryId: string, hive: KnownHive): Promise<RowResult> {
  const { context, imported } = piece;
  if (!hive.isOwn || (await isChanged(context, imported, hive.id, 0))) return skipped(row);
  const beehive = await context.access.forUpdate(Beehive, hive.id, roleTo('update', Beehive));
  const { state } = inputs.hiveInput(row, apiaryId);
  // The state of its latest inspection stays.
  const { observations } = state ?? {};
  context.em.assign(
    beehive,
    beehive.lastInspectedAt === null ? { ...state } : { ...(observations && { observations }) },
  );
  await flushChanges(context);
  const placedOn = dayOf(row, 'placedOn');
  if (placedOn && hive.isAssumed) await placeOn(context, hive.id, placedOn);
  await endHive(piece, row, hive);
  // It is that of the row that has created it.
  return done(row, []);
}

type Written = Exclude<SheetRow['kind'], 'APIARIES' | 'HIVES'>;
interface Target {
  id: string;
  apiaryId: string;
  hive: KnownHive | undefined;
}
/** What a record is besides: a draft, and why, or of several parts. */
interface WrittenRow {
  draft?: Message;
  parts?: CreatedRecord[];
}
type Writer = (piece: Piece, row: SheetRow, target: Target) => Promise<WrittenRow>;

const WRITERS: Readonly<Record<Written, Writer>> = {
  async INSPECTIONS({ context, questions, times }, row, { id, apiaryId, hive }) {
    const occurredAt = times.get(row.n)!;
    const { answers, extra } = matchAnswers(questions.of(apiaryId), row);
    // A hive that somebody has described has the state of its own day, unless it was inspected since then.
    const keepsState = hive!.isOwn || hive!.isAssumed || occurredAt >= hive!.createdAt;
    await recordInspection(
      context,
      id,
      inputs.inspectionInput(row, hive!.id, { occurredAt, answers, extra, keepsState }),
    );
    return {};
  },
  async TREATMENTS({ context }, row, { id, hive }) {
    await recordTreatment(context, treatmentInput(row, hive!.id), [id]);
    return {};
  },
  async MITE_COUNTS({ context }, row, { id, hive }) {
    await createMiteCount(context, id, miteCountInput(row, hive!.id));
    return {};
  },
  async FEEDINGS({ context }, row, { id, hive }) {
    await recordFeeding(context, feedingInput(row, hive!.id), [id]);
    return {};
  },
  async WEIGHTS({ context, imported, times }, row, { id, hive }) {
    const [first, ...others] = weightInputs(row, hive!.id, times.get(row.n)!);
    await createMeasurement(context, id, first!);
    const parts: CreatedRecord[] = [];
    for (const input of others) {
      const part = rowId(context, imported, input.kind, id);
      await createMeasurement(context, part, input);
      parts.push({ entity: 'Measurement', id: part });
    }
    return { parts };
  },
  async QUEENS({ context, imported }, row, { id, apiaryId, hive }) {
    const reignId = rowId(context, imported, 'reign', id);
    const { install, ...input } = inputs.queenInput(row, apiaryId, hive?.id, hive?.isNew);
    await createQueen(context, id, { ...input, install: install && { ...install, newId: reignId } });
    const [startedOn, endedOn] = [dayOf(row, 'installedOn'), dayOf(row, 'removedOn')];
    const isOver = hive && startedOn && endedOn;
    await flushChanges(context);
    if (isOver) await installQueen(context, reignId, { beehiveId: hive.id, queenId: id, startedOn, endedOn });
    return { parts: install || isOver ? [{ entity: 'QueenReign', id: reignId }] : [] };
  },
  async HARVESTS({ context }, row, { id, apiaryId, hive }) {
    const input = inputs.harvestInput(row, apiaryId, hive!.id);
    try {
      await recordHarvest(context, id, input);
      return {};
    } catch (error) {
      const reason = error instanceof AppError ? error.extensions.reason : undefined;
      if (reason !== 'WITHDRAWAL_ACTIVE' && reason !== 'WITHDRAWAL_UNKNOWN') throw error;
      // Whether the honey was for sale, only the keeper knows: the record waits for that decision.
      await recordHarvest(context, id, { ...input, draft: true });
      return {
        draft: createMessage('It is a draft, because the honey may not be for sale: {reason}', { reason }),
      };
    }
  },
  async INVENTORY({ context }, row, { id, apiaryId }) {
    await createItem(
      context,
      id,
      inputs.itemInput(row, apiaryId, context.viewer.language === Language.EN ? 'pieces' : 'unidades'),
    );
    return {};
  },
};
