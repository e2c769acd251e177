// What the tests of colonies with queens share: the service, two accounts, and a hive with its queen.
import { expect } from '@jest/globals';
import type { Client, GraphqlAnswer } from '../../support/client.js';
import { correctBeehivePlacement, daysAgo, done, readHive } from '../../support/colonies.js';
import { refusalOf } from '../../support/members.js';
import { createQueen } from '../../support/world.js';
import { ana, apiary, app, ben } from '../colonies/colonies.fixture.js';

export { ana, apiary, app, ben };

export const OVERLAPS = 'CONFLICT REIGN_OVERLAPS';
export const ENDED = 'CONFLICT BEEHIVE_ENDED';

/** A hive that has stood in its apiary for long. */
export async function hive(at = apiary): Promise<string> {
  const id = await ana.beehive(at, { foodFrames: 6, broodFrames: 4 });
  const [placement] = (await readHive(ana, id)).placements.nodes;
  await done(correctBeehivePlacement(ana, placement!.id, { placedOn: daysAgo(100) }) as never);
  return id;
}

export const INSTALL =
  'mutation ($input: InstallQueenInput!) { installQueen(input: $input) { queenReign { id beehive { id } startedOn endedOn } } }';
const UPDATE = `mutation ($input: UpdateQueenReignInput!) {
  updateQueenReign(input: $input) { queenReign { startedOn endedOn endReason notes } } }`;
export const install = (input: object, who: Client = ana) => who.graphql(INSTALL, { input });
export const updateQueenReign = (id: string, input: object) => ana.graphql(UPDATE, { input: { id, ...input } });
/** @returns the id of the reign */
export async function reign(beehiveId: string, queenId: string, since: number): Promise<string> {
  return (await ana.ask(INSTALL, { input: { beehiveId, queenId, startedOn: daysAgo(since) } })).installQueen.queenReign
    .id;
}
export const endQueenReign = (id: string, input: object) =>
  ana.ask('mutation ($input: EndQueenReignInput!) { endQueenReign(input: $input) { queenReign { id } } }', {
    input: { id, ...input },
  });

type ReignRow = [queen: string | null, from: number, until: number | null, reason: string | null];
const daysSince = (day: string): number =>
  Math.round((Date.parse(daysAgo(0)) - Date.parse(day)) / (24 * 60 * 60 * 1000));
/** The reigns of a hive, the latest first; days are numbers of days ago. */
export async function reignsOf(id: string): Promise<ReignRow[]> {
  const { beehive } = await ana.ask(
    `{ beehive(id: "${id}") { queenReigns { nodes { queenId startedOn endedOn endReason } } } }`,
  );
  type Node = { queenId: string; startedOn: string; endedOn: string | null; endReason: string | null };
  return (beehive.queenReigns.nodes as Node[]).map(({ queenId, startedOn, endedOn, endReason }) => [
    queenId,
    daysSince(startedOn),
    endedOn === null ? null : daysSince(endedOn),
    endReason,
  ]);
}
/** Where a queen is: her hive and her apiary. */
export async function placeOf(queen: string): Promise<[string | undefined, string]> {
  const { queen: seen } = await ana.ask(`{ queen(id: "${queen}") { apiaryId beehive { id } } }`);
  return [seen.beehive?.id, seen.apiaryId];
}

/** A hive with a queen since 50 days ago. */
export async function colony(at = apiary): Promise<{ id: string; queen: string; reign: string }> {
  const [id, queen] = [await hive(at), await createQueen(ana, at)];
  return { id, queen, reign: await reign(id, queen, 50) };
}

/** Expects the refusal in both languages. */
export async function expectRefused(
  answer: Promise<GraphqlAnswer<unknown>>,
  inSpanish: Promise<GraphqlAnswer<unknown>>,
  [refusal, english, spanish]: [refusal: string, english: RegExp, spanish: RegExp],
): Promise<void> {
  const [one, other] = [await answer, await inSpanish];
  expect([refusalOf(one), refusalOf(other)]).toEqual([refusal, refusal]);
  expect(one.errors![0]!.message).toMatch(english);
  expect(other.errors![0]!.message).toMatch(spanish);
}
