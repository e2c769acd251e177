// Where apiaries are: recorded, changed and cleared, and shown by role.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { contextOf, exportArchive, linesOf, restore } from '../../support/archives.js';
import { startTestApp, type TestApp } from '../../support/client.js';
import { changeRole, refusalOf } from '../../support/members.js';
import { pageOf } from '../../support/register-page.js';
import { withToken } from '../../support/tokens.js';
import { type Beekeeper, beekeeper, treat } from '../../support/world.js';
import { type Members, membersOf, POSITION, ROLES, UPDATE } from './places.fixture.js';

const EXACT = { latitude: 12.34567, longitude: -71.98765 };
const ROUNDED = { latitude: 12.35, longitude: -71.99 };
const READ = `query ($id: ID!) { apiary(id: $id) { ${POSITION} elevation country municipality registerNumber mobility forage } }`;

let app: TestApp;
let ana: Beekeeper;
let members: Members;
let apiary: string;
beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
  apiary = await ana.apiary({ position: EXACT });
  members = await membersOf(app, ana, apiary);
});
afterAll(() => app.close());

const positionOf = async (who: { ask: Beekeeper['ask'] }, id = apiary) => (await who.ask(READ, { id })).apiary.position;

describe('who sees it', () => {
  it('exactly: the owner and managers', async () => {
    for (const who of [ana, members.MANAGER]) expect(await positionOf(who)).toEqual({ ...EXACT, isExact: true });
  });

  it.each(['WORKER', 'VIEWER', 'INSPECTOR'] as const)('rounded: %s', async (role) => {
    expect(await positionOf(members[role])).toEqual({ ...ROUNDED, isExact: false });
  });

  it('by the role of now', async () => {
    await changeRole(ana, apiary, members.VIEWER.id, 'MANAGER');
    expect((await positionOf(members.VIEWER)).isExact).toBe(true);
    await changeRole(ana, apiary, members.VIEWER.id, 'VIEWER');
    expect(await positionOf(members.VIEWER)).toEqual({ ...ROUNDED, isExact: false });
  });

  it('through a token: never more than its account, and exactly only with MANAGE', async () => {
    for (const [who, scope, isExact] of [
      [ana, 'READ', false],
      [ana, 'RECORD', false],
      [ana, 'MANAGE', true],
      [members.MANAGER, 'MANAGE', true],
      [members.MANAGER, 'READ', false],
      [members.WORKER, 'MANAGE', false],
    ] as const) {
      const token = await withToken(app, who, { scope });
      expect(await positionOf(token)).toEqual({ ...(isExact ? EXACT : ROUNDED), isExact });
    }
  });

  it('and the register of treatments does not tell a token that only reads', async () => {
    await treat(ana, await ana.beehive(apiary));
    for (const [scope, shows] of [
      ['READ', false],
      ['RECORD', false],
      ['MANAGE', true],
    ] as const) {
      const token = await withToken(app, ana, { scope });
      expect((await pageOf(token)).includes('12.34567, -71.98765')).toBe(shows);
    }
  });
});

it('an archive restores it exactly', async () => {
  const [luz, other] = [await beekeeper(app), await beekeeper(app)];
  const place = { elevation: 640, country: 'ES', municipality: 'Cervera', registerNumber: 'ES250720000012' };
  await luz.apiary({ name: 'Kept', position: EXACT, ...place, mobility: 'MIGRATORY', forage: 'Romero' });
  await luz.apiary({ name: 'Without a place' });
  const { results } = await restore(await contextOf(app, other.id), await linesOf(await exportArchive(luz)));
  expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['DONE']));
  const all = `{ apiaries(orderBy: { field: NAME, direction: ASC }) { nodes { name ${POSITION} elevation country municipality registerNumber mobility forage } } }`;
  expect(await other.ask(all)).toEqual(await luz.ask(all));
});

it.each([
  { latitude: 91 },
  { longitude: -181 },
  { latitude: null },
  { country: 'XX' },
  { elevation: 10_000 },
  { mobility: 'FLYING' },
])('an archive with %j is not restored', async (wrong) => {
  const [luz, other] = [await beekeeper(app), await beekeeper(app)];
  await luz.apiary({ name: 'Kept', position: EXACT });
  const lines = (await linesOf(await exportArchive(luz))).map((line) =>
    line.type === 'row' && 'latitude' in line.cells ? { ...line, cells: { ...line.cells, ...wrong } } : line,
  );
  await restore(await contextOf(app, other.id), lines as typeof lines, true);
  expect((await other.ask('{ apiaries { totalCount } }')).apiaries.totalCount).toBe(0);
});

it('a phone pushes it, once, and its copy has it by role', async () => {
  const id = crypto.randomUUID();
  const push = (mutation: object, key: string) =>
    ana.ask(`mutation ($input: ExecuteOperationsInput!) { executeOperations(input: $input) { results { status } } }`, {
      input: { operations: [{ key, mutation }] },
    });
  const create = { createApiary: { newId: id, name: 'Pushed', position: EXACT, country: 'ES' } };
  for (const _ of [1, 2]) await push(create, 'one');
  expect(await positionOf(ana, id)).toEqual({ ...EXACT, isExact: true });
  await push({ updateApiary: { id, position: { latitude: 1, longitude: 2 } } }, 'two');
  const changes = `{ changes { changes { recordId node { ... on Apiary { ${POSITION} } } } } }`;
  const nodeOf = async (who: Beekeeper, recordId: string) =>
    (await who.ask(changes)).changes.changes.find((one: { recordId: string }) => one.recordId === recordId).node;
  expect(await nodeOf(ana, id)).toEqual({ position: { latitude: 1, longitude: 2, isExact: true } });
  expect(await nodeOf(members.WORKER, apiary)).toEqual({ position: { ...ROUNDED, isExact: false } });
});

describe('what is recorded', () => {
  it('all of a place, and nothing that is not sent', async () => {
    const place = {
      ...{ elevation: 640, country: 'ES', municipality: 'Cervera', registerNumber: 'ES250720000012' },
      ...{ mobility: 'MIGRATORY', forage: 'Romero' },
    };
    const id = await ana.apiary({ ...place, position: { latitude: 41.6655, longitude: 1.2713 } });
    const whole = { ...place, position: { latitude: 41.6655, longitude: 1.2713, isExact: true } };
    expect((await ana.ask(READ, { id })).apiary).toEqual(whole);
    await ana.ask(UPDATE, { input: { id, name: 'Renamed' } });
    expect((await ana.ask(READ, { id })).apiary).toEqual(whole);
    const cleared = Object.fromEntries([...Object.keys(place), 'position'].map((name) => [name, null]));
    await ana.ask(UPDATE, { input: { id, ...cleared } });
    expect((await ana.ask(READ, { id })).apiary).toEqual(cleared);
    expect((await ana.ask(READ, { id: await ana.apiary() })).apiary).toEqual(cleared);
  });

  it.each([
    [
      'more than five decimals',
      { latitude: 12.3456789, longitude: -71.9876549 },
      { latitude: 12.34568, longitude: -71.98765 },
    ],
    ['less than a unit', { latitude: -0.000004, longitude: 0.000005 }, { latitude: 0, longitude: 0.00001 }],
    ['the corners', { latitude: -90, longitude: 180 }, { latitude: -90, longitude: 180 }],
  ])('%s', async (_name, position, stored) => {
    const { updateApiary } = await ana.ask(UPDATE, { input: { id: await ana.apiary(), position } });
    expect(updateApiary.apiary.position).toEqual({ ...stored, isExact: true });
  });

  it.each([
    [{ position: { latitude: 91, longitude: 0 } }, 'position.latitude must be from -90 to 90'],
    [{ position: { latitude: 0, longitude: -180.5 } }, 'position.longitude must be from -180 to 180'],
    [{ elevation: 9001 }, 'elevation must be a whole number from -500 to 9000'],
    [{ country: 'XX' }, 'must be the code of a country'],
    [{ registerNumber: 'x'.repeat(51) }, 'registerNumber must have at most 50 characters'],
    [{ municipality: 'x'.repeat(201) }, 'municipality must have at most 200 characters'],
    [{ position: { latitude: 1 } }, 'position.longitude'],
    [{ mobility: 'FLYING' }, 'mobility'],
  ])('%j is refused', async (fields, message) => {
    for (const answer of [
      await ana.graphql(UPDATE, { input: { id: apiary, ...fields } }),
      await ana.graphql('mutation ($input: CreateApiaryInput!) { createApiary(input: $input) { apiary { id } } }', {
        input: { name: 'A', ...fields },
      }),
    ]) {
      expect(answer.errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
      expect(answer.errors?.[0]?.message).toContain(message);
    }
    expect(await positionOf(ana)).toEqual({ ...EXACT, isExact: true });
  });

  it('by managers, not by those below', async () => {
    const position = { latitude: 12.34567, longitude: -71.98765 };
    for (const role of ROLES) {
      const answer = await members[role].graphql(UPDATE, { input: { id: apiary, position } });
      expect(refusalOf(answer)).toBe(role === 'MANAGER' ? undefined : 'FORBIDDEN ROLE_TOO_LOW');
    }
  });

  it('once, if it is sent again under its id, and not over a change of others', async () => {
    const input = { newId: crypto.randomUUID(), name: 'Repeated', position: EXACT };
    for (const _ of [1, 2]) expect(await ana.apiary(input)).toBe(input.newId);
    const other = { ...input, position: { ...EXACT, longitude: 1 } };
    const create = 'mutation ($input: CreateApiaryInput!) { createApiary(input: $input) { apiary { id } } }';
    expect(refusalOf(await ana.graphql(create, { input: other }))).toBe('CONFLICT ID_TAKEN');
    const move = (position: object) =>
      ana.graphql(UPDATE, { input: { id: input.newId, expectedVersion: 1, position } });
    expect(refusalOf(await move({ latitude: 1, longitude: 1 }))).toBeUndefined();
    expect(refusalOf(await move({ latitude: 2, longitude: 2 }))).toBe('CONFLICT VERSION_CONFLICT');
    expect(await positionOf(ana, input.newId)).toMatchObject({ latitude: 1, longitude: 1 });
  });
});
