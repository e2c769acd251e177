// The time zones of accounts and apiaries: who gets which, and which day it is there. Kiritimati and Pago Pago never have the same day.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Temporal } from 'temporal-polyfill';
import { Client, startTestApp, type TestApp } from '../../support/client.js';
import { share } from '../../support/members.js';
import { expectBadInput, expectGraphqlRefused } from '../../support/refusals.js';
import { type Beekeeper, beekeeper, PASSWORD } from '../../support/world.js';

const [EAST, WEST] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'];
const dayIn = (zone: string): string => Temporal.Now.plainDateISO(zone).toString();

let app: TestApp;
let ana: Beekeeper;
beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
});
afterAll(() => app.close());

const zonesOf = async (who: Beekeeper): Promise<Record<string, string>> => {
  const { me, apiaries } = await who.ask('{ me { timeZone } apiaries { nodes { name timeZone } } }');
  const named = apiaries.nodes.map(({ name, timeZone }: Record<string, string>) => [name, timeZone]);
  return { account: me.timeZone, ...Object.fromEntries(named) };
};
const logIn = (who: Beekeeper, zone: string) =>
  app.anyone.rest('POST', '/auth/login', { email: who.email, password: PASSWORD }, { 'time-zone': zone });

describe('who gets which time zone', () => {
  it('an account has that of its registration, or of the header, and gives it to its apiaries', async () => {
    const details = { username: 'bee', password: PASSWORD };
    const register = async (body: object, headers: Record<string, string>): Promise<string> => {
      const email = `${Math.random().toString(36).slice(2)}@example.org`;
      const answer = await app.anyone.rest('POST', '/auth/register', { ...details, ...body, email }, headers);
      const { body: user } = await new Client(app.url, answer.body.access_token).rest(
        'GET',
        `/users/${answer.body.user_id}`,
      );
      return user.time_zone;
    };
    expect(await register({}, {})).toBe('UTC');
    expect(await register({}, { 'time-zone': 'America/Bogota' })).toBe('America/Bogota');
    expect(await register({ time_zone: EAST }, { 'time-zone': 'America/Bogota' })).toBe(EAST);
    expect(await register({ time_zone: 'Etc/GMT' }, {})).toBe('UTC');
    const refused = await app.anyone.rest(
      'POST',
      '/auth/register',
      { ...details, email: 'x@example.org' },
      { 'time-zone': 'Mars/Olympus' },
    );
    expectBadInput(refused, 'Time-Zone');
  });

  it('the first one of an account is that of its apiaries that are in UTC; a later one is not', async () => {
    const bea = await beekeeper(app);
    await bea.apiary({ name: 'old' });
    await bea.apiary({ name: 'given', timeZone: WEST });
    expect(await zonesOf(bea)).toEqual({ account: 'UTC', old: 'UTC', given: WEST });
    await logIn(bea, 'Europe/Madrid');
    expect(await zonesOf(bea)).toEqual({ account: 'Europe/Madrid', old: 'Europe/Madrid', given: WEST });
    await logIn(bea, EAST!);
    await bea.rest('PUT', `/users/${bea.id}`, { time_zone: 'America/Lima' });
    await bea.apiary({ name: 'new' });
    expect(await zonesOf(bea)).toEqual({
      account: 'America/Lima',
      old: 'Europe/Madrid',
      given: WEST,
      new: 'America/Lima',
    });
  });

  it('an apiary has it over both APIs, in the log, and in the copies of a phone', async () => {
    const bea = await beekeeper(app);
    const { body: created } = await bea.rest('POST', '/apiaries', { name: 'A', time_zone: EAST });
    expect(created.time_zone).toBe(EAST);
    await bea.ask(`mutation { updateApiary(input: { id: "${created.id}", timeZone: "${WEST}" }) { apiary { id } } }`);
    expect((await bea.rest('GET', `/apiaries/${created.id}`)).body.time_zone).toBe(WEST);
    const { apiary, changes } = await bea.ask(
      `{ apiary(id: "${created.id}") { version changeLog(first: 1) { nodes { changes { field from to } } } }
         changes { changes { node { ... on Apiary { timeZone } } } } }`,
    );
    expect(apiary.version).toBe(2);
    expect(apiary.changeLog.nodes[0].changes).toEqual([{ field: 'timeZone', from: EAST, to: WEST }]);
    expect(changes.changes).toEqual([{ node: { timeZone: WEST } }]);
  });

  it.each([
    'Mars/Olympus',
    '+02:00',
    'EST',
    'Europe',
    '',
    'Europe/Madrid; drop',
    'x'.repeat(65),
    'posix/Europe/Madrid',
  ])('refuses %j on both APIs, and names the field', async (zone) => {
    const apiary = await ana.apiary();
    expectBadInput(await ana.rest('POST', '/apiaries', { name: 'A', time_zone: zone }), 'time_zone');
    expectBadInput(await ana.rest('PUT', `/apiaries/${apiary}`, { time_zone: zone }), 'time_zone');
    const answer = await ana.graphql(
      'mutation ($z: TimeZone!) { updateProfile(input: { timeZone: $z }) { user { id } } }',
      { z: zone },
    );
    expect(answer.errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
  });

  it('refuses null, as a value that is missing', async () => {
    const apiary = await ana.apiary();
    expectBadInput(await ana.rest('PUT', `/apiaries/${apiary}`, { time_zone: null }), 'time_zone');
  });
});

describe('what day it is', () => {
  const SETUP = `mutation ($hive: ID!, $apiary: ID!) {
    mites: recordMiteCount(input: { beehiveId: $hive, method: SUGAR_ROLL, mites: 3, bees: 300 }) { miteCount { countedOn } }
    queen: createQueen(input: { apiaryId: $apiary }) { queen { id } }
    treatment: recordTreatment(input: { beehiveIds: [$hive], kind: "Varroa", productName: "Apivar", startedOn: "2026-01-01", plannedDays: 1, withdrawalDays: 0 })
      { treatments { id } }
  }`;

  it.each([EAST, WEST, 'America/Bogota', 'Asia/Kathmandu'])('is that of the apiary: %s', async (zone) => {
    const bea = await beekeeper(app);
    const apiary = await bea.apiary({ timeZone: zone });
    const other = await bea.apiary({ timeZone: zone });
    const hive = await bea.beehive(apiary, { foodFrames: 8, broodFrames: 8 });
    const today = dayIn(zone!);
    const done = await bea.ask(SETUP, { hive, apiary });
    const [treatment] = done.treatment.treatments;
    const { beehive, treatments } = await bea.ask(
      `{ beehive(id: "${hive}") { withdrawalUntil placements(first: 1) { nodes { placedOn } } } treatments(beehiveId: "${hive}", first: 1) { nodes { withdrawalUntil } } }`,
    );
    expect(beehive).toEqual({
      withdrawalUntil: today,
      placements: { nodes: [{ placedOn: today }] },
    });
    expect(treatments.nodes).toEqual([{ withdrawalUntil: today }]);
    const { body: csv } = await bea.rest('GET', '/treatments/register/csv');
    expect(String(csv)).toContain(`"${today}"`);
    const { reign, end, split, move, loss } = await bea.ask(
      `mutation ($hive: ID!, $queen: ID!, $treatment: ID!, $other: ID!) {
        reign: installQueen(input: { beehiveId: $hive, queenId: $queen }) { queenReign { startedOn } }
        end: endTreatment(input: { id: $treatment }) { treatment { endedOn status } }
        split: splitBeehive(input: { id: $hive, state: { foodFrames: 1, broodFrames: 1 } }) { beehive { placements(first: 1) { nodes { placedOn } } } }
        move: moveBeehive(input: { id: $hive, apiaryId: $other }) { beehive { placements { nodes { placedOn } } } }
        loss: recordLoss(input: { id: $hive, cause: STARVED }) { beehive { endedOn } }
      }`,
      { hive, queen: done.queen.queen.id, treatment: treatment.id, other },
    );
    expect([
      done.mites.miteCount.countedOn,
      reign.queenReign.startedOn,
      end.treatment.endedOn,
      split.beehive.placements.nodes[0].placedOn,
      ...move.beehive.placements.nodes.map(({ placedOn }: { placedOn: string }) => placedOn),
      loss.beehive.endedOn,
    ]).toEqual(Array.from({ length: 7 }, () => today));
    expect(end.treatment.status).toBe('COMPLETED');
  });

  it('the worklist of a member has each apiary on its own day', async () => {
    const [bea, cleo] = [await beekeeper(app), await beekeeper(app)];
    const expiryDate = dayIn(EAST!);
    for (const timeZone of [EAST, WEST]) {
      const apiary = await bea.apiary({ timeZone });
      await bea.item(apiary, { itemName: timeZone, quantity: 1, expiryDate });
      await share(bea, apiary, cleo, 'VIEWER');
    }
    const read = async (args = '') =>
      (
        await cleo.ask(
          `{ worklist(filter: { kinds: [EXPIRING_STOCK]${args} }) { nodes { dueAt dueOn value title severity } } }`,
        )
      ).worklist.nodes;
    const startIn = (zone: string): string =>
      Temporal.PlainDate.from(expiryDate).toZonedDateTime(zone).toInstant().toString({ fractionalSecondDigits: 3 });
    const west = {
      dueAt: startIn(WEST!),
      dueOn: expiryDate,
      value: expect.any(Number),
      title: expect.any(String),
      severity: 'LOW',
    };
    const [first, second] = await read();
    expect(first).toEqual({
      dueAt: startIn(EAST!),
      dueOn: expiryDate,
      value: 0,
      title: `«${EAST}» vence hoy`,
      severity: 'MEDIUM',
    });
    expect(second).toEqual(west);
    expect(second.value).toBe(Temporal.PlainDate.from(dayIn(WEST!)).until(expiryDate).days);
    // Between the two, only the first has begun.
    expect(await read(`, dueBefore: "${new Date(Date.parse(startIn(EAST!)) + 3_600_000).toISOString()}"`)).toEqual([
      first,
    ]);
    expect(await read(`, dueBefore: "${startIn(WEST!)}"`)).toEqual([first]);
    expect(await read(`, dueBefore: "${new Date(Date.parse(startIn(WEST!)) + 1).toISOString()}"`)).toEqual([
      first,
      second,
    ]);
  });

  it('refuses for every zone what has begun nowhere', async () => {
    const hive = await ana.beehive(await ana.apiary({ timeZone: WEST }));
    const lostOn = Temporal.Now.plainDateISO(EAST).add({ days: 2 }).toString();
    const answer = await ana.graphql(
      `mutation { recordLoss(input: { id: "${hive}", cause: STARVED, lostOn: "${lostOn}" }) { beehive { id } } }`,
    );
    expectGraphqlRefused(answer, { code: 'BAD_USER_INPUT' });
  });
});
