// The versions of records, and changes that a client makes only to the version that it has.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import {
  buildSchema,
  type GraphQLInputObjectType,
  type GraphQLObjectType,
  getNamedType,
  isInputObjectType,
} from 'graphql';
import { trackedTables } from '../../support/change-log.js';
import { isOfRequest, queriesOf, statementsOf } from '../../support/client.js';
import * as fc from '../../support/fast-check.js';
import { ROLE_TOO_LOW, refusalOf, share } from '../../support/members.js';
import { expectLikeMissing } from '../../support/missing-ids.js';
import { readVersioned, remove, update, VERSIONED, type VersionedType } from '../../support/versioned.js';
import { beekeeper } from '../../support/world.js';
import { ana, app, CONFLICT, create, createHome, currentOf, home } from './versions.fixture.js';

const TYPES = Object.keys(VERSIONED) as VersionedType[];
const CHANGED = TYPES.filter((type) => 'update' in VERSIONED[type]);

describe.each(CHANGED)('the version of %s', (type) => {
  it('is 1 first, and each change adds 1, with or without an expected version', async () => {
    const id = await create(type);
    expect((await readVersioned(ana, type, id))!.version).toBe(1);
    for (const [i, version] of [undefined, 2, null, 4].entries()) {
      const text = `change ${i}`;
      const { data } = await update(ana, type, { id, text, ...(version !== undefined && { version }) });
      expect(data.record!.version).toBe(i + 2);
      expect(await readVersioned(ana, type, id)).toMatchObject({ version: i + 2, text });
    }
  });

  it('of a change that changes nothing is that of the record', async () => {
    const id = await create(type);
    const { data } = await update(ana, type, { id, text: 'First', version: 1 });
    expect(data.record!.version).toBe((await readVersioned(ana, type, id))!.version);
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
    expect(answer.errors![0]!.message).toBe('The record has no such version: its version is 1');
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
    expect((await remove(ana, type, { id, version: 1 })).data).toEqual({ removed: { deletedId: id } });
    expect(await readVersioned(ana, type, id)).toBeNull();
  });

  it('that is repeated succeeds, whatever version it expects', async () => {
    const id = await create(type, ana, await createHome(ana));
    await remove(ana, type, { id, version: null });
    for (const version of [1, 7, null])
      expect((await remove(ana, type, { id, version })).data).toEqual({ removed: { deletedId: id } });
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

it('the state of a hive in an inspection or a visit can demand a version of the hive, too', async () => {
  const hives = [await create('Beehive'), await create('Beehive')];
  const RECORD = `mutation ($id: ID!, $state: BeehiveStateInput, $version: Int) {
    recordInspection(input: { beehiveId: $id, answers: [], state: $state, beehiveExpectedVersion: $version }) { inspection { beehive { version foodFrames } } } }`;
  const VISIT = `mutation ($hives: [VisitedBeehiveInput!]!) {
    recordVisit(input: { answers: [], beehives: $hives }) { inspections { beehive { version } } } }`;
  const record = (foodFrames: number, version: number) =>
    ana.graphql(RECORD, { id: hives[0], state: { foodFrames }, version });
  const visit = (versions: number[]) =>
    ana.graphql(VISIT, {
      hives: hives.map((beehiveId, i) => ({
        beehiveId,
        state: { foodFrames: 8 },
        beehiveExpectedVersion: versions[i],
      })),
    });
  expect((await record(3, 1)).data).toEqual({
    recordInspection: { inspection: { beehive: { version: 2, foodFrames: 3 } } },
  });
  const stale = await record(4, 1);
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
  expect((await visit([2, 1])).data.recordVisit.inspections).toEqual([
    { beehive: { version: 3 } },
    { beehive: { version: 2 } },
  ]);
});

describe('the schema', () => {
  const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
  const inputs = Object.values(schema.getTypeMap()).filter(isInputObjectType);
  const lacking = (prefix: RegExp, field: string): string[] =>
    inputs.filter(({ name }) => prefix.test(name)).flatMap((type) => (type.getFields()[field] ? [] : [type.name]));

  it('has expectedVersion in each update and deletion of a record with a version', () => {
    // An account, a calendar, an import, readings, a webhook and a deletion have no version.
    expect(lacking(/^Update/, 'expectedVersion')).toEqual([
      'UpdateFileImportInput',
      'UpdateProfileInput',
      'UpdateWebhookInput',
    ]);
    const deletions = Object.values(schema.getMutationType()!.getFields()).filter(({ name }) =>
      /^(delete|discard|unassign)/.test(name),
    );
    const without = deletions.filter(({ args: [input] }) => {
      const type = getNamedType(input!.type) as GraphQLInputObjectType;
      return !type.getFields().expectedVersion;
    });
    expect(without.map(({ name }) => name)).toEqual([
      'deleteCalendarFeed',
      'deleteFileImport',
      'deleteMyAccount',
      'deleteReadings',
      'deleteUser',
      'deleteWebhook',
      'discardDeletion',
    ]);
  });

  it('has an id in each input of a new record', () => {
    // A treatment of several hives has ids, a visit one for each hive, several new hives one each. A loss is recorded of a hive.
    // An import without a file is of no use.
    // A repetition could not return the link of a calendar or a token, of which only a hash is stored, or the secret of a webhook. A link to a
    // register is no record. A reading has no id.
    expect(lacking(/^(Create|Record)/, 'newId')).toEqual([
      'CreateBeehivesInput',
      'CreateCalendarFeedInput',
      'CreateFileImportInput',
      'CreatePersonalAccessTokenInput',
      'CreateRegisterLinkInput',
      'CreateWebhookInput',
      'RecordFeedingInput',
      'RecordLossInput',
      'RecordReadingsInput',
      'RecordTreatmentInput',
      'RecordVisitInput',
    ]);
    expect(lacking(/^(VisitedBeehive|SplitBeehive|InstallQueen|PackLot|AdjustStock|ReverseStock)/, 'newId')).toEqual(
      [],
    );
    expect(lacking(/^Record(Treatment|Feeding)Input/, 'newIds')).toEqual([]);
  });

  it('has the id of the record on which a mutation acts in its input', () => {
    // They name what they create, the account of the viewer, a token, a key, or something by others: a member, an override, an order, readings.
    const acts = Object.values(schema.getMutationType()!.getFields()).filter(
      ({ name }) =>
        !/^(create|add|record|accept|confirm|log|register|reset|request|resend|refresh|verify|begin)/.test(name),
    );
    const without = acts.filter(({ args: [input] }) => {
      const fields = input && (getNamedType(input.type) as GraphQLInputObjectType).getFields();
      return fields && !fields.id && !fields.ids;
    });
    expect(without.map(({ name }) => name).sort()).toEqual([
      'applyTaskPlan',
      'assignWorklistItem',
      'changeMemberRole',
      'changePassword',
      'deleteMyAccount',
      'deleteReadings',
      'disableSecondFactor',
      'executeOperations',
      'installQueen',
      'inviteToApiary',
      'linkIdentity',
      'loadDefaultQuestions',
      'overrideQuestion',
      'regenerateRecoveryCodes',
      'removeMember',
      'reorderQuestions',
      'retireQuestionTemplate',
      'setDigest',
      'snoozeWorklistItem',
      'undoEmailChange',
      'updateProfile',
    ]);
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
    const isRaw = process.env.ENGINE !== 'plain';
    const list = '{ apiaries { nodes { id name version } } }';
    const queries = await queriesOf(app.app, () => ana.ask(list));
    expect(queries.filter(({ text }) => isOfRequest(text)).map((query) => query.isRaw)).toEqual([isRaw]);
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
                expect(answer.data.removed).toEqual({ deletedId: id });
                model.delete(id);
              }
            } else {
              const text = randomUUID();
              const answer = await update(ana, type, { id, text, ...(kind === 'write' && { version }) });
              if (!current) expect(refusalOf(answer)).toBe('NOT_FOUND');
              else if (kind === 'write' && current.version !== version) expect(refusalOf(answer)).toBe(CONFLICT);
              else {
                expect(answer.data.record!.version).toBe(current.version + 1);
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
