// Mutations that change two hives return both: a screen shows what is left in the one that a colony was split from.
import { describe, expect, it } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { daysAgo, done, lose } from '../../support/colonies.js';
import { ana, hive } from './colonies.fixture.js';

describe('the payload has the other hive, as it is after', () => {
  const call = async (name: string, input: object, who = ana) => {
    const type = `${name[0]!.toUpperCase()}${name.slice(1)}Input`;
    const hives = 'beehive { id broodFrames endedOn version } otherBeehive { id broodFrames endedOn version }';
    return (await who.ask(`mutation ($input: ${type}!) { payload: ${name}(input: $input) { ${hives} } }`, { input }))
      .payload;
  };

  it('a split, also if it is sent again; and none when the hive is gone', async () => {
    const source = await hive();
    const input = { newId: uuidv7(), id: source, state: { broodFrames: 1 } };
    const both = {
      beehive: { id: input.newId, broodFrames: 1 },
      otherBeehive: { id: source, broodFrames: 3, version: 2 },
    };
    for (let i = 0; i < 2; i++) expect(await call('splitBeehive', input)).toMatchObject(both);
    await ana.ask(`mutation { deleteBeehive(input: { id: "${source}" }) { deletedId } }`);
    expect(await call('splitBeehive', input)).toMatchObject({ beehive: both.beehive, otherBeehive: null });
  });

  it('a union, and its undoing', async () => {
    const [source, target] = [await hive(), await hive()];
    expect(await call('uniteBeehives', { id: source, intoBeehiveId: target })).toMatchObject({
      beehive: { id: target, broodFrames: 8, endedOn: null, version: 2 },
      otherBeehive: { id: source, broodFrames: 0, endedOn: daysAgo(0), version: 2 },
    });
    expect(await call('reviveBeehive', { id: source })).toMatchObject({
      beehive: { id: source, broodFrames: 4, endedOn: null, version: 3 },
      otherBeehive: { id: target, broodFrames: 4, version: 3 },
    });
    await done(lose(ana, { id: source, cause: 'STARVED' }));
    expect(await call('reviveBeehive', { id: source })).toMatchObject({ beehive: { id: source }, otherBeehive: null });
  });
});
