// The mail with what the worklist has for an account: what it lists, for whom, in which language, and that there is one.
import { describe, expect, it } from '@jest/globals';
import { DAY_MS } from '../../support/apiaries-model.js';
import { allSent } from '../../support/mail.js';
import { deleteAccount, leave, removeMember, share } from '../../support/members.js';
import { expectGraphqlRefused } from '../../support/refusals.js';
import { type Beekeeper, PASSWORD } from '../../support/world.js';
import {
  account,
  app,
  digestOf,
  digestsAfter,
  digestsTo,
  makeDue,
  second,
  set,
  switchOn,
  task,
} from './reminders.fixture.js';

const OFF = {
  frequency: 'OFF',
  weekday: 'MONDAY',
  hour: 7,
  kinds: null,
  onlyAssigned: false,
  nextAt: null,
  lastAt: null,
};
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

describe('the settings', () => {
  it('are off at first, and keep what is not given', async () => {
    const ana = await account();
    expect(await digestOf(ana)).toEqual(OFF);
    const on = await switchOn(ana, { frequency: 'WEEKLY', weekday: 'SUNDAY', hour: 0, kinds: ['TASK', 'TASK'] });
    expect(on).toEqual({
      ...OFF,
      frequency: 'WEEKLY',
      weekday: 'SUNDAY',
      hour: 0,
      kinds: ['TASK'],
      nextAt: expect.any(String),
    });
    expect(await digestOf(ana)).toEqual(on);
    const { data } = await set(ana, { onlyAssigned: true });
    expect(data.setDigest.digest).toEqual({ ...on, onlyAssigned: true });
    expect((await set(ana, { kinds: null, frequency: 'OFF' })).data.setDigest.digest).toEqual({
      ...on,
      onlyAssigned: true,
      kinds: null,
      frequency: 'OFF',
      nextAt: null,
    });
  });

  it.each([
    [{ hour: 24 }, 'hour'],
    [{ hour: -1 }, 'hour'],
    [{ hour: null }, 'hour'],
    [{ frequency: null }, 'frequency'],
    [{ weekday: null }, 'weekday'],
    [{ onlyAssigned: null }, 'onlyAssigned'],
  ])('refuse %j', async (input, field) => {
    const answer = await set(await account(), input);
    expectGraphqlRefused(answer, { code: 'BAD_USER_INPUT', field });
  });

  it('are in the export, and go with the account', async () => {
    const ana = await account();
    await switchOn(ana, { hour: 5 });
    const { body } = await ana.rest('GET', '/users/me/export');
    expect(body.digests).toMatchObject([{ frequency: 'DAILY', hour: 5 }]);
    await deleteAccount(ana, PASSWORD);
    expect(await app.database.sql('select 1 from digests where user_id = $1', [ana.id])).toEqual([]);
  });
});

describe('a digest', () => {
  it('is one mail with what is due, by apiary, and the next is on another day', async () => {
    const ana = await account();
    const [north, south] = [await ana.apiary({ name: 'North' }), await ana.apiary({ name: 'South' })];
    await task(ana, north, 'Build frames');
    await task(ana, north, 'Feed', { dueOn: inDays(-20) });
    await task(ana, south, 'Mow');
    const on = await switchOn(ana);
    const [mail, ...others] = await digestsAfter(ana);
    expect(others).toEqual([]);
    expect(mail!.subject).toBe('3 things need you');
    expect(mail!.text).toMatch(/^Hello bee,\n\nThis needs you today:\n\n/);
    expect(mail!.text).toContain('- “Build frames” is to be done\n');
    expect(mail!.text).toMatch(/- “Feed” was to be done \d+ days ago \(\w+ \d+, \d+\)\n/);
    expect(mail!.text.match(/North|South/g)).toEqual(['North', 'South']);
    expect(mail!.html).toContain('<li>“Mow” is to be done</li>');
    const after = await digestOf(ana);
    expect(Date.now() - Date.parse(after.lastAt!)).toBeLessThan(60_000);
    expect(Date.parse(after.nextAt!)).toBeGreaterThan(Date.now());
    expect(after.nextAt!.slice(0, 10) > after.lastAt!.slice(0, 10)).toBe(true);
    expect(after).toEqual({ ...on, nextAt: after.nextAt, lastAt: after.lastAt });
    await app.app.digests.send();
    await allSent(app);
    expect(digestsTo(ana)).toHaveLength(1);
  });

  it('of a day lists what is due within a day, that of a week within seven', async () => {
    const ana = await account();
    const apiary = await ana.apiary();
    await task(ana, apiary, 'Soon', { dueOn: inDays(4) });
    await switchOn(ana);
    expect(await digestsAfter(ana)).toEqual([]);
    await switchOn(ana, { frequency: 'WEEKLY' });
    const [mail] = await digestsAfter(ana);
    expect(mail!.subject).toBe('One thing needs you');
    expect(mail!.text).toContain('This needs you within the next seven days:');
    expect(mail!.text).toContain('“Soon” is to be done in');
  });

  it('with nothing due is no mail, and the next time is later', async () => {
    const ana = await account();
    await ana.apiary();
    await switchOn(ana);
    expect(await digestsAfter(ana)).toEqual([]);
    const { nextAt, lastAt } = await digestOf(ana);
    expect(lastAt).toBeNull();
    expect(Date.parse(nextAt!)).toBeGreaterThan(Date.now());
  });

  it('is sent once after an outage of days', async () => {
    const ana = await account();
    await task(ana, await ana.apiary(), 'Feed');
    await switchOn(ana);
    await makeDue(ana, '75 hours');
    for (let n = 0; n < 3; n++) await app.app.digests.send();
    await allSent(app);
    expect(digestsTo(ana)).toHaveLength(1);
  });

  it('is sent once by processes that send at the same time, to each of many accounts', async () => {
    const accounts = await Promise.all(Array.from({ length: 12 }, account));
    for (const who of accounts) {
      await task(who, await who.apiary(), 'Feed');
      await switchOn(who);
    }
    for (const who of accounts) await makeDue(who);
    await Promise.all([app, second, app, second].map((one) => one.app.digests.send()));
    await allSent(app);
    expect(accounts.map((who) => digestsTo(who).length)).toEqual(accounts.map(() => 1));
  });

  it('that cannot be written does not hold up those of others, and is sent as soon as it can', async () => {
    const accounts = await Promise.all(Array.from({ length: 3 }, account));
    for (const who of accounts) {
      await task(who, await who.apiary(), 'Feed');
      await switchOn(who);
    }
    const [ana, bea, eva] = accounts as [Beekeeper, Beekeeper, Beekeeper];
    await app.database.sql(`alter table mails add constraint refused_in_test check (recipient <> '${bea.email}')`);
    await digestsAfter(ana, bea, eva);
    expect(accounts.map((who) => digestsTo(who).length)).toEqual([1, 0, 1]);
    await app.database.sql('alter table mails drop constraint refused_in_test');
    await app.app.digests.send();
    await allSent(app);
    expect(accounts.map((who) => digestsTo(who).length)).toEqual([1, 1, 1]);
  });

  it('of chosen kinds, and of what is assigned to the account, lists nothing else', async () => {
    const [ana, bea] = [await account(), await account()];
    const apiary = await ana.apiary();
    await share(ana, apiary, bea, 'WORKER');
    await ana.beehive(apiary, { beehiveNumber: 12 });
    await task(ana, apiary, 'For anybody');
    await task(ana, apiary, 'For Ana', { assigneeId: ana.id });
    await task(ana, apiary, 'For Bea', { assigneeId: bea.id });
    await switchOn(ana, { kinds: ['TASK'] });
    await switchOn(bea, { onlyAssigned: true });
    const [ofAna] = await digestsAfter(ana, bea);
    const [ofBea] = digestsTo(bea);
    const listed = ({ text }: { text: string }) => text.match(/^- .*$/gm)!.map((line) => line.slice(2));
    expect(listed(ofAna!).sort()).toEqual(['Ana', 'Bea', 'anybody'].map((who) => `“For ${who}” is to be done`));
    expect(listed(ofBea!)).toEqual(['“For Bea” is to be done']);
    expect((await ana.ask(`{ worklist { nodes { title } } }`)).worklist.nodes).toContainEqual({
      title: 'Hive 12 has never been inspected',
    });
  });

  it('of a member has the apiary as long as the account is one', async () => {
    const [ana, bea, eva] = [await account(), await account(), await account()];
    const apiary = await ana.apiary({ name: 'Shared' });
    await task(ana, apiary, 'Feed');
    await task(bea, await bea.apiary({ name: 'Her own' }), 'Mow');
    for (const who of [bea, eva]) {
      await share(ana, apiary, who, 'VIEWER');
      await switchOn(who);
    }
    const [first] = await digestsAfter(bea, eva);
    expect(first!.subject).toBe('2 things need you');
    expect(digestsTo(eva)).toHaveLength(1);
    await removeMember(ana, apiary, bea.id);
    await leave(eva, apiary);
    const [, next] = await digestsAfter(bea, eva);
    expect(next!.subject).toBe('One thing needs you');
    expect(next!.text).toContain('Her own');
    expect(next!.text).not.toMatch(/Shared|Feed/);
    expect(digestsTo(eva)).toHaveLength(1);
  });

  it('is not sent to an account that is deactivated, or whose address is not verified; its time passes', async () => {
    const [ana, bea] = [await account(), await account()];
    for (const who of [ana, bea]) {
      await task(who, await who.apiary(), 'Feed');
      await switchOn(who);
    }
    await app.database.sql('update users set is_active = false where id = $1', [ana.id]);
    await app.database.sql('update users set is_verified = false where id = $1', [bea.id]);
    expect(await digestsAfter(ana, bea)).toEqual([]);
    expect(digestsTo(bea)).toEqual([]);
    await app.database.sql('update users set is_active = true, is_verified = true where id = any($1)', [
      [ana.id, bea.id],
    ]);
    await app.app.digests.send();
    await allSent(app);
    expect([digestsTo(ana), digestsTo(bea)]).toEqual([[], []]);
    expect(await digestsAfter(ana, bea)).toHaveLength(1);
    expect(digestsTo(bea)).toHaveLength(1);
  });

  it('is in the language of the account', async () => {
    const ana = await account();
    await task(ana, await ana.apiary({ name: 'Río' }), 'Alimentar', { dueOn: inDays(-3) });
    await switchOn(ana);
    await app.database.sql(`update users set language = 'es' where id = $1`, [ana.id]);
    const [mail] = await digestsAfter(ana);
    expect(mail!.subject).toBe('Hay un asunto pendiente');
    expect(mail!.text).toMatch(/^Hola, bee:\n\nEsto está pendiente hoy:\n\nRío\n- «Alimentar» venció hace \d días \(/);
    expect(mail!.html).toContain('<html lang="es">');
    expect(mail!.html).toContain('No enviar más resúmenes');
  });

  it('lists at most 30 items, and says how many more there are', async () => {
    const ana = await account();
    const apiary = await ana.apiary();
    for (let n = 0; n < 33; n++) await task(ana, apiary, `Work ${n}`);
    await switchOn(ana);
    const [mail] = await digestsAfter(ana);
    expect(mail!.subject).toBe('33 things need you');
    expect(mail!.text.match(/^- /gm)).toHaveLength(30);
    expect(mail!.text).toContain('\n\nAnd 3 more.\n\n');
    expect(mail!.html).toContain('<p>And 3 more.</p>');
  });

  it('shows texts of people as text of one line, however long they are', async () => {
    const ana = await account();
    const apiary = await ana.apiary({ name: '<b>North</b>\u2028Bcc: eve@example.org' });
    await task(ana, apiary, `<script>alert(1)</script>\u2028\u2028- “Pay” ${'x'.repeat(150)}`);
    await task(ana, apiary, `🐝${'y'.repeat(190)}`);
    await switchOn(ana);
    const [mail] = await digestsAfter(ana);
    expect(mail!.html).not.toMatch(/<script|<b>/);
    expect(mail!.html).toContain('&#60;b&#62;North&#60;/b&#62; Bcc: eve@example.org');
    expect(mail!.text).toContain('<script>alert(1)</script> - “Pay”');
    expect(mail!.text.match(/^- /gm)).toHaveLength(2);
    expect(mail!.headers).not.toHaveProperty('bcc');
    expect(Math.max(...mail!.text.split('\n').map((line) => [...line].length))).toBeLessThanOrEqual(210);
  });

  it('leaves out what was put off', async () => {
    const ana = await account();
    const apiary = await ana.apiary();
    await ana.beehive(apiary, { beehiveNumber: 3 });
    await switchOn(ana);
    const { worklist } = await ana.ask('{ worklist { nodes { key } } }');
    await ana.ask(
      `mutation ($key: ID!, $until: LocalDate!) {
        snoozeWorklistItem(input: { key: $key, until: $until }) { worklistItem { key } } }`,
      { key: worklist.nodes[0].key, until: inDays(5) },
    );
    expect(await digestsAfter(ana)).toEqual([]);
  });
});

it('the settings are only those of the account itself', async () => {
  const [ana, bea] = [await account(), await account()];
  await switchOn(ana, { hour: 3 });
  expect(await digestOf(bea)).toEqual(OFF);
  const answer = await app.anyone.graphql('{ me { digest { hour } } }');
  expectGraphqlRefused(answer, { code: 'UNAUTHENTICATED' });
});
