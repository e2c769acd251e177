// Whatever an archive says, a record has no value that operations refuse: each column states its bounds, and both keep to them.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EntityMetadata, EntityProperty } from '@mikro-orm/core';
import { Table } from '../../../src/database/where.js';
import { describeRecord } from '../../../src/features/archives/archived-columns.rules.js';
import { findArchivedBounds } from '../../../src/features/archives/archived-values.rules.js';
import type { Bounds } from '../../../src/graphql/bounds.js';
import { type MessageText, toMessage } from '../../../src/messages/message.js';
import { RESTORED_LISTS } from '../../../src/records/archived.js';
import type { RecordName } from '../../../src/records/record.js';
import { Language } from '../../../src/shared/language.js';
import { check, contextOf, exportArchive, linesOf } from '../../support/archives.js';
import { startTestApp, type TestApp } from '../../support/client.js';
import { seedBeekeepers, seededBeekeeper } from '../../support/seed-beekeepers.js';
import { beekeeper } from '../../support/world.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const metaOf = (entity: string): EntityMetadata => app.app.orm.getMetadata().getByClassName(entity);
const boundsOf = (meta: EntityMetadata, { name }: EntityProperty): Bounds | undefined =>
  findArchivedBounds(meta.class.prototype, name);
/** Ids, booleans and enums have no others than their types; all records have their times. */
const needsBounds = ({
  name,
  columnTypes: [type = ''],
  kind,
  enum: isEnum,
  hidden,
  generated,
}: EntityProperty): boolean =>
  kind === 'scalar' &&
  !isEnum &&
  !hidden &&
  !generated &&
  !/^(uuid$|bool)/.test(type) &&
  !['createdAt', 'updatedAt', 'version'].includes(name);

/** Their own rules check them (zone-area.ts, permissions.ts), or the service alone writes them. */
const WITH_RULES = ['RestrictedZone.area', 'User.permissions', 'QuestionTemplate.retiredAt'];
const OTHERS = ['User', 'QuestionTemplate'];

it('every column that people fill has bounds', () => {
  const unbounded = [...RESTORED_LISTS.values(), ...OTHERS].flatMap((entity) => {
    const meta = metaOf(entity);
    return meta.props
      .filter((property) => needsBounds(property) && !boundsOf(meta, property))
      .map(({ name }) => `${entity}.${name}`);
  });
  expect(unbounded.filter((name) => !WITH_RULES.includes(name))).toEqual([]);
});

/** Values that are just out of bounds. */
function valuesOutside({ type, keywords, rule, items }: Bounds): unknown[] {
  const { minLength = 0, maxLength, minimum = 0, maximum = 0, maxItems = 0 } = keywords;
  switch (type) {
    case 'text':
      return [
        ...(maxLength === undefined ? [] : ['x'.repeat(maxLength + 1)]),
        ...(rule ? ['x\u0007', 'x\ny'] : []),
        ...(minLength > 0 ? ['', ' \u200b'] : []),
        'x\ud800',
      ];
    case 'list':
      return [Array(maxItems + 1).fill(null), 'x', ...(items ? [[null]] : [])];
    case 'record':
      return [{}, [], 'x', { legalName: 'x'.repeat(201), address: null, registerNumber: null }];
    case 'day':
      return ['1899-12-31', '2201-01-01', '9999-12-31', '2026-02-30'];
    case 'time':
      return ['1899-12-31T23:59:59.999Z', '2201-01-01T00:00:00.000Z', '2026-01-01'];
    default:
      return [minimum - 1, maximum + 1, 'x', ...(type === 'integer' ? [minimum + 0.5] : [])];
  }
}

/** The least and the most that a column may have. */
function valuesAtEdge({ type, keywords, rule }: Bounds): unknown[] {
  const { minLength = 0, maxLength, minimum, maximum } = keywords;
  if (type === 'text') {
    const isText = maxLength !== undefined && (rule === undefined || rule[0].test('ñ'));
    return isText ? ['🐝'.repeat(maxLength), 'x'.repeat(minLength)] : [];
  }
  if (type === 'day') return ['1900-01-01', '2200-12-31'];
  return type === 'integer' || type === 'number' ? [minimum, maximum] : [];
}

describe('an archive', () => {
  let lines: Awaited<ReturnType<typeof linesOf>>;
  beforeAll(async () => {
    await seedBeekeepers(app.database, {
      accounts: 'values (900001, 2, 6), (900002, 1, 3)',
      members: `values (900001, 900002, 1, 'MANAGER'), (900002, 900001, 1, 'WORKER')`,
    });
    lines = await linesOf(await exportArchive(await seededBeekeeper(app, 900_001)));
  });

  /** What becomes, for each column, of the first record of its list with each of the values. */
  async function checkValues(
    valuesOf: (bounds: Bounds) => unknown[],
  ): Promise<{ column: string; value: unknown; heading?: string | undefined; message?: MessageText }[]> {
    const sheets = lines.flatMap((line) => (line.type === 'sheet' ? [line] : []));
    const tried: { column: string; value: unknown; list: string; row: number }[] = [];
    const changed = sheets.flatMap(({ sheet, name: list }) => {
      const entity = RESTORED_LISTS.get(list);
      const first = lines.find((line) => line.type === 'row' && line.sheet === sheet);
      if (entity === undefined || first?.type !== 'row') return [];
      const { columns } = describeRecord(entity as RecordName, Table.of(metaOf(entity)));
      return columns.flatMap(({ name, column: { property } }) => {
        const bounds = boundsOf(metaOf(entity), property);
        return (bounds ? valuesOf(bounds) : []).map((value) => {
          const row = 1_000_000 + tried.length;
          tried.push({ column: `${list}.${name}`, value, list, row });
          return { ...first, row, cells: { ...first.cells, [name]: value } } as typeof first;
        });
      });
    });
    const account = await beekeeper(app);
    const { problems } = await check(await contextOf(app, account.id), [...lines, ...changed]);
    return tried.map(({ column, value, list, row }) => {
      const [problem] = problems.find((one) => one.list === list && one.row === row)?.problems ?? [];
      return { column, value, ...(problem && { heading: problem.heading, message: problem.message }) };
    });
  }

  it('is refused, with the name of the column, for a value that is out of bounds', async () => {
    const found = await checkValues(valuesOutside);
    expect(found.length).toBeGreaterThan(300);
    expect(found.filter(({ column, heading }) => column.split('.')[1] !== heading)).toEqual([]);
  });

  it('is accepted with values at their bounds', async () => {
    const found = await checkValues(valuesAtEdge);
    expect(found.length).toBeGreaterThan(150);
    // Rules over several columns have messages of their own: a zone does not end before it begins.
    const ofBounds = /^must (be from|be a whole number|have at|not be empty|not contain)/;
    const refused = found.filter(({ message }) => message && ofBounds.test(toMessage(message).in(Language.EN)));
    expect(refused.map(({ column, value }) => [column, String(value).slice(0, 20)])).toEqual([]);
  });
});
