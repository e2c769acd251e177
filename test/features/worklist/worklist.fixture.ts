// What the tests of the worklist share: the service, an account, and the list as it reads it.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from '@jest/globals';
import { DAY_MS } from '../../support/apiaries-model.js';
import { type GraphqlAnswer, startTestApp, type TestApp } from '../../support/client.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';

export interface Item {
  /** Its key: an alias, for the helpers that page through lists of records. */
  id: string;
  kind: string;
  severity: 'HIGH' | 'MEDIUM' | 'LOW';
  dueAt: string | null;
  value: number | null;
  threshold: number | null;
  apiary: { id: string };
  beehive: { id: string } | null;
  record: { __typename: string; id: string };
}
export interface Worklist {
  totalCount: number;
  nodes: Item[];
  edges: { cursor: string; node: Item }[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null };
}
type Args = Record<string, unknown>;

export const WORKLIST = `
  query ($first: Int, $after: String, $apiaryIds: [ID!], $kinds: [WorklistKind!], $until: DateTime, $inspectionDays: Int) {
    worklist(first: $first, after: $after, filter: { apiaryIds: $apiaryIds, kinds: $kinds, dueBefore: $until, inspectionDays: $inspectionDays }) {
      totalCount nodes { ...item } edges { cursor node { ...item } }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
  fragment item on WorklistItem {
    id: key kind severity dueAt value threshold apiary { id } beehive { id } record { __typename id }
  }`;
export const KINDS = [
  'OVERDUE_INSPECTION',
  'QUEENLESS',
  'UNHEALTHY',
  'LOW_STOCK',
  'EXPIRING_STOCK',
  'DRAFT_INSPECTION',
  'FOLLOW_UP_DUE',
  'TREATMENT_ENDS',
  'WITHDRAWAL_ENDS',
  'MITES_HIGH',
  'TASK',
  'LOT_EXPIRES',
  'ANNUAL_DECLARATION',
];

export let app: TestApp;
export let ana: Beekeeper;
beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
});
afterAll(() => app.close());

export const send = (args: Args = {}, who = ana): Promise<GraphqlAnswer<{ worklist: Worklist }>> =>
  who.graphql(WORKLIST, args);
export const ask = async (args: Args = {}, who = ana): Promise<Worklist> => (await who.ask(WORKLIST, args)).worklist;
export const idsOf = ({ nodes }: Worklist): string[] => nodes.map(({ id }) => id);
export const daysFromNow = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

export const unhealthyHives = (n: number, health = 'AT_RISK') =>
  Array.from({ length: n }, (_, i) => ({
    id: randomUUID(),
    health: health as 'AT_RISK',
    status: null,
    createdAt: new Date(Date.now() - i * DAY_MS),
    inspections: [],
  }));
