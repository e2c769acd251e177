// The export of Hive-Pal: a ZIP file with `data.json` and attachments, which are left out (github.com/martinhrvn/hive-pal,
// apps/backend/src/account-transfer/account-transfer.export.runner.ts and apps/backend/prisma/schema.prisma say how it looks).
import { type Cell, FileError, type FileLine } from './file-line.js';
import { parseJson } from './openbeehive.js';
import { date, notes, number, numberHives, place, RecordSheets, record, records, text } from './record-sheets.js';
import { toLines } from './sheet-lines.js';
import { asFileError } from './xlsx.js';
import { openZip, type ZipReader } from './zip.js';

const DATA = 'data.json';
const MAX_DATA_BYTES = 60 * 2 ** 20;

/** Whether a ZIP file is one of Hive-Pal, by its parts. */
export const isHivePal = (zip: Pick<ZipReader, 'has'>): boolean => zip.has(DATA);

export async function* readHivePal(file: Buffer, _name: string): AsyncGenerator<FileLine> {
  let content: unknown;
  try {
    const zip = await openZip(file);
    if (!isHivePal(zip)) throw new FileError({ code: 'UNKNOWN_FORMAT' });
    content = parseJson(await zip.readAll(DATA, MAX_DATA_BYTES));
  } catch (error) {
    throw asFileError(error);
  }
  const { version, exportedAt, apiaries, userConfig } = record(content);
  if (!Array.isArray(apiaries)) throw new FileError({ code: 'UNKNOWN_FORMAT' });
  yield { type: 'file', format: 'HIVE_PAL', details: { version: text(version), exportedAt: text(exportedAt) } };
  yield* toLines(convert(records(apiaries), record(userConfig)).takeTables());
}

const STATUS: Record<string, string> = {
  ACTIVE: 'Active',
  INACTIVE: 'Inactive',
  DEAD: 'Inactive',
  SOLD: 'Inactive',
  ARCHIVED: 'Inactive',
};
const GRAMS_BY_UNIT: Record<string, number> = { kg: 1, g: 0.001, lb: 0.45359237, lbs: 0.45359237, oz: 0.028349523125 };

function convert(apiaries: Record<string, unknown>[], userConfig: Record<string, unknown>): RecordSheets {
  const sheets = new RecordSheets();
  for (const apiary of apiaries) addApiary(sheets, apiary);
  const Apiary = text(apiaries[0]?.name);
  for (const item of records(userConfig.equipmentItems)) {
    const quantity = number(item.extra) ?? 0;
    if (item.enabled === false || quantity === 0) continue;
    sheets.add('Inventory', {
      Apiary,
      Item: text(item.name) ?? text(item.itemId),
      Quantity: quantity,
      Unit: text(item.unit) ?? 'pieces',
      Category: text(item.category),
    });
  }
  return sheets;
}

function addApiary(sheets: RecordSheets, apiary: Record<string, unknown>): void {
  const Apiary = text(apiary.name) ?? 'Hive-Pal';
  sheets.add('Apiaries', {
    Apiary,
    Location: text(apiary.location),
    Notes: text(apiary.notes),
    ...place({ Latitude: number(apiary.latitude), Longitude: number(apiary.longitude) }),
  });
  const hives = records(apiary.hives);
  const numbers = numberHives(
    hives.map((hive) => ({ id: text(hive.id) ?? '', apiary: Apiary, name: text(hive.name) ?? '' })),
  );
  for (const hive of hives) {
    const { number: Hive, isInName } = numbers.get(text(hive.id) ?? '')!;
    sheets.add('Hives', {
      Apiary,
      Hive,
      'Placed on': dayOf(hive.installationDate),
      Status: STATUS[text(hive.status) ?? ''] ?? null,
      Notes: notes(isInName ? null : text(hive.name), text(hive.notes), ['Boxes', records(hive.boxes).length || null]),
    });
    addRecords(sheets, { Apiary, Hive }, hive);
  }
  for (const harvest of records(apiary.harvests)) addHarvest(sheets, Apiary, numbers, harvest);
}

type Place = { Apiary: string; Hive: number };

function addRecords(sheets: RecordSheets, place: Place, hive: Record<string, unknown>): void {
  for (const queen of records(hive.queens))
    sheets.add('Queens', {
      ...place,
      Queen: text(queen.name) ?? text(queen.marking),
      Year: number(queen.year),
      Color: text(queen.color),
      Marked: text(queen.marking) || text(queen.color) ? 'yes' : null,
      Breeder: text(queen.source),
      'Installed on': dayOf(queen.installedAt),
      'Removed on': dayOf(queen.replacedAt),
    });
  for (const inspection of records(hive.inspections)) {
    const observations = records(inspection.observations).map(
      (one) => [humanize(text(one.type) ?? 'Observation'), observed(one)] as const,
    );
    sheets.add('Inspections', {
      ...place,
      Date: inspection.isAllDay === true ? dayOf(inspection.date) : date(inspection.date),
      ...Object.fromEntries(observations),
      Temperature: number(inspection.temperature),
      Weather: text(inspection.weatherConditions),
      Score: number(inspection.overallScore),
      Notes: notes(...records(inspection.notes).map((note) => text(note.text))),
    });
  }
  for (const action of records(hive.actions)) addAction(sheets, place, action);
}

function addAction(sheets: RecordSheets, place: Place, action: Record<string, unknown>): void {
  const { kind, data } = record(action.details);
  const details = record(data);
  if (kind === 'TREATMENT') {
    const startedOn = dayOf(action.date);
    const days = number(/^\s*(\d+)\s*d/i.exec(text(details.duration) ?? '')?.[1]);
    const Dose = notes(text(details.quantity), text(details.unit))?.replace('\n', ' ');
    sheets.add('Treatments', {
      ...place,
      Date: startedOn,
      'End date': days === null ? null : after(startedOn, days),
      Product: text(details.product),
      Dose,
      Reason: 'Varroa',
      Notes: notes(text(action.notes), ['Duration', details.duration]),
    });
    return;
  }
  // The honey of a harvest is among the harvests of the apiary; of one that was recorded for the hive alone, it is here.
  if (kind === 'HARVEST' && action.harvestId == null) {
    sheets.add('Harvests', {
      ...place,
      Date: dayOf(action.date),
      Kilograms: kilograms(details.amount, details.unit),
      Notes: text(action.notes),
    });
    return;
  }
  if (kind === 'HARVEST' || action.inspectionId != null) return;
  const facts = Object.entries(details).map(([name, value]): [string, unknown] => [humanize(name), value]);
  sheets.add('Inspections', {
    ...place,
    Date: date(action.date),
    Notes: notes(humanize(text(action.type) ?? 'Note'), text(action.notes), ...facts),
  });
}

function addHarvest(
  sheets: RecordSheets,
  Apiary: string,
  numbers: ReturnType<typeof numberHives>,
  harvest: Record<string, unknown>,
): void {
  const hives = records(harvest.harvestHives);
  const frames = hives.reduce((sum, hive) => sum + (number(hive.framesTaken) ?? 0), 0);
  const total = kilograms(harvest.totalWeight, harvest.totalWeightUnit);
  for (const hive of hives) {
    const taken = number(hive.framesTaken) ?? 0;
    // The honey that was weighed together is spread over the hives by their frames, as Hive-Pal does.
    const share = total === null || frames === 0 ? null : Math.round((total * taken * 1000) / frames) / 1000;
    const Kilograms = kilograms(hive.honeyAmount, hive.honeyAmountUnit) ?? share;
    sheets.add('Harvests', {
      Apiary,
      Hive: numbers.get(text(hive.hiveId) ?? '')?.number ?? null,
      Date: dayOf(harvest.date),
      Kilograms,
      Frames: taken,
      Notes: text(harvest.notes),
    });
  }
}

function kilograms(amount: unknown, unit: unknown): number | null {
  const read = number(amount);
  const factor = GRAMS_BY_UNIT[(text(unit) ?? 'kg').toLowerCase()] ?? 1;
  return read === null ? null : Math.round(read * factor * 1000) / 1000;
}

const observed = (one: Record<string, unknown>): Cell => {
  if (typeof one.booleanValue === 'boolean') return one.booleanValue ? 'yes' : 'no';
  return number(one.numericValue) ?? text(one.textValue) ?? text(one.notes);
};
const humanize = (name: string): string => {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/_/g, ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

function dayOf(value: unknown): Cell {
  const read = date(value);
  return read !== null && typeof read === 'object' && 'at' in read ? { day: read.at.slice(0, 10) } : read;
}
const after = (day: Cell, days: number): Cell =>
  day !== null && typeof day === 'object' && 'day' in day
    ? { day: new Date(Date.parse(day.day) + days * 86_400_000).toISOString().slice(0, 10) }
    : null;
