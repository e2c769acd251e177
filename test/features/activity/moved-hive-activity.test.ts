// What the activity of an apiary says of hives that leave it.
import { describe, expect, it } from '@jest/globals';
import { expectLogExact, logOf, rowsOfHive } from '../../support/change-log.js';
import type { Client } from '../../support/client.js';
import { deleteAccount, refusalOf, share } from '../../support/members.js';
import { allRemoved } from '../../support/removals.js';
import { beekeeper, PASSWORD } from '../../support/world.js';
import { activityOf, ana, apiary, app, ben, cleo, divided, type Entry, READ } from './member-activity.fixture.js';

describe('a hive that moves', () => {
  const move = (who: Client, hive: string, to: string, number?: number) =>
    who.graphql('mutation ($input: UpdateBeehiveInput!) { updateBeehive(input: $input) { beehive { apiaryId } } }', {
      input: { id: hive, apiaryId: to, ...(number !== undefined && { beehiveNumber: number }) },
    });
  const ofHives = ({ nodes }: { nodes: Entry[] }): Entry[] => nodes.filter(({ kind }) => kind === 'BEEHIVE');

  it('leaves an entry in the apiary that it leaves, without anything of the other', async () => {
    await share(ana, apiary, ben, 'VIEWER');
    const hive = await ana.beehive(apiary, { beehiveNumber: 7 });
    const secret = await ana.apiary({ name: 'The secret place' });
    await share(ana, secret, cleo, 'VIEWER');
    expect(refusalOf(await move(ana, hive, secret, 3141))).toBeUndefined();

    const left = await activityOf(ben);
    expect(left.nodes[0]).toEqual({
      kind: 'BEEHIVE',
      action: 'MOVED_AWAY',
      recordId: hive,
      label: '7',
      actor: { name: 'Ana' },
      person: null,
      changes: [],
    });
    for (const hidden of [secret, 'secret', '3141']) expect(JSON.stringify(left)).not.toContain(hidden);
    for (const query of [`{ beehive(id: "${hive}") { id } }`, `{ node(id: "${hive}") { id } }`])
      expect(refusalOf(await ben.graphql(query))).toBe('NOT_FOUND');
    expect(refusalOf(await ben.graphql(READ, { id: secret }))).toBe('NOT_FOUND');

    const arrived = ofHives(await activityOf(cleo, secret));
    expect(arrived).toMatchObject([
      {
        action: 'UPDATED',
        label: '3141',
        changes: [
          { field: 'apiaryId', from: apiary, to: secret },
          { field: 'beehiveNumber', from: '7', to: '3141' },
        ],
      },
    ]);
    expect(JSON.stringify(await activityOf(cleo, secret))).not.toContain('North');
    const moved = `{ beehive(id: "${hive}") { timeline { totalCount nodes { kind } } } }`;
    expect((await cleo.ask(moved)).beehive.timeline).toMatchObject({
      totalCount: 3,
      nodes: [{ kind: 'MOVED' }, { kind: 'CHANGED' }, { kind: 'CREATED' }],
    });
  });

  it('also to another owner, and back: each apiary has its own entries, of its owner', async () => {
    const gift = await ben.apiary({ name: 'South' });
    await share(ben, gift, ana, 'MANAGER');
    const hive = await ana.beehive(apiary, { beehiveNumber: 8 });
    expect(refusalOf(await move(ana, hive, gift))).toBeUndefined();
    await share(ana, apiary, ben, 'MANAGER');
    expect(refusalOf(await move(ben, hive, apiary))).toBeUndefined();
    const actions = async (who: Client, id: string) => ofHives(await activityOf(who, id)).map(({ action }) => action);
    expect(await actions(ana, apiary)).toEqual(['UPDATED', 'MOVED_AWAY', 'CREATED']);
    expect(await actions(ben, gift)).toEqual(['MOVED_AWAY', 'UPDATED']);
    const owners = await app.database.sql(
      `select action, version, owner_id, apiary_id from changes where row_id = $1 and version > 1 order by seq`,
      [hive],
    );
    expect(owners).toEqual([
      { action: 'MOVED_AWAY', version: 2, owner_id: ana.id, apiary_id: apiary },
      { action: 'UPDATED', version: 2, owner_id: ben.id, apiary_id: gift },
      { action: 'MOVED_AWAY', version: 3, owner_id: ben.id, apiary_id: gift },
      { action: 'UPDATED', version: 3, owner_id: ana.id, apiary_id: apiary },
    ]);
    // A deletion by the new owner is no deletion for the one before.
    await move(ana, hive, gift);
    await ben.rest('DELETE', `/beehives/${hive}`);
    expect((await cleo.rest('DELETE', `/beehives/${hive}`)).status).toBe(404);
    expect(await actions(ana, apiary)).toEqual(['MOVED_AWAY', 'UPDATED', 'MOVED_AWAY', 'CREATED']);
  });

  it.each(['giver', 'recipient'] as const)(
    'the log of a hive is divided: the part of the %s ends with its account',
    async (leaver) => {
      const [giver, recipient] = [await beekeeper(app), await beekeeper(app)];
      const [from, to] = [await giver.apiary(), await recipient.apiary()];
      const hive = await giver.beehive(from);
      await giver.ask(
        `mutation { recordInspection(input: { beehiveId: "${hive}", answers: [] }) { inspection { id } } }`,
      );
      await share(recipient, to, giver, 'MANAGER');
      expect(refusalOf(await move(giver, hive, to))).toBeUndefined();
      const given = await rowsOfHive(app.database, hive);
      // The hive, its inspection, and where it stood.
      expect(given).toHaveLength(4);
      expect(refusalOf(await deleteAccount(leaver === 'giver' ? giver : recipient, PASSWORD, true))).toBeUndefined();
      await allRemoved(app);
      const rest = (await logOf(app.database, hive)).map(({ action, apiary_id }) => [action, apiary_id]);
      const parts = {
        giver: [['UPDATED', to]],
        recipient: [
          ['CREATED', from],
          ['MOVED_AWAY', from],
        ],
      };
      expect(rest).toEqual(parts[leaver]);
      await expectLogExact(app.database, [...divided, ...given]);
      if (leaver === 'giver') {
        const seen = await recipient.ask(`{ beehive(id: "${hive}") { timeline { nodes { kind } } } }`);
        expect(seen.beehive.timeline.nodes.map(({ kind }: { kind: string }) => kind)).toEqual([
          'MOVED',
          'INSPECTED',
          'CREATED',
        ]);
      } else
        expect(ofHives(await activityOf(giver, from)).map(({ action }) => action)).toEqual(['MOVED_AWAY', 'CREATED']);
      for (const id of given) divided.push(id);
    },
  );

  it('a refused move leaves no entry', async () => {
    await share(ana, apiary, ben, 'WORKER');
    const hive = await ana.beehive(apiary, { beehiveNumber: 9 });
    const before = await activityOf(ana);
    expect(refusalOf(await move(ben, hive, await ben.apiary()))).toBe('FORBIDDEN ROLE_TOO_LOW');
    expect(await activityOf(ana)).toEqual(before);
  });
});
