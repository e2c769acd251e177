// What accounts hold is measured in the background; above the quota they read, export and delete, but record nothing more.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type GraphQLField,
  type GraphQLInputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
} from 'graphql';
import { hideLegacy } from '../../../src/graphql/legacy.js';
import { createSchema } from '../../../src/graphql-schema.js';
import { until } from '../../process/service.js';
import { Client, startTestApp, type TestApp } from '../../support/client.js';
import { addAnswers, addMovements } from '../../support/many-rows.js';
import { refusalOf, share } from '../../support/members.js';
import { type Beekeeper, beekeeper, crown, harvestFrom, PASSWORD, treat } from '../../support/world.js';

const MB = 1024 ** 2;
const EXCEEDED = 'FORBIDDEN QUOTA_EXCEEDED';

let app: TestApp;
let second: TestApp;
let ana: Beekeeper;
let apiary: string;
let hive: string;
beforeAll(async () => {
  app = await startTestApp({ ACCOUNT_QUOTA_MB: '1' });
  second = await startTestApp({ ACCOUNT_QUOTA_MB: '1' }, app.database);
});
afterAll(() => second.close());
afterAll(() => app.close());
beforeEach(async () => {
  ana = await beekeeper(app);
  apiary = await ana.apiary();
  hive = await ana.beehive(apiary, { beehiveNumber: 1 });
});

/** Measures every account that has written, however recently it was measured. */
async function measure(): Promise<number> {
  await app.database.sql(`update account_usage set claimed_at = '-infinity'`);
  return app.app.accountUsage.measure();
}
const usageOf = async (who: Client) =>
  (await who.ask('{ me { usage { bytes rowsCount measuredAt quotaBytes } } }')).me.usage;
/** Fills the hive with more than a megabyte, and waits until the sessions know. */
async function exceed(): Promise<void> {
  await addAnswers(app.database, hive, 8000);
  await measure();
  await app.app.sessions.refresh();
  expect((await usageOf(ana)).bytes).toBeGreaterThan(MB);
}
/** Sets what the account holds, as a measurement does. */
async function hold(bytes: number): Promise<void> {
  await app.database.sql(
    `insert into account_usage (user_id, bytes, changed_seq) values ($1, $2, 0)
     on conflict (user_id) do update set bytes = excluded.bytes`,
    [ana.id, bytes],
  );
  app.app.sessions.invalidateUser(ana.id);
}
const rename = (who: Client, id = apiary, headers = {}) =>
  who.graphql(
    'mutation ($id: ID!) { updateApiary(input: { id: $id, name: "Renamed" }) { apiary { name } } }',
    { id },
    headers,
  );
const addHive = (who: Client, apiaryId = apiary) =>
  who.graphql('mutation ($input: CreateBeehiveInput!) { createBeehive(input: $input) { beehive { id } } }', {
    input: { apiaryId },
  });

describe('what an account holds', () => {
  it('is unknown until it has been measured, and the quota is stated', async () => {
    expect(await usageOf(ana)).toEqual({ bytes: 0, rowsCount: 0, measuredAt: null, quotaBytes: MB });
  });

  it('is every row of every table that has an owner, except the stored responses, which have a limit of their own', async () => {
    const item = await ana.item(apiary, { quantity: 3 });
    await addMovements(app.database, item, 3);
    await addAnswers(app.database, hive, 20);
    await treat(ana, hive);
    await crown(ana, { apiary, beehive: hive });
    await harvestFrom(ana, apiary, hive);
    await ana.rest('POST', '/questions', { apiary_id: apiary, question: 'Is it calm?', type: 'texto' });
    await share(ana, apiary, await beekeeper(app), 'WORKER');
    const tables = await app.database.sql<{ name: string }>(
      `select table_name as name from information_schema.columns
       where column_name = 'owner_id' and table_schema = 'public' and table_name <> 'idempotency_keys'`,
    );
    expect(tables.length).toBeGreaterThan(20);
    const counts = tables.map(({ name }) => `select count(*)::int as n from ${name} where owner_id = $1`);
    const [{ n } = { n: 0 }] = await app.database.sql<{ n: number }>(
      `select sum(n)::int as n from (${counts.join(' union all ')}) c`,
      [ana.id],
    );
    await measure();
    const { rowsCount, bytes, measuredAt } = await usageOf(ana);
    expect(rowsCount).toBe(n);
    expect(bytes).toBeGreaterThan(n * 50);
    expect(Date.now() - Date.parse(measuredAt!)).toBeLessThan(10_000);
  });

  it('counts long texts as they are stored, and not those of others', async () => {
    const bea = await beekeeper(app);
    await bea.apiary();
    await measure();
    const before = await usageOf(bea);
    const { bytes } = await usageOf(ana);
    const notes = Array.from({ length: 60 }, () => randomUUID()).join(' ');
    for (let i = 0; i < 10; i++)
      await ana.item(apiary, { description: notes.slice(0, 500), supplier: notes.slice(0, 100) });
    await measure();
    const added = (await usageOf(ana)).bytes - bytes;
    expect([added > 6000, added < 30_000]).toEqual([true, true]);
    expect(await usageOf(bea)).toEqual(before);
  });

  it('is measured again only for accounts that have written, and not twice within five minutes', async () => {
    await measure();
    expect(await app.app.accountUsage.measure()).toBe(0);
    await rename(ana);
    expect(await app.app.accountUsage.measure()).toBe(0);
    expect([await measure(), await measure()]).toEqual([1, 0]);
  });

  it('is measured once by processes that measure at the same time', async () => {
    const others = await Promise.all([beekeeper(app), beekeeper(app), beekeeper(app)]);
    await measure();
    for (const other of others) await other.apiary();
    await app.database.sql(`update account_usage set claimed_at = '-infinity'`);
    const apps = [app, second, app, second];
    const counts = await Promise.all(apps.map(({ app: { accountUsage } }) => accountUsage.measure()));
    // Who does not note the new ones may find none, or those that another one has noted.
    const rest = await app.app.accountUsage.measure();
    expect(counts.reduce((all, count) => all + count, rest)).toBe(3);
  });

  it('ends with the account', async () => {
    await measure();
    await ana.ask(`mutation { deleteMyAccount(input: { password: "${PASSWORD}" }) { success } }`);
    expect(await app.database.sql('select 1 from account_usage where user_id = $1', [ana.id])).toEqual([]);
  });

  describe('in a table that takes longer than a statement may', () => {
    beforeEach(exceed);

    it('is measured with more time', async () => {
      const before = await usageOf(ana);
      await addAnswers(app.database, hive, 1000);
      await canceling(['query'], measure);
      const { rowsCount, bytes } = await usageOf(ana);
      expect(rowsCount).toBeGreaterThan(before.rowsCount + 1000);
      expect(bytes).toBeGreaterThan(before.bytes + 100_000);
    });

    it('is not less than before, if that does not help either', async () => {
      const { bytes } = await usageOf(ana);
      await rename(ana);
      await canceling(['query', 'connect'], measure);
      expect((await usageOf(ana)).bytes).toBe(bytes);
    });
  });
});

/** PostgreSQL cancels what reads answers through these methods of the pool, as after the statement timeout. */
async function canceling(methods: string[], work: () => Promise<unknown>): Promise<void> {
  type Method = (...args: unknown[]) => Promise<unknown>;
  const pool = app.app.pool as unknown as Record<string, Method>;
  const originals = methods.map((method) => [method, pool[method]!] as const);
  for (const [method, original] of originals)
    pool[method] = (...args) => {
      const isCanceled =
        method === 'connect' ? args.length === 0 : JSON.stringify(args[0]).includes('from \\"answers\\"');
      if (!isCanceled) return original.apply(pool, args);
      return Promise.reject(
        Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' }),
      );
    };
  await work().finally(() => {
    for (const [method, original] of originals) pool[method] = original;
  });
}

describe('above the quota', () => {
  beforeEach(exceed);

  it('nothing is recorded, and the refusal names usage and quota, on both APIs and in both languages', async () => {
    const { bytes } = await usageOf(ana);
    const used = Math.ceil((bytes / MB) * 10) / 10;
    const { data, errors } = await addHive(ana);
    expect([data, errors![0]!.extensions]).toMatchObject([
      { createBeehive: null },
      { code: 'FORBIDDEN', reason: 'QUOTA_EXCEEDED' },
    ]);
    expect(errors![0]!.message).toBe(
      `Your account holds ${used} MB, more than its quota of 1 MB: you can read, export and delete, but not record anything`,
    );
    const { status, body } = await ana.rest('POST', '/apiaries', { name: 'New' }, { 'accept-language': 'es' });
    expect([status, body]).toMatchObject([
      403,
      {
        error_code: 'QUOTA_EXCEEDED',
        message: `Su cuenta ocupa ${used} MB, más que su cuota de 1 MB: puede leer, exportar y eliminar, pero no registrar nada`,
      },
    ]);
  });

  it('the account reads, exports, changes its settings and deletes, and may record again when it holds less', async () => {
    expect((await ana.rest('GET', '/apiaries')).body).toHaveLength(1);
    expect((await ana.rest('GET', '/users/me/export')).status).toBe(200);
    await ana.ask('mutation { updateProfile(input: { phone: "1" }) { user { phone } } }');
    expect((await ana.rest('DELETE', `/apiaries/${apiary}`)).status).toBe(204);
    // The log of what was deleted counts, too.
    await app.database.sql('delete from changes where owner_id = $1', [ana.id]);
    expect(refusalOf(await ana.graphql('mutation { createApiary(input: { name: "Small" }) { apiary { id } } }'))).toBe(
      EXCEEDED,
    );
    await app.database.sql(`update account_usage set claimed_at = now() - interval '2 hours' where user_id = $1`, [
      ana.id,
    ]);
    await app.app.accountUsage.measure();
    await app.app.sessions.refresh();
    await ana.apiary();
  });

  it('what is deleted counts as far as it is more than the quota', async () => {
    const large = `insert into deleted_rows (id, created_at, updated_at, deletion_id, table_name, rows)
      select gen_random_uuid(), now(), now(), d.id, 'beehives', jsonb_build_array(string_agg(md5(n::text), ''))
      from deletions d, generate_series(1, $2::int) n where owner_id = $1 group by d.id`;
    await ana.rest('DELETE', `/beehives/${hive}`);
    const { bytes } = await usageOf(ana);
    const kept = async (hashes: number): Promise<number> => {
      await app.database.sql(large, [ana.id, hashes]);
      await app.database.sql('update account_usage set changed_seq = changed_seq + 1 where user_id = $1', [ana.id]);
      await measure();
      return (await usageOf(ana)).bytes;
    };
    expect(await kept(10_000)).toBeLessThan(bytes + MB / 4);
    expect(await kept(150_000)).toBeGreaterThan(MB);
    const { deletions } = await ana.ask('{ deletions { nodes { id } } }');
    await ana.ask(`mutation { discardDeletion(input: { id: "${deletions.nodes[0].id}" }) { deletedId } }`);
    await app.database.sql(`update deletions set expires_at = now() - interval '2 hours' where owner_id = $1`, [
      ana.id,
    ]);
    await app.app.expiredRows.remove();
    expect(await kept(0)).toBeLessThan(MB / 2);
  });

  it('another process knows within a second', async () => {
    const there = new Client(second.url, ana.token);
    await until(async () => refusalOf(await rename(there)) === EXCEEDED);
  });

  it('a push refuses what records, and executes what deletes', async () => {
    const { data } = await ana.graphql(
      'mutation ($operations: [SyncOperation!]!) { executeOperations(input: { operations: $operations }) { results { status error { code reason } } } }',
      {
        operations: [
          { key: randomUUID(), mutation: { createBeehive: { apiaryId: apiary } } },
          { key: randomUUID(), mutation: { deleteBeehive: { id: hive } } },
        ],
      },
    );
    expect(data.executeOperations.results).toMatchObject([
      { status: 'REJECTED', error: { code: 'FORBIDDEN', reason: 'QUOTA_EXCEEDED' } },
      { status: 'APPLIED', error: null },
    ]);
  });

  it('what was recorded before is answered again under its Idempotency-Key', async () => {
    await hold(0);
    const headers = { 'idempotency-key': randomUUID() };
    const first = await rename(ana, apiary, headers);
    expect(first.errors).toBeUndefined();
    await hold(2 * MB);
    expect((await rename(ana, apiary, headers)).data).toEqual(first.data);
    expect(refusalOf(await rename(ana, apiary, { 'idempotency-key': randomUUID() }))).toBe(EXCEEDED);
  });

  it('members record nothing in its apiaries, whose bytes are the owner’s, but in their own', async () => {
    const bea = await beekeeper(app);
    const own = await bea.apiary();
    await hold(0);
    await share(ana, apiary, bea, 'MANAGER');
    const item = await ana.item(apiary, { quantity: 9 });
    const spare = await ana.beehive(apiary);
    expect((await addHive(bea)).errors).toBeUndefined();
    await measure();
    await app.app.sessions.refresh();
    const message = 'The owner of the apiary holds more than the quota: nothing can be recorded there';
    expect((await addHive(bea)).errors).toMatchObject([{ message, extensions: { reason: 'QUOTA_EXCEEDED' } }]);
    expect(refusalOf(await rename(bea))).toBe(EXCEEDED);
    expect((await bea.rest('POST', `/inventory/${item}/exit`, { quantity: 1, person: 'Bea' })).body.error_code).toBe(
      'QUOTA_EXCEEDED',
    );
    const { quantity } = (await ana.ask(`{ inventoryItem(id: "${item}") { quantity } }`)).inventoryItem;
    expect(quantity).toBe(9);
    expect((await rename(bea, own)).errors).toBeUndefined();
    expect((await bea.rest('DELETE', `/beehives/${spare}`)).status).toBe(204);
  });
});

/** Above the quota: what takes away, ends access or concerns the account itself. `executeOperations` decides for each operation. */
const ALLOWED = [
  'addPushSubscription',
  'beginSecondFactor',
  'cancelFileImport',
  'changePassword',
  'confirmSecondFactor',
  'createRegisterLink',
  'deleteApiary',
  'deleteBeehive',
  'deleteCalendarFeed',
  'deleteTreatmentFollowUp',
  'deleteFeeding',
  'deleteFileImport',
  'deleteInventoryItem',
  'deleteKeeper',
  'deleteLot',
  'deleteMeasurement',
  'deleteMiteCount',
  'deleteMyAccount',
  'deleteProduct',
  'deleteQueen',
  ...['deleteQuestion', 'deleteReadings'],
  'deleteQueenReign',
  'deleteRestrictedZone',
  'disableSecondFactor',
  'discardDeletion',
  'discardHarvestDraft',
  'deleteTask',
  'deleteWebhook',
  'discardInspectionDraft',
  'endOtherSessions',
  'endSession',
  'executeOperations',
  'leaveApiary',
  'linkIdentity',
  'logOut',
  'removeMember',
  'regenerateRecoveryCodes',
  'removePushSubscription',
  'requestEmailChange',
  'revokeInvitation',
  'revokePersonalAccessToken',
  'revokeRegisterLinks',
  'rotateWebhookSecret',
  'setDigest',
  'deleteQuestionOverride',
  'unlinkIdentity',
  'updateProfile',
  'updateWebhook',
  'undoFileImport',
];

describe('every mutation above the quota', () => {
  const mutations = Object.values(hideLegacy(createSchema()).getMutationType()!.getFields());
  it.each(mutations.map((field): [string, GraphQLField<unknown, unknown>] => [field.name, field]))(
    '%s',
    async (name, field) => {
      const extensions = field.extensions as { public?: boolean; permission?: string };
      const isAllowed = ALLOWED.includes(name) || extensions.public === true || extensions.permission !== undefined;
      await hold(2 * MB);
      const answer = await ana.graphql(documentOf(field));
      expect(answer.errors?.[0]?.extensions.code).not.toBe('GRAPHQL_VALIDATION_FAILED');
      expect(refusalOf(answer)?.includes('QUOTA_EXCEEDED') ?? false).toBe(!isAllowed);
    },
  );
});

/** A mutation with the arguments that it requires, and ids of nothing. */
function documentOf({ name, args, type }: GraphQLField<unknown, unknown>): string {
  const given = args.filter((arg) => isNonNullType(arg.type)).map((arg) => `${arg.name}: ${literal(arg.type)}`);
  const selection = isLeafType(getNamedType(type)) ? '' : '{ __typename }';
  return `mutation { ${name}${given.length > 0 ? `(${given.join(', ')})` : ''} ${selection} }`;
}

const SCALARS: Record<string, string> = {
  ID: `"${randomUUID()}"`,
  Int: '1',
  Float: '1',
  Boolean: 'true',
  DateTime: '"2026-05-01T08:00:00Z"',
  LocalDate: '"2026-05-01"',
  Date: '"2026-05-01"',
};
function literal(type: GraphQLInputType): string {
  const inner = isNonNullType(type) ? type.ofType : type;
  if (isListType(inner)) return getNamedType(inner).name === 'SyncOperation' ? '[]' : `[${literal(inner.ofType)}]`;
  if (isEnumType(inner)) return inner.getValues()[0]!.name;
  if (!isInputObjectType(inner)) return SCALARS[inner.name] ?? '"text"';
  const fields = Object.values(inner.getFields());
  const required = inner.isOneOf ? fields.slice(-1) : fields.filter((field) => isNonNullType(field.type));
  return `{ ${required.map((field) => `${field.name}: ${literal(field.type)}`).join(', ')} }`;
}
