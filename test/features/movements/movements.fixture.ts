// Loads of hives, the movement book and the declaration, as a client sends and reads them.
import { afterAll, beforeAll } from '@jest/globals';
import { type Client, type GraphqlAnswer, startTestApp, type TestApp } from '../../support/client.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';

export let app: TestApp;
export let ana: Beekeeper;
beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
});
afterAll(() => app.close());

export interface Place {
  apiary: { id: string } | null;
  name: string | null;
  registerNumber: string | null;
  municipality: string | null;
  country: string | null;
}
export interface Entry {
  key: string;
  kind: 'PLACED' | 'MOVED' | 'ENDED';
  movedOn: string;
  cause: string | null;
  origin: Place | null;
  destination: Place | null;
  beehivesCount: number;
  beehiveLabels: string[];
  beehives: { id: string }[];
  vehiclePlate: string | null;
  healthDocument: string | null;
  zoneReason: string | null;
  actor: { userId: string } | null;
}
interface Connection<T> {
  nodes: T[];
  totalCount: number;
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

const PLACE = '{ apiary { id } name registerNumber municipality country }';
const BOOK = `query ($from: LocalDate, $to: LocalDate, $apiaryId: ID, $kinds: [BeehiveMovementKind!], $first: Int, $after: String) {
  movementBook(filter: { from: $from, to: $to, kinds: $kinds }, apiaryId: $apiaryId, first: $first, after: $after) {
    nodes { key kind movedOn cause origin ${PLACE} destination ${PLACE} beehivesCount beehiveLabels beehives { id }
      vehiclePlate healthDocument zoneReason actor { userId } }
    totalCount pageInfo { hasNextPage endCursor }
  }
}`;
export const bookOf = async (who: Client, variables: Record<string, unknown> = {}): Promise<Connection<Entry>> =>
  (await who.ask(BOOK, { from: '2020-01-01', to: '2029-12-29', ...variables })).movementBook;
export const refusedBook = (who: Client, variables: Record<string, unknown>): Promise<GraphqlAnswer<unknown>> =>
  who.graphql(BOOK, variables);

export interface Declared {
  name: string;
  country: string | null;
  municipality: string | null;
  registerNumber: string | null;
  mobility: string | null;
  day: string;
  beehivesCount: number;
  apiary: { id: string } | null;
}
export interface Declaration {
  year: number;
  beehivesCount: number;
  countries: {
    country: string | null;
    day: string;
    declaredFrom: string | null;
    declaredTo: string | null;
    apiariesCount: number;
    beehivesCount: number;
  }[];
  apiaries: Connection<Declared>;
}
const DECLARATION = `query ($year: Int, $day: LocalDate, $apiaryIds: [ID!], $first: Int, $after: String) {
  annualDeclaration(year: $year, day: $day, apiaryIds: $apiaryIds) {
    year beehivesCount countries { country day declaredFrom declaredTo apiariesCount beehivesCount }
    apiaries(first: $first, after: $after) {
      nodes { name country municipality registerNumber mobility day beehivesCount apiary { id } }
      totalCount pageInfo { hasNextPage endCursor }
    }
  }
}`;
export const declarationOf = async (who: Client, variables: Record<string, unknown>): Promise<Declaration> =>
  (await who.ask(DECLARATION, variables)).annualDeclaration;
export const refusedDeclaration = (who: Client, variables: Record<string, unknown>): Promise<GraphqlAnswer<unknown>> =>
  who.graphql(DECLARATION, variables);

const LOAD =
  'mutation ($input: MoveBeehivesInput!) { moveBeehives(input: $input) { beehives { id apiaryId beehiveNumber version } } }';
type Moved = { id: string; apiaryId: string; beehiveNumber: number | null; version: number }[];
export const load = (who: Client, input: object): Promise<GraphqlAnswer<{ moveBeehives: { beehives: Moved } }>> =>
  who.graphql(LOAD, { input });
export const loaded = async (who: Client, input: object): Promise<Moved> =>
  (await who.ask(LOAD, { input })).moveBeehives.beehives;

/** Hives with the numbers, which came on a day. */
export async function hivesIn(who: Client, apiaryId: string, numbers: number[], placedOn: string): Promise<string[]> {
  const beehives = numbers.map((beehiveNumber) => ({ apiaryId, beehiveNumber, placedOn }));
  const { createBeehives } = await who.ask(
    'mutation ($beehives: [CreateBeehiveInput!]!) { createBeehives(input: { beehives: $beehives }) { beehives { id } } }',
    { beehives },
  );
  return createBeehives.beehives.map(({ id }: { id: string }) => id);
}

/** What registers say of an apiary. */
export const place = (apiaryId: string, fields: Record<string, string>): Promise<unknown> =>
  app.database.sql(
    `update apiaries set ${Object.keys(fields)
      .map((name, i) => `${name} = $${i + 2}`)
      .join(', ')} where id = $1`,
    [apiaryId, ...Object.values(fields)],
  );
