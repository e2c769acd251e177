// What happens to a queen when her hive ends, is united, split or moved.
import { describe, expect, it } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import {
  askInSpanish,
  correctBeehiveEnd,
  daysAgo,
  done,
  lose,
  readHive,
  revive,
  split,
  unite,
} from '../../support/colonies.js';
import { ROLE_TOO_LOW, refusalOf, share } from '../../support/members.js';
import { expectLikeMissing } from '../../support/missing-ids.js';
import { beekeeper, createQueen } from '../../support/world.js';
import {
  ana,
  apiary,
  app,
  ben,
  colony,
  ENDED,
  endQueenReign,
  expectRefused,
  hive,
  INSTALL,
  install,
  OVERLAPS,
  placeOf,
  reign,
  reignsOf,
  updateQueenReign,
} from './colony-queens.fixture.js';

describe('a hive that ends', () => {
  it('ends the reign of its queen on the day of the loss, and shows it', async () => {
    const { id, queen, reign: open } = await colony();
    await done(lose(ana, { id, cause: 'MITES', lostOn: daysAgo(9) }));
    expect(await reignsOf(id)).toEqual([[queen, 50, 9, 'COLONY_LOST']]);
    expect((await placeOf(queen))[0]).toBeUndefined();
    const { beehive, queen: seen } = await ana.ask(
      `{ beehive(id: "${id}") { queen { id } timeline(filter: { kinds: [LOST, REIGN_ENDED] }) { nodes { kind occurredAt actor { userId } } } }
         queen(id: "${queen}") { reigns { nodes { id version } } } }`,
    );
    expect(seen.reigns.nodes).toEqual([{ id: open, version: 2 }]);
    expect(beehive.queen).toBeNull();
    expect(beehive.timeline.nodes).toHaveLength(2);
    for (const entry of beehive.timeline.nodes)
      expect(entry).toMatchObject({ occurredAt: expect.stringContaining(daysAgo(9)), actor: { userId: ana.id } });
  });

  it('ends a reign that began later on its first day, and leaves the others', async () => {
    const { id, queen, reign: first } = await colony();
    await endQueenReign(first, { endedOn: daysAgo(20), endReason: 'SWARMED' });
    const next = await createQueen(ana, apiary);
    await reign(id, next, 5);
    await done(lose(ana, { id, cause: 'UNKNOWN', lostOn: daysAgo(30) }));
    expect(await reignsOf(id)).toEqual([
      [next, 5, 5, 'COLONY_LOST'],
      [queen, 50, 20, 'SWARMED'],
    ]);
  });

  it('is sent with push once', async () => {
    const { id, queen } = await colony();
    const operations = [{ key: uuidv7(), mutation: { recordLoss: { id, cause: 'WEATHER', lostOn: daysAgo(2) } } }];
    const push =
      'mutation ($operations: [SyncOperation!]!) { executeOperations(input: { operations: $operations }) { results { status } } }';
    for (const status of ['APPLIED', 'DUPLICATE'])
      expect((await ana.ask(push, { operations })).executeOperations.results).toEqual([{ status }]);
    expect(await reignsOf(id)).toEqual([[queen, 50, 2, 'COLONY_LOST']]);
  });

  it('gets no queen: reigns are recorded and corrected up to its end', async () => {
    const { id, queen, reign: ended } = await colony();
    await done(lose(ana, { id, cause: 'MITES', lostOn: daysAgo(10) }));
    const other = await createQueen(ana, apiary);
    const input = { beehiveId: id, queenId: other };
    const { beehiveNumber } = await readHive(ana, id);
    expect(beehiveNumber).toBeNull();
    await expectRefused(install(input), askInSpanish(ana, INSTALL, { input }), [
      ENDED,
      /^Hive [0-9a-f]{8} ended on .*: if that is a mistake, revive it first$/,
      /^La colmena [0-9a-f]{8} está de baja desde el .*: si es un error, reactívela primero$/,
    ]);
    const late = { ...input, startedOn: daysAgo(95), endedOn: daysAgo(9) };
    await expectRefused(install(late), askInSpanish(ana, INSTALL, { input: late }), [
      ENDED,
      /only what happened until then can be recorded$/,
      /solo se puede registrar lo ocurrido hasta entonces$/,
    ]);
    for (const changes of [{ endedOn: null }, { endedOn: daysAgo(9) }])
      expect(refusalOf(await updateQueenReign(ended, changes))).toBe(ENDED);
    expect((await updateQueenReign(ended, { endedOn: null })).errors![0]!.message).toMatch(/revive it first$/);
    expect(await reignsOf(id)).toEqual([[queen, 50, 10, 'COLONY_LOST']]);
    expect((await install({ ...input, startedOn: daysAgo(95), endedOn: daysAgo(60) })).errors).toBeUndefined();
    expect((await updateQueenReign(ended, { notes: 'Old', startedOn: daysAgo(55) })).errors).toBeUndefined();
    expect((await updateQueenReign(ended, { endedOn: daysAgo(12), endReason: 'DIED' })).errors).toBeUndefined();
    expect(await reignsOf(id)).toEqual([
      [queen, 55, 12, 'DIED'],
      [other, 95, 60, null],
    ]);
  });

  it('a reign that was recorded to end later keeps its end, but its days can only be corrected to the end of the hive', async () => {
    const { id, queen, reign: closed } = await colony();
    await endQueenReign(closed, { endedOn: daysAgo(3), endReason: 'MISSING' });
    await done(lose(ana, { id, cause: 'MITES', lostOn: daysAgo(10) }));
    expect(await reignsOf(id)).toEqual([[queen, 50, 3, 'MISSING']]);
    expect(refusalOf(await updateQueenReign(closed, { startedOn: daysAgo(40) }))).toBe(ENDED);
    expect((await updateQueenReign(closed, { notes: 'Seen by Ben' })).errors).toBeUndefined();
    expect((await updateQueenReign(closed, { endedOn: daysAgo(10) })).errors).toBeUndefined();
    expect(await reignsOf(id)).toEqual([[queen, 50, 10, 'MISSING']]);
  });
});

describe('uniteBeehives', () => {
  it('keeps the queen of the hive that stays, or none', async () => {
    for (const queenFrom of [undefined, null, 'TARGET']) {
      const [source, target] = [await colony(), await colony()];
      await done(unite(ana, { id: source.id, intoBeehiveId: target.id, queenFrom, unitedOn: daysAgo(4) }));
      expect(await reignsOf(source.id)).toEqual([[source.queen, 50, 4, 'UNITED']]);
      expect(await reignsOf(target.id)).toEqual([[target.queen, 50, null, null]]);
    }
    const [source, empty] = [await colony(), await hive()];
    await done(unite(ana, { id: source.id, intoBeehiveId: empty }));
    expect(await reignsOf(empty)).toEqual([]);
    expect((await placeOf(source.queen))[0]).toBeUndefined();
  });

  it('installs the queen of the hive that ends in the one that stays', async () => {
    const at = await ana.apiary();
    const [source, target, empty] = [await colony(), await colony(at), await hive(at)];
    const input = { id: source.id, intoBeehiveId: target.id, queenFrom: 'SOURCE', unitedOn: daysAgo(4) };
    await done(unite(ana, input));
    expect(await reignsOf(source.id)).toEqual([[source.queen, 50, 4, 'UNITED']]);
    expect(await reignsOf(target.id)).toEqual([
      [source.queen, 4, null, null],
      [target.queen, 50, 4, 'REPLACED'],
    ]);
    expect(await placeOf(source.queen)).toEqual([target.id, at]);
    await done(unite(ana, { id: target.id, intoBeehiveId: empty, queenFrom: 'SOURCE' }));
    expect(await placeOf(source.queen)).toEqual([empty, at]);
  });

  it('refuses SOURCE without a recorded queen, and changes nothing', async () => {
    const [empty, target] = [await hive(), await colony()];
    const input = { id: empty, intoBeehiveId: target.id, queenFrom: 'SOURCE' };
    const document = 'mutation ($input: UniteBeehivesInput!) { uniteBeehives(input: $input) { beehive { id } } }';
    await expectRefused(unite(ana, input), askInSpanish(ana, document, { input }), [
      'CONFLICT BEEHIVE_QUEENLESS',
      /^No queen is recorded in the hive that ends$/,
      /^En la colmena que se da de baja no hay ninguna reina registrada$/,
    ]);
    expect(await readHive(ana, empty)).toMatchObject({ endedOn: null, foodFrames: 6 });
    expect(await reignsOf(target.id)).toEqual([[target.queen, 50, null, null]]);
  });

  it('refuses SOURCE on a day on which the hive that stays got another queen later', async () => {
    const [source, target] = [await colony(), await hive()];
    await reign(target, await createQueen(ana, apiary), 2);
    const input = { id: source.id, intoBeehiveId: target, queenFrom: 'SOURCE', unitedOn: daysAgo(4) };
    expect(refusalOf(await unite(ana, input))).toBe(OVERLAPS);
    expect((await readHive(ana, source.id)).endedOn).toBeNull();
    expect(await reignsOf(source.id)).toEqual([[source.queen, 50, null, null]]);
  });

  it('refuses SOURCE if the hives belong to different accounts', async () => {
    const foreign = await ben.apiary();
    await share(ben, foreign, ana, 'WORKER');
    const [source, target] = [await colony(), await ben.beehive(foreign)];
    const input = { id: source.id, intoBeehiveId: target, queenFrom: 'SOURCE' };
    const document = 'mutation ($input: UniteBeehivesInput!) { uniteBeehives(input: $input) { beehive { id } } }';
    await expectRefused(unite(ana, input), askInSpanish(ana, document, { input }), [
      'BAD_USER_INPUT',
      /^queenFrom must be TARGET: the hives belong to different accounts$/,
      /^queenFrom debe ser TARGET: las colmenas pertenecen a cuentas distintas$/,
    ]);
    await done(unite(ana, { ...input, queenFrom: 'TARGET' }));
    expect(await reignsOf(source.id)).toEqual([[source.queen, 50, 0, 'UNITED']]);
  });
});

describe('splitBeehive', () => {
  it('takes the queen along, or another one', async () => {
    const [source, other, at] = [await colony(), await colony(), await ana.apiary()];
    const input = { id: source.id, apiaryId: at, broodFrames: 1, splitOn: daysAgo(7), queenId: source.queen };
    const child = await done(split(ana, input));
    expect(await reignsOf(child.id)).toEqual([[source.queen, 7, null, null]]);
    expect(await reignsOf(source.id)).toEqual([[source.queen, 50, 7, 'MOVED']]);
    expect(await placeOf(source.queen)).toEqual([child.id, at]);
    const second = await done(split(ana, { id: source.id, queenId: other.queen.toUpperCase() }));
    expect(await reignsOf(second.id)).toEqual([[other.queen, 0, null, null]]);
    expect(await reignsOf(other.id)).toEqual([[other.queen, 50, 0, 'MOVED']]);
    const spare = await createQueen(ana, apiary);
    const third = await done(split(ana, { id: source.id, queenId: spare }));
    expect((await placeOf(spare))[0]).toBe(third.id);
    expect(await reignsOf((await done(split(ana, { id: source.id, queenId: null }))).id)).toEqual([]);
  });

  it('with an id it is done once', async () => {
    const { id, queen } = await colony();
    const input = { newId: uuidv7(), id, queenId: queen, splitOn: daysAgo(1) };
    for (let i = 0; i < 2; i++) await done(split(ana, input));
    expect(await reignsOf(input.newId)).toEqual([[queen, 1, null, null]]);
  });

  it('creates no hive if the queen was installed later', async () => {
    const source = await hive();
    const queen = await createQueen(ana, apiary);
    await reign(source, queen, 3);
    const input = { newId: uuidv7(), id: source, queenId: queen, broodFrames: 1, splitOn: daysAgo(7) };
    expect(refusalOf(await split(ana, input))).toBe(OVERLAPS);
    expect((await readHive(ana, source)).broodFrames).toBe(4);
    expect(refusalOf(await ana.graphql(`{ beehive(id: "${input.newId}") { id } }`))).toBe('NOT_FOUND');
  });

  it('finds no queen of another account, and refuses that of another owner', async () => {
    const source = await hive();
    const foreign = await ben.apiary();
    const queen = await createQueen(ben, foreign);
    await expectLikeMissing((who, queenId) => split(who, { id: source, queenId }), ana, queen);
    await share(ben, foreign, ana, 'WORKER');
    const input = { id: source, queenId: queen };
    const document = 'mutation ($input: SplitBeehiveInput!) { splitBeehive(input: $input) { beehive { id } } }';
    await expectRefused(split(ana, input), askInSpanish(ana, document, { input }), [
      'BAD_USER_INPUT',
      /^queenId must be a queen of the owner of the hive$/,
      /^queenId debe ser una reina del propietario de la colmena$/,
    ]);
  });
});

describe('members', () => {
  it('WORKER ends and revives with the queens; VIEWER does not; MANAGER splits with a queen that they see', async () => {
    const at = await ana.apiary();
    const [worker, viewer, manager] = [await beekeeper(app), await beekeeper(app), await beekeeper(app)];
    await share(ana, at, worker, 'WORKER');
    await share(ana, at, viewer, 'VIEWER');
    await share(ana, at, manager, 'MANAGER');
    const [source, target] = [await colony(at), await colony(at)];
    const input = { id: source.id, intoBeehiveId: target.id, queenFrom: 'SOURCE', unitedOn: daysAgo(3) };
    expect(refusalOf(await unite(viewer, input))).toBe(ROLE_TOO_LOW);
    await done(unite(worker, input));
    expect((await placeOf(source.queen))[0]).toBe(target.id);
    expect(refusalOf(await correctBeehiveEnd(viewer, source.id, { endedOn: daysAgo(2) }))).toBe(ROLE_TOO_LOW);
    await done(correctBeehiveEnd(worker, source.id, { endedOn: daysAgo(2) }));
    expect(refusalOf(await revive(viewer, source.id))).toBe(ROLE_TOO_LOW);
    await done(revive(worker, source.id));
    for (const { id, queen } of [source, target]) expect(await reignsOf(id)).toEqual([[queen, 50, null, null]]);
    expect(refusalOf(await split(worker, { id: source.id, queenId: source.queen }))).toBe(ROLE_TOO_LOW);
    const hidden = await colony();
    expect(refusalOf(await split(manager, { id: source.id, queenId: hidden.queen }))).toBe('NOT_FOUND');
    const child = await done(split(manager, { id: source.id, queenId: source.queen }));
    expect((await placeOf(source.queen))[0]).toBe(child.id);
  });
});
