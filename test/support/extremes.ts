// Archives in which one value of a record was replaced by each extreme of its type. The records and their columns are those of the ORM, so that
// nobody maintains a list of them.
import { v5 as uuidv5 } from 'uuid';
import type { Context } from '../../src/context.js';
import {
  type ArchivedColumn,
  type ArchivedRecord,
  describeRecord,
} from '../../src/features/archives/archived-columns.rules.js';
import type { FileLine } from '../../src/formats/file-line.js';
import { RESTORED_LISTS } from '../../src/records/archived.js';
import type { RecordName } from '../../src/records/record.js';
import type { Row } from './archives.js';

const HUGE = 1e308;
const TEXTS = [
  ...[
    '',
    ' ',
    '\u00a0\u3000',
    'x'.repeat(10_000),
    '\u0001\u0007\u001b[2J\r\n\t',
    'a\u0000b',
    '\ud83d',
    '\u202eevil\u202c',
  ],
  ...['=1+1', '<script>', 'UNKNOWN'],
];
/** What looks like a number or a day: of a column of texts, it is one text of many. */
const OTHERS = ['NaN', 'infinity', '-infinity', '0', '1e308', '{}'];
const DAYS = ['0000-01-01', '0001-01-01', '1582-10-10', '2999-12-31', '9999-12-31', '10000-01-01', '2026-02-30'];
const TIMES = [
  ...DAYS.map((day) => `${day}T00:00:00.000Z`),
  '9999-12-31T23:59:59.999Z',
  '0001-01-01T23:59:59.999+14:00',
];
const NUMBERS = [0, -1, 1, 0.5, 2 ** 31 - 1, -(2 ** 31), 2 ** 31, Number.MAX_SAFE_INTEGER, HUGE, -HUGE, 5e-324];
const LISTS = [[], [null], [[]], Array(501).fill('x'), Array(500).fill('x'.repeat(100)), Array(100_000).fill(0)];
const makeId = (name: string): string => uuidv5(name, '6d2f4f0e-1f0b-4f0e-9d55-0b6a3e1c7a10');
const NIL = '00000000-0000-0000-0000-000000000000';

/** @param strangers ids of records of another account */
function extremesOf({ column }: ArchivedColumn, strangers: readonly string[]): unknown[] {
  const type = column.property.columnTypes[0]!;
  const words = ((column.property.items ?? []) as unknown[]).filter((item) => item !== undefined);
  const ids = [...strangers, NIL, makeId('nobody')];
  if (/^(text|varchar)(?!\[)/.test(type)) return [null, true, {}, 0, HUGE, [], ...TEXTS, ...words];
  const ofType = [null, true, false, {}, ...TEXTS, ...OTHERS, ...DAYS, ...TIMES, ...NUMBERS, ...LISTS, ...words];
  if (type.startsWith('uuid[]')) return [...ofType, ids, Array(500).fill(ids[0])];
  if (type.startsWith('text[]')) return [...ofType, [''], ['x'.repeat(10_000)], ['\ud83d'], ['\u0001']];
  if (/^int(eger)?\[\]/.test(type)) return [...ofType, ...NUMBERS.map((number) => [number])];
  return [...ofType, ...ids];
}

/** A record with those to which it belongs, and without which it says nothing. */
type World = Map<RecordName, Row>;
export interface Variant {
  record: ArchivedRecord;
  list: string;
  column: ArchivedColumn;
  value: unknown;
  world: World;
}

/** What records say in a world, so that they fit each other. Others say what the account has. */
const FITTING: Partial<Record<RecordName, object>> = {
  Apiary: { latitude: 40, longitude: -3 },
  Beehive: { number: null, endedOn: null, endCause: null },
  BeehivePlacement: { leftOn: null, apiaryLabel: null, apiaryCountry: null },
  Inspection: { status: 'COMPLETED', revision: 1, current: true },
  StockMovement: { sequence: 1, kind: 'INITIAL', amount: 10, balanceAfter: 10 },
  Treatment: { status: 'ACTIVE', endedOn: null, revision: 1, current: true, formerKeeper: null },
  QueenReign: { endedOn: null, endReason: null },
  Harvest: { status: 'CLOSED', grams: 5000, revision: 2, destination: 'FOR_SALE', overrideReason: null },
  HarvestSource: { grams: 5000, withheld: false },
  HarvestRevision: { revision: 1 },
  Lot: { grams: 2500, destination: 'FOR_SALE', neverForSale: false },
  LotHarvest: { grams: 2500 },
  LotPack: { jars: 5, gramsPerJar: 250, voidedAt: null },
  Task: {
    ...{ status: 'OPEN', closedOn: null, closedAt: null, closedById: null, startsOn: null, dueOn: '2026-12-01' },
    ...{ repeatEvery: 1, repeatUnit: 'WEEK', repeatFrom: 'DUE' },
  },
  WorklistMark: { kind: 'UNHEALTHY', snoozedUntil: null },
};
/** Without which a record says nothing, or less. */
const COMPANIONS: Partial<Record<RecordName, RecordName[]>> = {
  Apiary: ['Beehive'],
  Beehive: ['BeehivePlacement'],
  Treatment: ['Beehive', 'Apiary'],
  MiteCount: ['Apiary'],
  Product: ['Apiary'],
  Feeding: ['Apiary'],
  Measurement: ['Apiary'],
  Queen: ['Apiary'],
  QueenReign: ['Queen'],
  Harvest: ['Apiary', 'HarvestSource'],
  HarvestSource: ['Beehive'],
  Lot: ['Apiary', 'LotHarvest'],
  LotHarvest: ['HarvestSource'],
  LotPack: ['LotHarvest'],
  WorklistMark: ['Beehive'],
};
/** An apiary has as many questions, and so many variants. */
const POSITIONS = 200;
/** Links without foreign keys, and what an account has once. */
const OWN: Record<string, (world: World, row: Row, n: number) => unknown> = {
  'Inspection.seriesId': (_, { id }) => id,
  'Treatment.seriesId': (_, { id }) => id,
  'Treatment.treatedBeehiveId': (world) => world.get('Beehive')!.id,
  'HarvestSource.harvestedBeehiveId': (world) => world.get('Beehive')!.id,
  'WorklistMark.recordId': (world) => world.get('Beehive')!.id,
  'Task.previousId': () => null,
  'Lot.code': (_world, _row, n) => `L${n}`,
  'Keeper.validFrom': (_world, _row, n) => new Date(Date.UTC(1900, 0, 1 + (n % 100_000))).toISOString().slice(0, 10),
  'Question.position': (_world, _row, n) => 1 + (n % POSITIONS),
};
const LINKED: readonly string[] = ['Apiary', 'Beehive', 'Queen'];

export class Extremes {
  private readonly records = new Map<RecordName, ArchivedRecord>();
  private readonly lists = new Map<RecordName, string>();
  private readonly base = new Map<RecordName, Row>();
  private readonly apiaries = new Map<number, Row>();
  private made = 0;

  /** @param lists of an account that has every kind of record */
  constructor(context: Context, lists: Record<string, Row[]>) {
    for (const [list, name] of RESTORED_LISTS) {
      const entity = name as RecordName;
      this.records.set(entity, describeRecord(entity, context.table(entity)));
      this.lists.set(entity, list);
      this.base.set(entity, { ...lists[list]![0]!, ...FITTING[entity] });
    }
  }

  *variants(strangers: readonly string[]): Generator<Variant> {
    for (const [entity, record] of this.records)
      for (const column of record.columns)
        for (const value of extremesOf(column, strangers)) {
          const world = this.makeWorld(entity);
          Object.assign(world.get(entity)!, { [column.name]: value });
          yield { record, list: this.lists.get(entity)!, column, value, world };
        }
  }

  private makeWorld(entity: RecordName): World {
    const world: World = new Map();
    const n = this.made++;
    const group = Math.floor(n / POSITIONS);
    const add = (name: RecordName): void => {
      if (world.has(name)) return;
      const isShared = name === 'Apiary' && entity !== 'Apiary';
      const known = isShared ? this.apiaries.get(group) : undefined;
      const row: Row = known ?? { ...this.base.get(name)!, id: makeId(`${name} ${n}`) };
      world.set(name, row);
      if (isShared) return void this.apiaries.set(group, row);
      const { columns } = this.records.get(name)!;
      for (const { column, target } of columns) if (target && !column.property.nullable) add(target);
      for (const companion of COMPANIONS[name] ?? []) add(companion);
      for (const { name: key, column, target } of columns) {
        if (target)
          row[key] = !column.property.nullable || LINKED.includes(target) ? (world.get(target)?.id ?? null) : null;
        const own = OWN[`${name}.${column.property.name}`];
        if (own) row[key] = own(world, row, n);
      }
      if (name === 'Queen') row.motherId = null;
    };
    add(entity);
    return world;
  }

  /** The lines of an archive of what belongs together, in the order of an export. */
  linesOf(worlds: Iterable<World>, details: Record<string, unknown>): FileLine[] {
    const lines: FileLine[] = [{ type: 'file', format: 'ARCHIVE', details } as FileLine];
    const all = [...worlds];
    for (const [sheet, [entity, list]] of [...this.lists].entries()) {
      lines.push({ type: 'sheet', sheet, name: list, headings: [] } as FileLine);
      const rows = new Set(all.flatMap((world) => world.get(entity) ?? []));
      for (const [i, cells] of [...rows].entries())
        lines.push({ type: 'row', sheet, row: i + 1, cells } as unknown as FileLine);
    }
    return lines;
  }
}
