// The names of hives, as clients of both APIs write and read them, and what hives are called.
import { describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { contextOf, exportArchive, exportJson, linesOf, restore as restoreArchive } from '../../support/archives.js';
import { daysAgo, done, lose, move, readHive, revive, split, unite } from '../../support/colonies.js';
import { remove, restore, restored } from '../../support/deletions.js';
import { extractText } from '../../support/pdf.js';
import { expectBadInput, expectGraphqlRefused, expectRefused } from '../../support/refusals.js';
import { beekeeper, treat } from '../../support/world.js';
import { ana, app, bea, change, create, list, read, update } from './beehives.fixture.js';

const TAKEN = { status: 409, code: 'BEEHIVE_NAME_TAKEN' };
const causeOf = ({ errors }: { errors?: { extensions: object }[] | undefined }) => {
  const { reason, fields } = errors![0]!.extensions as { reason: string; fields: { field: string }[] };
  return [reason, ...fields.map(({ field }) => field)];
};
const CREATE =
  'mutation ($beehives: [CreateBeehiveInput!]!) { createBeehives(input: { beehives: $beehives }) { beehives { id label } } }';
const MOVE = 'mutation ($input: MoveBeehivesInput!) { moveBeehives(input: $input) { beehives { id label } } }';

describe('a name', () => {
  it('is set, read, changed and cleared over both APIs, and the label follows', async () => {
    const { status, body } = await create({ apiary_id: await ana.apiary(), hive_number: 4, name: '  22-018 ' });
    expect([status, body.name, body.label]).toEqual([201, '22-018', '22-018']);
    const { id } = body;
    expect(await readHive(ana, id)).toMatchObject({ beehiveNumber: 4, name: '22-018', label: '22-018' });
    expect((await change(id, { name: 'Nuc   3' })).body).toMatchObject({
      name: 'Nuc 3',
      label: 'Nuc 3',
      hive_number: 4,
    });
    expect((await change(id, { hive_number: 5 })).body).toMatchObject({ name: 'Nuc 3', label: 'Nuc 3' });
    expect(await update(id, { name: 'Ñandú' })).not.toHaveProperty('errors');
    expect(await read(id)).toMatchObject({ name: 'Ñandú', label: 'Ñandú', hive_number: 5 });
    // Words of a hive that are written as enums are another statement.
    expect(await update(id, { name: 'Maple', health: 'HEALTHY' })).not.toHaveProperty('errors');
    expect(await read(id)).toMatchObject({ name: 'Maple', label: 'Maple' });
    expect((await change(id, { name: null })).body).toMatchObject({ name: null, label: '5' });
    expect((await change(id, { hive_number: null })).body).toMatchObject({ name: null, label: id.slice(-8) });
    expect((await change(id, { name: 'Oak' })).body.label).toBe('Oak');
    expect((await change(id, { name: ' \u00a0 ' })).body).toMatchObject({ name: null, label: id.slice(-8) });
  });

  it.each([
    ['é'.repeat(61), 'must have at most 60 characters'],
    ['two\nlines', 'must not contain control characters'],
    ['tab\there', 'must not contain control characters'],
  ])('%j is refused, naming the field', async (name, problem) => {
    const apiary = await ana.apiary();
    const answer = await create({ apiary_id: apiary, name });
    expectBadInput(answer, 'name');
    expect((answer.body as unknown as { message: string }).message).toBe(`name ${problem}`);
    expectGraphqlRefused(await update(await ana.beehive(apiary), { name }), { code: 'BAD_USER_INPUT', field: 'name' });
    expect((await create({ apiary_id: apiary, name: '🐝'.repeat(60) })).body.name).toBe('🐝'.repeat(60));
  });

  it('is unique among the living hives of its apiary, ignoring case', async () => {
    const [apiary, other] = [await ana.apiary(), await ana.apiary()];
    const first = await ana.beehive(apiary, { name: 'Ñu' });
    expectRefused(await create({ apiary_id: apiary, name: ' ñU ' }), {
      ...TAKEN,
      message: 'The apiary already has a hive with this name',
    });
    const second = await ana.beehive(apiary, { name: 'Oak' });
    expect(causeOf(await update(second, { name: 'ÑU' }))).toEqual(['BEEHIVE_NAME_TAKEN', 'name']);
    expect(causeOf(await split(ana, { id: second, name: 'ñu' }))).toEqual(['BEEHIVE_NAME_TAKEN', 'name']);
    expect((await change(first, { name: 'ñu' })).body.name).toBe('ñu');
    expect((await create({ apiary_id: other, name: 'Ñu' })).status).toBe(201);
    for (const _ of [1, 2]) expect((await create({ apiary_id: apiary, name: null })).status).toBe(201);
    expect(await list(apiary)).toHaveLength(4);
  });

  it('of an ended hive may be used again; then it returns under another one', async () => {
    const apiary = await ana.apiary();
    const lost = await ana.beehive(apiary, { name: 'Maple' });
    await done(lose(ana, { id: lost, cause: 'STARVED' }));
    const next = await ana.beehive(apiary, { name: 'maple' });
    expect(causeOf(await revive(ana, lost))).toEqual(['BEEHIVE_NAME_TAKEN', 'name']);
    expect(causeOf(await revive(ana, lost, { name: 'MAPLE' }))).toEqual(['BEEHIVE_NAME_TAKEN', 'name']);
    expect(await done(revive(ana, lost, { name: 'Maple 2' }))).toMatchObject({ name: 'Maple 2', label: 'Maple 2' });
    expect(await readHive(ana, next)).toMatchObject({ label: 'maple' });
  });

  it('goes to exactly one of ten hives that are created with it concurrently', async () => {
    const apiary = await ana.apiary();
    const names = ['Maple', 'MAPLE', 'maple', 'mApLe', 'MaPlE'].flatMap((name) => [name, name]);
    const answers = await Promise.all(names.map((name) => create({ apiary_id: apiary, name })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(9).fill(409)]);
    expect(await list(apiary)).toHaveLength(1);
  });

  it('of many hives: the refusal names each that is taken, also if requests race', async () => {
    const apiary = await ana.apiary();
    await ana.beehive(apiary, { name: 'Oak', beehiveNumber: 1 });
    const of = (fields: object) => ({ apiaryId: apiary, ...fields });
    const clashes = [of({ name: 'A) b)=(c' }), of({ name: 'oak' }), of({ name: 'a) B)=(C' }), of({ beehiveNumber: 1 })];
    const paths = ['beehives.1.name', 'beehives.2.name', 'beehives.3.beehiveNumber'];
    expect(causeOf(await ana.graphql(CREATE, { beehives: clashes }))).toEqual(['BEEHIVE_NAME_TAKEN', ...paths]);
    const beehives = [of({}), of({ name: 'A) b)=(C' })];
    const answers = await Promise.all(Array.from({ length: 5 }, () => ana.graphql(CREATE, { beehives })));
    const refused = answers.filter(({ errors }) => errors);
    expect(refused).toHaveLength(4);
    for (const answer of refused) expect(causeOf(answer)).toEqual(['BEEHIVE_NAME_TAKEN', 'beehives.1.name']);
  });
});

describe('a hive that moves', () => {
  it('is refused where its name is taken, and may get another one', async () => {
    const [from, to] = [await ana.apiary(), await ana.apiary()];
    const hive = await ana.beehive(from, { name: 'Oak', beehiveNumber: 7 });
    await ana.beehive(to, { name: 'OAK' });
    const there = { id: hive, apiaryId: to };
    expectRefused(await change(hive, { apiary_id: to }), TAKEN);
    expect(causeOf(await move(ana, there))).toEqual(['BEEHIVE_NAME_TAKEN', 'name']);
    await ana.beehive(to, { beehiveNumber: 7 });
    expect(causeOf(await move(ana, { ...there, name: 'Elm' }))).toEqual(['BEEHIVE_NUMBER_TAKEN', 'beehiveNumber']);
    const moved = await done(move(ana, { ...there, name: 'Elm', beehiveNumber: 8 }));
    expect(moved).toMatchObject({ apiaryId: to, name: 'Elm', label: 'Elm', beehiveNumber: 8 });
  });

  it('in a load is named by the refusal', async () => {
    const [from, other, to] = [await ana.apiary(), await ana.apiary(), await ana.apiary()];
    const ids = [await ana.beehive(from, { name: 'Oak' }), await ana.beehive(from, { beehiveNumber: 3 })];
    ids.push(await ana.beehive(other, { name: 'oak' }), await ana.beehive(other, { name: 'Elm' }));
    await ana.beehive(to, { beehiveNumber: 3 });
    const input = { ids, apiaryId: to };
    const refusal = await ana.graphql(MOVE, { input });
    expect(causeOf(refusal)).toEqual(['BEEHIVE_NUMBER_TAKEN', 'ids.1', 'ids.2']);
    expect(refusal.errors![0]!.extensions.fields).toMatchObject([
      { message: 'has the number of another hive' },
      { message: 'has the name of another hive' },
    ]);
    const { moveBeehives } = await ana.ask(MOVE, { input: { ...input, ids: [ids[0], ids[3]] } });
    expect(moveBeehives.beehives.map(({ label }: { label: string }) => label)).toEqual(['Oak', 'Elm']);
  });
});

it('a deleted hive returns under another name, if a hive has its own', async () => {
  const apiary = await ana.apiary();
  const deletion = await remove(ana, 'deleteBeehive', await ana.beehive(apiary, { name: 'Oak' }));
  expect(deletion).toMatchObject({ kind: 'BEEHIVE', label: 'Oak' });
  await ana.beehive(apiary, { name: 'oak' });
  expect(causeOf(await restore(ana, deletion.id))).toEqual(['BEEHIVE_NAME_TAKEN', 'name']);
  await restored(ana, deletion.id, { name: ' Oak 2' });
  expect(await readHive(ana, deletion.recordId)).toMatchObject({ name: 'Oak 2', label: 'Oak 2' });
});

describe('what a hive is called', () => {
  it('in its colony events, also after it was renamed', async () => {
    const apiary = await ana.apiary();
    const source = await ana.beehive(apiary, { name: 'Maple', broodFrames: 8 });
    const child = await done(split(ana, { id: source, name: 'Nuc 3', broodFrames: 2 }));
    expect(child).toMatchObject({ name: 'Nuc 3', label: 'Nuc 3', broodFrames: 2, version: 1 });
    await done(unite(ana, { id: child.id, intoBeehiveId: source }));
    await update(source, { name: 'Old maple' });
    const labelsOf = async (id: string) =>
      (await readHive(ana, id)).colonyEvents.nodes.map(({ otherBeehiveLabel }) => otherBeehiveLabel);
    expect([await labelsOf(child.id), await labelsOf(source)]).toEqual([
      ['Maple', 'Maple'],
      ['Nuc 3', 'Nuc 3'],
    ]);
    const { errors } = await update(child.id, { name: 'x' });
    expect(errors).toMatchObject([{ message: expect.stringMatching(/^Hive Nuc 3 ended on/) }]);
  });

  it('in its timeline and the log, which say how it was renamed', async () => {
    const who = await beekeeper(app);
    const apiary = await who.apiary();
    const hive = await who.beehive(apiary, { beehiveNumber: 3 });
    await update(hive, { name: 'Maple' }, who);
    await change(hive, { name: 'Oak' }, who);
    const { beehive, apiary: at } = await who.ask(
      `query ($hive: ID!, $apiary: ID!) {
        beehive(id: $hive) { version timeline { nodes { kind changes { field from to } } } }
        apiary(id: $apiary) { changeLog(first: 3) { nodes { action label title(language: EN) changes { field to } } } }
      }`,
      { hive, apiary },
    );
    expect(beehive.version).toBe(3);
    expect(beehive.timeline.nodes.slice(0, 2)).toEqual([
      { kind: 'CHANGED', changes: [{ field: 'name', from: 'Maple', to: 'Oak' }] },
      { kind: 'CHANGED', changes: [{ field: 'name', from: null, to: 'Maple' }] },
    ]);
    expect(at.changeLog.nodes).toEqual([
      { action: 'UPDATED', label: 'Oak', title: 'Changed: Beehive “Oak”', changes: [{ field: 'name', to: 'Oak' }] },
      {
        action: 'UPDATED',
        label: 'Maple',
        title: 'Changed: Beehive “Maple”',
        changes: [{ field: 'name', to: 'Maple' }],
      },
      { action: 'CREATED', label: '3', title: 'Created: Beehive “3”', changes: [] },
    ]);
    const stale = await update(hive, { name: 'Elm', expectedVersion: 1 }, who);
    expect(stale.errors![0]!.extensions).toMatchObject({ current: { changedFields: ['name'] } });
    const { changes } = await who.ask('{ changes { changes { node { ... on Beehive { name label } } } } }');
    expect(changes.changes.map(({ node }: { node: object }) => node)).toContainEqual({ name: 'Oak', label: 'Oak' });
  });

  it('in lists, the worklist, tasks, treatments, documents and the movement book; the search finds it', async () => {
    const who = await beekeeper(app);
    const apiary = await who.apiary();
    const hive = await who.beehive(apiary, { name: 'La Grande', beehiveNumber: 12 });
    const nameless = await who.beehive(apiary);
    for (const name of ['3B', '3A']) await who.beehive(apiary, { name });
    await who.beehive(apiary, { beehiveNumber: 2 });
    expect((await list(apiary, who)).map(({ label }) => label)).toEqual([
      '2',
      'La Grande',
      ...['3A', '3B', nameless.slice(-8)].sort(),
    ]);
    await treat(who, hive);
    const { createTask } = await who.ask(
      `mutation ($input: CreateTaskInput!) { createTask(input: $input) { task { beehives { label } } } }`,
      { input: { apiaryId: apiary, title: 'Look', kind: 'INSPECT', beehiveIds: [hive, nameless] } },
    );
    expect(createTask.task.beehives).toEqual([{ label: 'La Grande' }, { label: nameless.slice(-8) }]);
    const { worklist, treatments, search, movementBook, descending } = await who.ask(
      `{ worklist(filter: { kinds: [OVERDUE_INSPECTION] }) { nodes { title(language: ES) } }
        treatments { nodes { beehiveLabel } }
        search(text: "gRANDE") { nodes { ... on Beehive { id label } } }
        movementBook { nodes { beehiveLabels } }
        descending: beehives(orderBy: { field: BEEHIVE_NUMBER, direction: DESC }, filter: { search: "3" }) { nodes { label } } }`,
    );
    expect(worklist.nodes).toContainEqual({ title: 'La colmena La Grande nunca se ha inspeccionado' });
    expect(treatments.nodes).toContainEqual({ beehiveLabel: 'La Grande' });
    expect(search.nodes).toEqual([{ id: hive, label: 'La Grande' }]);
    expect(movementBook.nodes[0].beehiveLabels.slice(0, 2)).toEqual(['2', 'La Grande']);
    expect(descending.nodes).toEqual([{ label: '3B' }, { label: '3A' }]);

    const text = async (path: string, language = 'en'): Promise<string> =>
      (await who.rest<string>('GET', path, undefined, { 'accept-language': language })).body;
    const [headings, , second] = parse(await text('/lists/beehives', 'es'), { bom: true }) as string[][];
    expect(headings!.slice(1, 3)).toEqual(['Colmena', 'Número']);
    expect(second!.slice(1, 3)).toEqual(['La Grande', '12']);
    for (const name of ['placements', 'treatments', 'mite-counts'])
      expect(await text(`/lists/${name}`)).toContain('La Grande');
    const response = await fetch(`${who.url}/api/v1/reports/season/pdf`, {
      headers: { authorization: `Bearer ${who.token}` },
    });
    expect(extractText(Buffer.from(await response.arrayBuffer()))).toContain('La Grande');
  });

  it('in an archive, which another account restores', async () => {
    const [who, other] = [await beekeeper(app), await beekeeper(app)];
    const apiary = await who.apiary();
    const hive = await who.beehive(apiary, { name: 'Maple', broodFrames: 4 });
    await done(split(who, { id: hive, name: 'Nuc 3', broodFrames: 1, splitOn: daysAgo(0) }));
    await restoreArchive(await contextOf(app, other.id), await linesOf(await exportArchive(who)));
    const [before, after] = [await exportJson(who), await exportJson(other)];
    const namesOf = ({ beehives }: Awaited<ReturnType<typeof exportJson>>) => beehives!.map(({ name }) => name).sort();
    expect(namesOf(after)).toEqual(['Maple', 'Nuc 3']);
    expect(namesOf(before)).toEqual(namesOf(after));
  });
});

it('a member without the role cannot rename', async () => {
  const hive = await ana.beehive(await ana.apiary(), { name: 'Maple' });
  expectRefused(await change(hive, { name: 'Mine' }, bea), { status: 404, code: 'NOT_FOUND' });
  expect(await read(hive)).toMatchObject({ name: 'Maple' });
});
