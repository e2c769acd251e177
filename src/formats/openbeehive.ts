// The backup of OpenBeehive: JSON with the mark `openbeehive_export` and a list for each of its tables (github.com/johnnycube/openbeehive-app,
// app/src/lib/data/portability.ts and proto/openbeehive/v1 say how it looks).
import { FileError, type FileLine } from './file-line.js';
import { date, notes, number, numberHives, place, RecordSheets, record, records, text } from './record-sheets.js';
import { toLines } from './sheet-lines.js';

const HIVE_STATUS = [null, 'Active', 'Active', 'Queenless', 'Inactive', 'Inactive'];
const HIVE_TYPE: Record<number, string> = {
  1: 'Zander',
  2: 'Dadant',
  3: 'Deutsch Normal',
  4: 'Langstroth',
  5: 'Warré',
  6: 'Top bar',
};
const MARKING = [null, 'White', 'Yellow', 'Red', 'Green', 'Blue'];

export function isOpenBeehive(content: unknown): boolean {
  return record(content).openbeehive_export === true;
}

export function* readOpenBeehive(file: Buffer, _name: string): Generator<FileLine> {
  const content = parseJson(file);
  if (!isOpenBeehive(content)) throw new FileError({ code: 'UNKNOWN_FORMAT' });
  const { schema_version: version, exported_at: exportedAt, data } = record(content);
  yield { type: 'file', format: 'OPENBEEHIVE', details: { version: text(version), exportedAt: text(exportedAt) } };
  yield* toLines(convert(record(data)).takeTables());
}

/** @throws FileError (DAMAGED) */
export function parseJson(file: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(file));
  } catch {
    throw new FileError({ code: 'DAMAGED' });
  }
}

function convert(data: Record<string, unknown>): RecordSheets {
  const sheets = new RecordSheets();
  const apiaries = new Map(records(data.apiary).map((one) => [text(one.id), text(one.name) ?? text(one.id)]));
  const hives = records(data.hive).map((hive) => ({
    hive,
    id: text(hive.id) ?? '',
    apiary: apiaries.get(text(hive.apiary_id)) ?? 'OpenBeehive',
    name: text(hive.name) ?? '',
  }));
  const numbers = numberHives(hives);
  const byId = new Map(hives.map((one) => [one.id, { Apiary: one.apiary, Hive: numbers.get(one.id)!.number }]));
  const placeOf = (one: Record<string, unknown>) =>
    byId.get(text(one.hive_id) ?? '') ?? { Apiary: apiaries.get(text(one.apiary_id)) ?? null, Hive: null };

  for (const one of records(data.apiary))
    sheets.add('Apiaries', {
      Apiary: apiaries.get(text(one.id)),
      Location: text(one.address),
      Notes: text(one.note),
      ...(hasPosition(one) && place({ Latitude: number(one.lat), Longitude: number(one.lng) })),
    });
  for (const { hive, id, apiary, name } of hives)
    sheets.add('Hives', {
      Apiary: apiary,
      Hive: numbers.get(id)!.number,
      'Placed on': dayOf(hive.created_at),
      Status: HIVE_STATUS[number(hive.status) ?? 0] ?? null,
      Notes: notes(
        numbers.get(id)!.isInName ? null : name,
        text(hive.note),
        ['Type', HIVE_TYPE[number(hive.type) ?? 0]],
        ['Boxes', hive.boxes || null],
        ['Origin', hive.colony_origin],
      ),
    });
  for (const one of records(data.queen))
    sheets.add('Queens', {
      ...placeOf(one),
      Queen: text(one.breeder_number),
      Year: number(one.year) || null,
      Color: MARKING[number(one.marking) ?? 0] ?? null,
      Marked: number(one.marking) ? 'yes' : null,
      Breeder: text(one.origin),
      'Installed on': dayOf(one.introduced_at),
      'Removed on': dayOf(one.replaced_at),
      Notes: text(one.note),
    });
  for (const one of records(data.inspection))
    sheets.add('Inspections', { ...placeOf(one), Date: date(one.date), ...findings(one) });
  for (const one of records(data.treatment))
    sheets.add('Treatments', {
      ...placeOf(one),
      Date: dayOf(one.date),
      Product: text(one.product),
      'Active ingredient': text(one.active_ingredient),
      Dose: text(one.dose),
      Method: text(one.method),
      Reason: text(one.reason),
      Batch: text(one.batch_number),
      'Withdrawal until': dayOf(one.withdrawal_until),
      Notes: text(one.note),
    });
  for (const one of records(data.harvest))
    sheets.add('Harvests', {
      ...placeOf(one),
      Date: dayOf(one.date),
      Kilograms: number(one.amount_kg),
      'Honey kind': text(one.variety),
      Notes: notes(text(one.note), ['Water content', one.water_content || null], ['Batch', one.batch_number]),
    });
  return sheets;
}

/** Zeros are what it writes where nobody has chosen a place: the fields of `apiary.proto` have no other absence. */
const hasPosition = ({ lat, lng }: Record<string, unknown>): boolean => Boolean(number(lat)) || Boolean(number(lng));

/** Every finding in a column of its own: a question of the apiary may ask for it, and otherwise it goes into the notes. */
const FINDINGS: Record<string, string> = {
  weather: 'Weather',
  queen_seen: 'Queen seen',
  eggs_seen: 'Eggs seen',
  temperament: 'Temperament',
  frames: 'Frames',
  stores: 'Stores',
  queen_cells: 'Queen cells',
  varroa: 'Varroa',
  honey_kg: 'Honey (kg)',
  brood_frames: 'Brood frames',
  calmness: 'Calmness',
  fed_kg: 'Fed (kg)',
  frames_added: 'Frames added',
  frames_removed: 'Frames removed',
  drone_frame_cut: 'Drone frame cut',
  super_added: 'Super added',
  weight_kg: 'Weight (kg)',
  youngest_larva: 'Youngest larva',
  covered_larva: 'Covered larva',
  temp_hive: 'Temperature in the hive (°C)',
  temp_outside: 'Temperature outside (°C)',
  humidity_hive: 'Humidity in the hive (%)',
  humidity_outside: 'Humidity outside (%)',
};
const YES_NO = ['queen_seen', 'eggs_seen', 'drone_frame_cut', 'super_added', 'youngest_larva', 'covered_larva'];

function findings(one: Record<string, unknown>) {
  const found = Object.entries(FINDINGS).map(([field, heading]) => {
    const value = YES_NO.includes(field) ? yesNo(one[field]) : (number(one[field]) ?? text(one[field]));
    return [heading, value] as const;
  });
  return { ...Object.fromEntries(found), Notes: text(one.note) };
}

/** Stored as 0 and 1. */
const yesNo = (value: unknown): string | null => (value == null ? null : number(value) ? 'yes' : 'no');

/** Its times are those of the typing, whose day is of interest. */
function dayOf(value: unknown) {
  const read = date(value);
  return read !== null && typeof read === 'object' && 'at' in read ? { day: read.at.slice(0, 10) } : read;
}
