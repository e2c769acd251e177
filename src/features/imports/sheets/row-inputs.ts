// The inputs of the mutations that rows become. They are checked as those of clients are, by the same classes.
import { validateArgument } from '../../../graphql/validate-argument.js';
import { createMessage } from '../../../messages/message.js';
import { computeOnce } from '../../../shared/compute-once.js';
import { CreateApiaryInput } from '../../apiaries/apiaries.inputs.js';
import { PositionInput } from '../../apiaries/position.rules.js';
import { BeehiveStateInput, CreateBeehiveInput } from '../../beehives/beehives.inputs.js';
import { HarvestSourceInput, RecordHarvestInput } from '../../harvests/harvests.inputs.js';
import { RecordInspectionInput } from '../../inspections/inspections.inputs.js';
import { CreateInventoryItemInput } from '../../inventory/inventory.inputs.js';
import { CreateQueenInput, InstallationInput } from '../../queens/queens.inputs.js';
import { HIVE_TYPES } from './dictionary.js';
import { isNamed } from './headings.js';
import { endOf, findEnd } from './hive-end.js';
import { QUEEN_FIELDS, type SheetKind, STATE_FIELDS } from './kinds.js';
import { RowRefusal } from './row-refusal.js';
import {
  dayOf,
  flagOf,
  hiveOf,
  isUnread,
  notesOf,
  numberOf,
  positionOf,
  type SheetRow,
  textOf,
  unitOf,
} from './row-values.js';

/** Stands for a record that is to come, or is known already. */
export const SOME_ID = '00000000-0000-4000-8000-000000000000';

/** @throws BAD_USER_INPUT */
export function make<T extends object>(type: new () => T, fields: Partial<T>): T {
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const input = Object.assign(new type(), given);
  validateArgument(input, type, { args: {} });
  return input;
}

/** Which field of a sheet a field of an input is. */
const FIELD_OF_INPUT: Readonly<Record<string, string>> = {
  name: 'apiary',
  beehiveNumber: 'hive',
  beehiveId: 'hive',
  observations: 'notes',
  finalResult: 'notes',
  description: 'notes',
  kind: 'reason',
  target: 'reason',
  productName: 'product',
  startedOn: 'date',
  endedOn: 'endDate',
  doseText: 'dose',
  batchNumber: 'batch',
  countedOn: 'date',
  fedOn: 'date',
  measuredAt: 'date',
  value: 'weight',
  gramsPerHive: 'feedAmount',
  millilitresPerHive: 'feedAmount',
  occurredAt: 'date',
  harvestedOn: 'date',
  grams: 'honey',
  lostOn: 'endedOn',
  year: 'queenYear',
  color: 'queenColor',
  itemName: 'item',
  minimumStock: 'minimum',
};

/** Kinds of sheets where a field of an input is another one. */
const OWN_FIELDS: Readonly<Partial<Record<SheetKind, Record<string, string>>>> = {
  QUEENS: { name: 'queenName', startedOn: 'installedOn' },
  HIVES: { name: 'hive' },
};

/** @returns the field of a sheet that becomes a field of an input */
export const fieldOfInput = (kind: SheetKind, field: string): string =>
  OWN_FIELDS[kind]?.[field] ?? FIELD_OF_INPUT[field] ?? field;

/** What the row says of the state of a hive. */
export const stateOf = (row: SheetRow): Record<string, string | number> =>
  Object.fromEntries(
    STATE_FIELDS.flatMap((field) =>
      row.values[field] === undefined ? [] : [[field, row.values[field] as string | number]],
    ),
  );

export function apiaryInput(row: SheetRow): CreateApiaryInput {
  const position = positionOf(row);
  return make(CreateApiaryInput, {
    name: textOf(row, 'apiary')!,
    location: textOf(row, 'location'),
    position: position && Object.assign(new PositionInput(), position),
    elevation: numberOf(row, 'elevation'),
    country: textOf(row, 'country'),
    municipality: textOf(row, 'municipality'),
    registerNumber: textOf(row, 'registerNumber'),
    mobility: textOf(row, 'mobility') as CreateApiaryInput['mobility'],
    forage: textOf(row, 'forage'),
  });
}

/** What a hive is called: what is no number is its name. */
const calledIn = (row: SheetRow): Partial<Pick<CreateBeehiveInput, 'beehiveNumber' | 'name'>> => {
  const hive = hiveOf(row);
  return typeof hive === 'string' ? { name: hive } : { beehiveNumber: hive ?? null };
};

export const hiveInput = (row: SheetRow, apiaryId: string, firstDay?: string): CreateBeehiveInput =>
  make(CreateBeehiveInput, {
    apiaryId,
    ...calledIn(row),
    // One that has ended was there before.
    placedOn: dayOf(row, 'placedOn') ?? endOf(row)?.lostOn ?? firstDay,
    state: make(BeehiveStateInput, { ...stateOf(row), observations: notesOf(row) }),
  });

/** A hive that other rows name first: it was there on their day. */
export const namedHiveInput = (row: SheetRow, apiaryId: string, firstDay: string | undefined): CreateBeehiveInput =>
  make(CreateBeehiveInput, { apiaryId, ...calledIn(row), placedOn: firstDay });

/** @param keepsState whether the hive has no state of its own that is newer */
export function inspectionInput(
  row: SheetRow,
  beehiveId: string,
  given: {
    occurredAt: Date;
    answers: { questionId: string; spoken: string }[];
    extra: SheetRow['extra'];
    keepsState: boolean;
  },
): RecordInspectionInput {
  const { occurredAt, answers, extra, keepsState } = given;
  const found = stateOf(row);
  const recorded = Object.keys(found).length > 0 && keepsState ? make(BeehiveStateInput, found) : undefined;
  // What the hive does not get is in the notes of the inspection, so that nothing is lost.
  const words = Object.keys(found).length === 0 ? [] : stateAsExtra(row);
  return make(RecordInspectionInput, {
    beehiveId,
    answers,
    occurredAt,
    state: recorded,
    notes: notesOf(row, [...extra, ...words]),
  });
}

/** What a row says of fields, as lines of notes. */
const asExtra = (row: SheetRow, fields: readonly string[]): SheetRow['extra'] =>
  row.columns.flatMap(({ field, heading }) =>
    field !== null && fields.includes(field) && row.values[field] !== undefined
      ? [{ heading, text: dayOf(row, field) ?? String(row.values[field]) }]
      : [],
  );
/** What a row says of the state of its hive. */
export const stateAsExtra = (row: SheetRow): SheetRow['extra'] => asExtra(row, STATE_FIELDS);

/** What a row says that a queen has no field for. */
export const queenExtra = (row: SheetRow): SheetRow['extra'] => [...stateAsExtra(row), ...reignAsExtra(row)];
/** What of her days in the hive makes no reign. */
const reignAsExtra = (row: SheetRow): SheetRow['extra'] =>
  dayOf(row, 'installedOn') === undefined || hiveOf(row) === undefined
    ? asExtra(row, ['installedOn', 'removedOn'])
    : [];

const describeHives = computeOnce((columns: SheetRow['columns']): boolean =>
  columns.some(
    ({ heading, field }) => (field !== null && STATE_FIELDS.includes(field)) || isNamed(heading, HIVE_TYPES),
  ),
);
/** Whether a list with queens also says how their hives are: then its notes are of those. */
export const describesHives = ({ columns }: SheetRow): boolean => describeHives(columns);

/** A color that is none of the five is one all the same. */
const hasOtherColor = ({ columns, remarks }: SheetRow): boolean =>
  columns.some(({ field, column }) => field === 'queenColor' && remarks.some((one) => one.column === column));

/** @param isHiveNew whether what the row says of the hive is stored with it @throws RowRefusal also if it is not known whether she reigns */
export function queenInput(
  row: SheetRow,
  apiaryId: string,
  beehiveId: string | undefined,
  isHiveNew = false,
): CreateQueenInput {
  const [installedOn, removedOn] = [dayOf(row, 'installedOn'), dayOf(row, 'removedOn')];
  if (isUnread(row, 'removedOn')) throw new RowRefusal('removedOn', 'It is not known when she was removed');
  const ended = removedOn === undefined ? findEnd(row) : undefined;
  if (ended)
    throw new RowRefusal(undefined, createMessage('{value} is no state of a queen that reigns', { value: ended }));
  if (beehiveId === undefined && QUEEN_FIELDS.every((field) => row.values[field] === undefined))
    throw new RowRefusal(undefined, 'It says nothing of a queen');
  const isInHive = beehiveId !== undefined && removedOn === undefined;
  return make(CreateQueenInput, {
    apiaryId,
    name: textOf(row, 'queenName'),
    year: numberOf(row, 'queenYear'),
    color: textOf(row, 'queenColor') as CreateQueenInput['color'],
    isMarked: flagOf(row, 'isMarked') ?? (row.values.queenColor !== undefined || hasOtherColor(row)),
    isClipped: flagOf(row, 'isClipped'),
    race: textOf(row, 'race'),
    origin: textOf(row, 'origin') as CreateQueenInput['origin'],
    breeder: textOf(row, 'breeder'),
    ...(isInHive && { install: make(InstallationInput, { beehiveId, startedOn: installedOn }) }),
    notes:
      isHiveNew && describesHives(row)
        ? notesOf({ ...row, values: {}, extra: reignAsExtra(row) })
        : notesOf(row, [...row.extra, ...queenExtra(row)]),
  });
}

export function harvestInput(row: SheetRow, apiaryId: string, beehiveId: string): RecordHarvestInput {
  const [grams, frames] = [numberOf(row, 'honey'), numberOf(row, 'frames')];
  if (grams === undefined && frames === undefined)
    throw new RowRefusal('honey', 'It is not known how much honey was taken');
  if (!grams && !frames) throw new RowRefusal('honey', 'It says that nothing was taken');
  return make(RecordHarvestInput, {
    apiaryId,
    harvestedOn: dayOf(row, 'date')!,
    sources: [make(HarvestSourceInput, { beehiveId, frames: frames ?? 0, grams })],
    honeyKind: textOf(row, 'honeyKind'),
    // Without its weight, it cannot be closed.
    draft: grams === undefined,
    notes: notesOf(row),
  });
}

export function itemInput(row: SheetRow, apiaryId: string, unit: string): CreateInventoryItemInput {
  const isLacking = row.columns.some(({ field }) => field === 'quantity') && row.values.quantity === undefined;
  if (isLacking) throw new RowRefusal('quantity', 'It is not known how much of it there is');
  return make(CreateInventoryItemInput, {
    apiaryId,
    itemName: textOf(row, 'item')!,
    quantity: numberOf(row, 'quantity'),
    unit: textOf(row, 'unit') ?? unitOf(row, 'quantity') ?? unit,
    minimumStock: numberOf(row, 'minimum'),
    category: textOf(row, 'category'),
    batchNumber: textOf(row, 'batch'),
    expiryDate: dayOf(row, 'expiryDate'),
    purchaseDate: dayOf(row, 'purchaseDate'),
    supplier: textOf(row, 'supplier'),
    storageLocation: textOf(row, 'storageLocation'),
    description: notesOf(row),
  });
}
