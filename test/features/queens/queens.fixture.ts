// What the tests of queens share: the service, two accounts, and an apiary with hives.
import { afterAll, beforeAll, beforeEach, expect } from '@jest/globals';
import { expectLogExact } from '../../support/change-log.js';
import { Client, startTestApp, type TestApp } from '../../support/client.js';
import { expectOwnersTrue } from '../../support/owners.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';

export let app: TestApp;
export let ana: Beekeeper;
export let bea: Beekeeper;
export let apiary: string;
export let hives: string[];
beforeAll(async () => {
  app = await startTestApp();
  [ana, bea] = [await beekeeper(app), await beekeeper(app)];
});
beforeEach(async () => {
  apiary = await ana.apiary({ name: 'El Roble' });
  hives = [await ana.beehive(apiary, { beehiveNumber: 1 }), await ana.beehive(apiary, { beehiveNumber: 2 })];
});
afterAll(() => expectLogExact(app.database));
afterAll(() => expectOwnersTrue(app.database));
afterAll(() => app.close());

export type Json = Record<string, unknown>;
export const REIGN = 'id beehive { id } queenId startedOn endedOn endReason notes version';
export const install = (input: Json, who: Client = ana) =>
  who.graphql(`mutation ($input: InstallQueenInput!) { installQueen(input: $input) { queenReign { ${REIGN} } } }`, {
    input,
  });
export const installOne = async (beehiveId: string, queenId: string, input: Json = {}): Promise<string> => {
  const { data, errors } = await install({ beehiveId, queenId, ...input });
  if (errors) throw new Error(errors[0]!.message);
  return data.installQueen.queenReign.id;
};
export const updateQueen = (id: string, input: Json, who: Client = ana) =>
  who.graphql(
    'mutation ($input: UpdateQueenInput!) { updateQueen(input: $input) { queen { name version mother { id } } } }',
    { input: { id, ...input } },
  );
export const reignsOf = async (beehive: string, who = ana) =>
  (await who.ask(`{ beehive(id: "${beehive}") { queenReigns { nodes { ${REIGN} } } } }`)).beehive.queenReigns.nodes;
export const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
export const spanish = (who: Beekeeper): Client =>
  new (class extends Client {
    override async graphql<D>(query: string, variables?: Json) {
      const headers = {
        authorization: `Bearer ${this.token}`,
        'accept-language': 'es',
        'content-type': 'application/json',
      };
      const body = JSON.stringify({ query, variables });
      const response = await fetch(`${this.url}/graphql`, { method: 'POST', headers, body });
      return { status: response.status, ...((await response.json()) as { data: D }) };
    }
  })(who.url, who.token);

/** Expects the refusal in both languages. */
export async function expectRefusal(
  attempt: (who: Client) => Promise<{ errors?: { message: string; extensions: { code: string; reason?: string } }[] }>,
  [code, reason, english, other]: [code: string, reason: string | undefined, english: string, spanish: string],
): Promise<void> {
  for (const [who, message] of [
    [ana, english],
    [spanish(ana), other],
  ] as const) {
    const { errors } = await attempt(who);
    expect(errors?.map(({ message, extensions }) => [extensions.code, extensions.reason, message])).toEqual([
      [code, reason, message],
    ]);
  }
}
