// The versions of records, and changes that a client makes only to the version that it has.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { buildSchema, type GraphQLObjectType, isInputObjectType } from 'graphql';
import { expectLogExact, trackedTables } from '../support/change-log.js';
import {
  type GraphqlAnswer,
  isOfRequest,
  queriesOf,
  startTestApp,
  statementsOf,
  type TestApp,
} from '../support/client.js';
import { ROLE_TOO_LOW, refusalOf, share } from '../support/members.js';
import { expectLikeMissing } from '../support/missing-ids.js';
import { type Home, readVersioned, remove, update, VERSIONED, type VersionedType } from '../support/versioned.js';
import { type Beekeeper, beekeeper, treat } from '../support/world.js';

const CONFLICT = 'CONFLICT VERSION_CONFLICT';
const TYPES = Object.keys(VERSIONED) as VersionedType[];
const CHANGED = TYPES.filter((type) => 'update' in VERSIONED[type]);

let app: TestApp;
let ana: Beekeeper;
let home: Home;
beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
  home = await createHome(ana);
});
afterAll(async () => {
  await expectLogExact(app.database);
  await app.close();
});

async function createHome(owner: Beekeeper): Promise<Home> {
  const apiary = await owner.apiary();
  return { apiary, beehive: await owner.beehive(apiary) };
}
const create = (type: VersionedType, owner = ana, at = home): Promise<string> => VERSIONED[type].create(owner, at);
/** What the error says of the current record. */
const currentOf = ({ errors }: GraphqlAnswer<unknown>): unknown =>
  (errors![0]!.extensions as unknown as { current: unknown }).current;

describe.each(CHANGED)('the version of %s', (type) => {
  it('is 1 first, and each change adds 1, with or without an expected version', async () => {
    const id = await create(type);
    expect((await readVersioned(ana, type, id))!.version).toBe(1);
    for (const [i, version] of [undefined, 2, null, 4].entries()) {
      const text = `change ${i}`;
      const { data } = await update(ana, type, { id, text, ...(version !== undefined && { version }) });
      expect(data.changed!.version).toBe(i + 2);
      expect(await readVersioned(ana, type, id)).toMatchObject({ version: i + 2, text });
    }
  });

  it('of a change that changes nothing is that of the record', async () => {
    const id = await create(type);
    const { data } = await update(ana, type, { id, text: 'First', version: 1 });
    expect(data.changed!.version).toBe((await readVersioned(ana, type, id))!.version);
  });

  it('that is not the expected one: the change is refused, with what is needed to merge', async () => {
    const id = await create(type);
    await update(ana, type, { id, text: 'Second' });
    const before = await readVersioned(ana, type, id);
    const answer = await update(ana, type, { id, text: 'Third', version: 1 });
    expect(refusalOf(answer)).toBe(CONFLICT);
    expect(currentOf(answer)).toEqual({
      id,
      version: 2,
      updatedAt: before!.updatedAt,
      changedFields: [VERSIONED[type as 'Apiary'].field, ...(type === 'Inspection' ? ['answers'] : [])],
      changedBy: [{ id: ana.id, name: 'bee' }],
    });
    expect(await readVersioned(ana, type, id)).toEqual(before);
  });

  it.each([0, -1, 2, 2_147_483_647])('is not %d: the change is refused', async (version) => {
    const id = await create(type);
    const answer = await update(ana, type, { id, text: 'Second', version });
    expect(refusalOf(answer)).toBe(CONFLICT);
    expect(currentOf(answer)).toMatchObject({ version: 1, changedBy: [] });
    expect(await readVersioned(ana, type, id)).toMatchObject({ version: 1, text: 'First' });
  });

  it('lets exactly one of several concurrent changes succeed', async () => {
    const id = await create(type);
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => update(ana, type, { id, text: `change ${n}`, version: 1 })),
    );
    const refusals = answers.map(refusalOf);
    expect(refusals.filter((refusal) => refusal === undefined)).toHaveLength(1);
    expect(refusals.filter((refusal) => refusal === CONFLICT)).toHaveLength(5);
    expect(await readVersioned(ana, type, id)).toMatchObject({
      version: 2,
      text: `change ${refusals.indexOf(undefined)}`,
    });
  });
});

describe.each(TYPES)('the deletion of %s', (type) => {
  it('is refused for another version, and succeeds for its own', async () => {
    const at = type === 'Apiary' ? home : await createHome(ana);
    const id = await create(type, ana, at);
    const answer = await remove(ana, type, { id, version: 9 });
    expect(refusalOf(answer)).toBe(CONFLICT);
    expect(currentOf(answer)).toMatchObject({ version: 1 });
    expect(await readVersioned(ana, type, id)).toMatchObject({ version: 1 });
    expect((await remove(ana, type, { id, version: 1 })).data).toEqual({ removed: id });
    expect(await readVersioned(ana, type, id)).toBeNull();
  });

  it('that is repeated succeeds, whatever version it expects', async () => {
    const id = await create(type, ana, await createHome(ana));
    await remove(ana, type, { id, version: null });
    for (const version of [1, 7, null]) expect((await remove(ana, type, { id, version })).data.removed).toBe(id);
  });

  it('and its update look the same to another account as for a missing record, whatever version is expected', async () => {
    const id = await create(type);
    const eva = await beekeeper(app);
    for (const version of [1, 7]) {
      await expectLikeMissing((who, one) => remove(who, type, { id: one, version }), eva, id);
      if ('update' in VERSIONED[type])
        await expectLikeMissing((who, one) => update(who, type, { id: one, text: 'x', version }), eva, id);
    }
    expect(await readVersioned(ana, type, id)).toMatchObject({ version: 1 });
  });

  it('and its update are FORBIDDEN to members with too low a role, before the version is compared', async () => {
    const eva = await beekeeper(app);
    const at = await createHome(ana);
    const id = await create(type, ana, at);
    await share(ana, type === 'Apiary' ? id : at.apiary, eva, VERSIONED[type].lowRole);
    for (const version of [1, 7]) {
      expect(refusalOf(await remove(eva, type, { id, version }))).toBe(ROLE_TOO_LOW);
      if ('update' in VERSIONED[type])
        expect(refusalOf(await update(eva, type, { id, text: 'x', version }))).toBe(ROLE_TOO_LOW);
    }
    expect(await readVersioned(ana, type, id)).toMatchObject({ version: 1 });
  });
});

describe('a conflict', () => {
  it('names the fields that changed since, once each, and the people, the latest first, without their addresses', async () => {
    const at = await createHome(ana);
    const [ben, eva] = [await beekeeper(app), await beekeeper(app)];
    for (const member of [ben, eva]) {
      await share(ana, at.apiary, member, 'WORKER');
      await member.rest('PUT', `/users/${member.id}`, { username: member === ben ? 'Ben' : 'Eva' });
    }
    const change = (who: Beekeeper, input: object) =>
      who.graphql(
        'mutation ($id: ID!, $input: UpdateBeehiveInput!) { updateBeehive(id: $id, input: $input) { version } }',
        { id: at.beehive, input },
      );
    await change(ana, { beehiveNumber: 4 });
    await change(ben, { foodFrames: 1, health: 'HEALTHY' });
    await change(eva, { foodFrames: 2 });
    await change(ben, { foodFrames: 3 });
    const answer = await change(eva, { foodFrames: 9, expectedVersion: 2 });
    expect(currentOf(answer)).toMatchObject({
      version: 5,
      changedFields: ['foodFrames', 'healthStatus'],
      changedBy: [
        { id: ben.id, name: 'Ben' },
        { id: eva.id, name: 'Eva' },
      ],
    });
    expect(JSON.stringify(answer)).not.toContain('@');
  });

  it('is in the language of the client', async () => {
    const id = await create('Apiary');
    const response = await fetch(`${app.url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${ana.token}`,
        'accept-language': 'es',
      },
      body: JSON.stringify({
        query: `mutation { updateApiary(id: "${id}", input: { name: "x", expectedVersion: 5 }) { id } }`,
      }),
    });
    const { errors } = (await response.json()) as GraphqlAnswer<unknown>;
    expect(errors![0]!.message).toBe('El registro cambió desde la versión que usted tiene: combine su cambio con él');
  });

  it('knows no fields of a hive that has come from another apiary, and nobody who changed it there', async () => {
    const [first, second] = [await createHome(ana), await createHome(ana)];
    const ben = await beekeeper(app);
    await share(ana, first.apiary, ben, 'WORKER');
    await update(ben, 'Beehive', { id: first.beehive, text: 'Second' });
    const move = (input: object) =>
      ana.graphql(
        'mutation ($id: ID!, $input: UpdateBeehiveInput!) { updateBeehive(id: $id, input: $input) { version } }',
        { id: first.beehive, input: { apiaryId: second.apiary, ...input } },
      );
    expect(refusalOf(await move({ expectedVersion: 1 }))).toBe(CONFLICT);
    expect((await move({ expectedVersion: 2 })).data.updateBeehive.version).toBe(3);
    const answer = await update(ana, 'Beehive', { id: first.beehive, text: 'Third', version: 1 });
    expect(currentOf(answer)).toMatchObject({ version: 3, changedFields: null, changedBy: [{ id: ana.id }] });
    const since = await update(ana, 'Beehive', { id: first.beehive, text: 'Third', version: 2 });
    expect(currentOf(since)).toMatchObject({ changedFields: ['apiaryId'] });
    // With the id of its apiary, as the mobile app sends it.
    expect(refusalOf(await move({ foodFrames: 2, expectedVersion: 2 }))).toBe(CONFLICT);
    expect((await move({ foodFrames: 2, expectedVersion: 3 })).data.updateBeehive.version).toBe(4);
  });

  it('rolls back the whole operation under an Idempotency-Key, which can be used again', async () => {
    const [one, two] = [await create('Apiary'), await create('Apiary')];
    const send = async (version: number) => {
      const response = await fetch(`${app.url}/graphql`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${ana.token}`,
          'idempotency-key': one,
        },
        body: JSON.stringify({
          query: `mutation ($version: Int) {
            a: updateApiary(id: "${one}", input: { name: "A" }) { version }
            b: updateApiary(id: "${two}", input: { name: "B", expectedVersion: $version }) { version } }`,
          variables: { version },
        }),
      });
      return (await response.json()) as GraphqlAnswer<unknown>;
    };
    expect(refusalOf(await send(4))).toBe(CONFLICT);
    expect(await readVersioned(ana, 'Apiary', one)).toMatchObject({ version: 1, text: 'First' });
    expect((await send(1)).data).toEqual({ a: { version: 2 }, b: { version: 2 } });
    expect((await send(1)).data).toEqual({ a: { version: 2 }, b: { version: 2 } });
  });
});

describe('a version', () => {
  it('of a draft counts each time that it is saved, also if only answers differ', async () => {
    const id = await create('Inspection');
    const { createQuestion: question } = await ana.ask(
      `mutation { createQuestion(input: { apiaryId: "${home.apiary}", text: "Mites?" }) { id } }`,
    );
    const save = (text: string, expectedVersion: number) =>
      ana.graphql(
        `mutation ($id: ID!, $input: UpdateInspectionDraftInput!) {
          updateInspectionDraft(id: $id, input: $input) { version answers { text } } }`,
        { id, input: { answers: [{ questionId: question.id, text }], notes: 'First', expectedVersion } },
      );
    expect((await save('None', 1)).data.updateInspectionDraft.version).toBe(2);
    expect((await save('Two', 2)).data.updateInspectionDraft).toEqual({ version: 3, answers: [{ text: 'Two' }] });
    const refused = await save('Three', 2);
    expect(refusalOf(refused)).toBe(CONFLICT);
    // The log does not say whether they have changed; they may have.
    expect(currentOf(refused)).toMatchObject({ version: 3, changedFields: ['answers'] });
    expect((await ana.ask(`{ inspection(id: "${id}") { answers { text } } }`)).inspection.answers).toEqual([
      { text: 'Two' },
    ]);
    const complete = (version: number) =>
      ana.graphql(`mutation { completeInspection(id: "${id}", expectedVersion: ${version}) { version status } }`);
    expect(refusalOf(await complete(2))).toBe(CONFLICT);
    expect((await complete(3)).data.completeInspection).toEqual({ version: 4, status: 'COMPLETED' });
    expect(refusalOf(await complete(3))).toBe(CONFLICT);
    expect((await complete(4)).data.completeInspection).toEqual({ version: 4, status: 'COMPLETED' });
  });

  it('of an item does not count its movements, which add up in any order', async () => {
    const id = await create('InventoryItem');
    const { adjustStock: item } = await ana.ask(
      `mutation { adjustStock(input: { itemId: "${id}", amount: 5 }) { version quantity } }`,
    );
    expect(item).toEqual({ version: 1, quantity: 5 });
    const { data } = await ana.graphql(
      `mutation { updateInventoryItem(id: "${id}", input: { quantity: 3, supplier: "Ana", expectedVersion: 1 }) { version quantity } }`,
    );
    expect(data.updateInventoryItem).toEqual({ version: 2, quantity: 3 });
  });

  it('of a hive counts a state that an inspection, a visit or a treatment records', async () => {
    const at = await createHome(ana);
    const version = async () => (await readVersioned(ana, 'Beehive', at.beehive))!.version;
    const state = 'beehive: { foodFrames: 5 }';
    await ana.ask(
      `mutation { recordInspection(input: { beehiveId: "${at.beehive}", answers: [], ${state} }) { version } }`,
    );
    expect(await version()).toBe(2);
    const other = await ana.beehive(at.apiary);
    await ana.ask(`mutation { recordVisit(input: { answers: [], beehives: [
      { beehiveId: "${at.beehive}", beehive: { foodFrames: 6 } }, { beehiveId: "${other}", ${state} }] }) { version } }`);
    expect([await version(), (await readVersioned(ana, 'Beehive', other))!.version]).toEqual([3, 2]);
    await ana.ask(
      `mutation { recordTreatment(input: { beehiveIds: ["${at.beehive}"], kind: "a", productName: "b", startedOn: "2026-05-01" }) { revision } }`,
    );
    expect(await version()).toBe(4);
  });

  it('of a question counts a new position, which is no field that changed', async () => {
    const at = await createHome(ana);
    const [first, second] = [await create('Question', ana, at), await create('Question', ana, at)];
    await ana.ask(`mutation { reorderQuestions(apiaryId: "${at.apiary}", order: ["${second}"]) { version } }`);
    const answer = await update(ana, 'Question', { id: first, text: 'x', version: 1 });
    expect(currentOf(answer)).toMatchObject({ version: 2, changedFields: [] });
    const { data } = await ana.graphql(
      `mutation { updateQuestion(id: "${first}", input: { position: 1, text: "y", expectedVersion: 2 }) { version position } }`,
    );
    expect(data.updateQuestion).toEqual({ version: 3, position: 1 });
  });

  it('of a treatment is its revision', async () => {
    const { treatment: id } = await treat(ana, home.beehive);
    const change = (field: string) => ana.graphql(`mutation { changed: ${field} { revision status } }`);
    const correct = (n: number) =>
      change(`correctTreatment(id: "${id}", input: { appliedBy: "${n}", reason: "Typo", expectedVersion: ${n} })`);
    const end = (n: number) =>
      change(`endTreatment(id: "${id}", input: { finalResult: "Good", expectedVersion: ${n} })`);
    const annul = (n: number) => change(`voidTreatment(id: "${id}", reason: "Wrong", expectedVersion: ${n})`);
    expect((await correct(1)).data.changed).toEqual({ revision: 2, status: 'ACTIVE' });
    for (const attempt of [await correct(1), await end(1), await annul(1), await annul(9)]) {
      expect(refusalOf(attempt)).toBe(CONFLICT);
      expect(currentOf(attempt)).toMatchObject({ version: 2, changedFields: null });
    }
    expect((await end(2)).data.changed).toEqual({ revision: 3, status: 'COMPLETED' });
    expect((await annul(3)).data.changed).toEqual({ revision: 4, status: 'VOIDED' });
    expect((await annul(1)).data.changed).toEqual({ revision: 4, status: 'VOIDED' });
  });

  it('of members and invitations is a field, too', async () => {
    const at = await createHome(ana);
    const eva = await beekeeper(app);
    await share(ana, at.apiary, eva, 'VIEWER');
    const change = `mutation { changeMemberRole(apiaryId: "${at.apiary}", userId: "${eva.id}", role: WORKER) { version } }`;
    expect((await ana.ask(change)).changeMemberRole.version).toBe(2);
    const { apiary } = await ana.ask(
      `{ apiary(id: "${at.apiary}") { members { nodes { version } } invitations { nodes { version } } } }`,
    );
    expect(apiary.members.nodes).toEqual([{ version: 2 }]);
  });
});

it('the state of a hive in an inspection or a visit can demand a version of the hive, too', async () => {
  const hives = [await create('Beehive'), await create('Beehive')];
  const RECORD = `mutation ($id: ID!, $state: BeehiveStateInput) {
    recordInspection(input: { beehiveId: $id, answers: [], beehive: $state }) { beehive { version foodFrames } } }`;
  const VISIT = `mutation ($hives: [VisitedBeehiveInput!]!) {
    recordVisit(input: { answers: [], beehives: $hives }) { beehive { version } } }`;
  const record = (state: object) => ana.graphql(RECORD, { id: hives[0], state });
  const visit = (versions: number[]) =>
    ana.graphql(VISIT, {
      hives: hives.map((beehiveId, i) => ({
        beehiveId,
        beehive: { foodFrames: 8, expectedVersion: versions[i] },
      })),
    });
  expect((await record({ foodFrames: 3, expectedVersion: 1 })).data).toEqual({
    recordInspection: { beehive: { version: 2, foodFrames: 3 } },
  });
  const stale = await record({ foodFrames: 4, expectedVersion: 1 });
  expect([refusalOf(stale), currentOf(stale)]).toEqual([
    CONFLICT,
    expect.objectContaining({ id: hives[0], version: 2, changedFields: ['foodFrames'] }),
  ]);
  const half = await visit([2, 7]);
  expect([refusalOf(half), currentOf(half)]).toEqual([CONFLICT, expect.objectContaining({ id: hives[1], version: 1 })]);
  const { inspections } = await ana.ask(
    `{ inspections: node(id: "${hives[0]}") { ... on Beehive { foodFrames inspections { totalCount } } } }`,
  );
  expect(inspections).toEqual({ foodFrames: 3, inspections: { totalCount: 1 } });
  expect((await visit([2, 1])).data.recordVisit).toEqual([{ beehive: { version: 3 } }, { beehive: { version: 2 } }]);
});

describe('the schema', () => {
  const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
  const inputs = Object.values(schema.getTypeMap()).filter(isInputObjectType);
  // The arguments of a mutation, as an operation of `push` has them, contain its input.
  const lacking = (prefix: RegExp, field: string): string[] =>
    inputs
      .filter(({ name }) => prefix.test(name) && !name.endsWith('Arguments'))
      .flatMap((type) => (type.getFields()[field] ? [] : [type.name]));

  it('has expectedVersion in each update and deletion of a record with a version', () => {
    // An account has no version.
    expect(lacking(/^Update/, 'expectedVersion')).toEqual(['UpdateProfileInput']);
    const deletions = Object.values(schema.getMutationType()!.getFields()).filter(({ name }) =>
      /^(delete|discard|unassign)/.test(name),
    );
    const without = deletions.filter(({ args }) => !args.some(({ name }) => name === 'expectedVersion'));
    expect(without.map(({ name }) => name)).toEqual(['deleteMyAccount']);
  });

  it('has an id in each input of a new record', () => {
    // A treatment of several hives has ids, a visit one for each hive.
    expect(lacking(/^(Create|Record)/, 'id')).toEqual(['RecordTreatmentInput', 'RecordVisitInput']);
    expect(lacking(/^VisitedBeehive/, 'id')).toEqual([]);
    expect(lacking(/^RecordTreatment/, 'ids')).toEqual([]);
  });

  it('has a version in each record whose changes are logged, except those that never change', () => {
    const tracked = trackedTables().flatMap(([entity, , insertsOnly]) => (insertsOnly ? [] : [entity]));
    expect(tracked.length).toBeGreaterThanOrEqual(10);
    for (const entity of tracked)
      expect([entity, String((schema.getType(entity) as GraphQLObjectType).getFields().version?.type)]).toEqual([
        entity,
        'Int!',
      ]);
  });
});

describe('the cost', () => {
  const statements = async (work: () => Promise<unknown>) => (await statementsOf(app.app, work)).filter(isOfRequest);

  it('of a matching version is one statement', async () => {
    for (const type of ['Apiary', 'Beehive'] as const) {
      const id = await create(type);
      const sent = await statements(() => update(ana, type, { id, text: 'Second', version: 1 }));
      expect(sent).toEqual([expect.stringMatching(/^update .*"version" = \$/s)]);
      expect(await statements(() => update(ana, type, { id, text: 'Third' }))).toEqual([
        expect.not.stringMatching(/"version" = \$/),
      ]);
    }
  });

  it('of a list with versions is that of plain columns', async () => {
    const list = '{ apiaries { nodes { id name version } } }';
    const queries = await queriesOf(app.app, () => ana.ask(list));
    expect(queries.filter(({ text }) => isOfRequest(text)).map(({ isRaw }) => isRaw)).toEqual([true]);
    const { apiaries } = await ana.ask(list);
    expect(apiaries.nodes.every(({ version }: { version: unknown }) => Number.isInteger(version))).toBe(true);
  });
});

describe('phones that change the same records', () => {
  interface Step {
    phone: number;
    kind: 'read' | 'write' | 'force' | 'remove';
    record: number;
  }
  const step: fc.Arbitrary<Step> = fc.record({
    phone: fc.nat({ max: 1 }),
    kind: fc.constantFrom('read', 'read', 'write', 'write', 'write', 'force', 'remove'),
    record: fc.nat({ max: 2 }),
  });

  /** The deletion of a question moves those after it, which is a new version of each. */
  const independent = CHANGED.filter((type) => type !== 'Question');

  it('never overwrite what they have not seen', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...independent),
        fc.array(step, { minLength: 8, maxLength: 25 }),
        async (type, steps) => {
          const at = await createHome(ana);
          const ids = [await create(type, ana, at), await create(type, ana, at), await create(type, ana, at)];
          const model = new Map(ids.map((id) => [id, { version: 1, text: 'First' }]));
          const seen = [new Map(ids.map((id) => [id, 1])), new Map(ids.map((id) => [id, 1]))];
          for (const { phone, kind, record } of steps) {
            const id = ids[record]!;
            const current = model.get(id);
            const version = seen[phone]!.get(id)!;
            if (kind === 'read') {
              const found = await readVersioned(ana, type, id);
              if (current) expect(found).toMatchObject(current);
              else expect(found).toBeNull();
              if (current) seen[phone]!.set(id, current.version);
            } else if (kind === 'remove') {
              const answer = await remove(ana, type, { id, version });
              if (current && current.version !== version) expect(refusalOf(answer)).toBe(CONFLICT);
              else {
                expect(answer.data.removed).toBe(id);
                model.delete(id);
              }
            } else {
              const text = randomUUID();
              const answer = await update(ana, type, { id, text, ...(kind === 'write' && { version }) });
              if (!current) expect(refusalOf(answer)).toBe('NOT_FOUND');
              else if (kind === 'write' && current.version !== version) expect(refusalOf(answer)).toBe(CONFLICT);
              else {
                expect(answer.data.changed!.version).toBe(current.version + 1);
                model.set(id, { version: current.version + 1, text });
                seen[phone]!.set(id, current.version + 1);
              }
            }
          }
          for (const id of ids) {
            const found = await readVersioned(ana, type, id);
            if (model.has(id)) expect(found).toMatchObject(model.get(id)!);
            else expect(found).toBeNull();
          }
        },
      ),
      { numRuns: 12 },
    );
  }, 120_000);
});
