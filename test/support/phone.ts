// A client that keeps copies of the records, as the descriptions of `changes` and `RecordKind` say, and nothing else.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { recordRows } from '../../src/records/records.js';
import type { Client } from './client.js';
import { tablesOf } from './tables.js';

/** Fields of one name have different types in different kinds: GraphQL wants other names for these. Of a kind that is not here, a copy has the version. */
const READ = `
  ... on Apiary { version name userId viewerRole members { nodes { user { userId } role } } }
  ... on Question { version apiaryId text position active }
  ... on Beehive { version apiaryId beehiveNumber foodFrames observations isTreated lastInspectedAt endedOn withdrawalUntil withdrawalUnknown }
  ... on BeehiveQuestion { version beehiveId: beehive { id } questionId: question { id } overridden: active }
  ... on Inspection { version beehiveId: beehive { id } inspected: status notes current answers { id asText } beehive { id lastInspectedAt } }
  ... on InventoryItem { version apiaryId itemName quantity }
  ... on StockMovement { itemId: item { id } amount item { id quantity } }
  ... on Treatment { treatedHive: beehive { id } treatedIn: apiaryId productName treated: status version: revision stock: itemId
    ofHive: beehive { id withdrawalUntil withdrawalUnknown } }
  ... on TreatmentFollowUp { version treatmentId: treatment { id } notes }
  ... on MiteCount { version beehiveId: beehive { id } mites }
  ... on Product { version usedIn: apiaryId productNotes: notes }
  ... on Feeding { version beehiveId: beehive { id } fedOn feedingNotes: notes sugarGrams }
  ... on Measurement { version beehiveId: beehive { id } measured: value measurementNotes: notes }
  ... on Queen { version placedIn: apiaryId queenName: name motherId }
  ... on QueenReign { version beehiveId: beehive { id } reigning: queenId startedOn reignEnd: endedOn }
  ... on BeehivePlacement { version beehiveId: beehive { id } placedOn leftOn }
  ... on ColonyEvent { version beehiveId: beehive { id } happened: kind occurredOn otherBeehiveId }
  ... on Harvest { version harvestedIn: apiaryId harvested: status weight: grams destination harvestNotes: notes }
  ... on Lot { version lotIn: apiaryId code weight: grams destination }
  ... on LotPack { version lotId: lot { id } jars voidedAt }
  ... on Task { version taskIn: apiary { id } todo: title progress: status }`;
const OTHERS = recordRows
  .filter(([entity, { synced }]) => synced && !READ.includes(`... on ${entity} {`))
  .map(([entity]) => `... on ${entity} { version }`);
const FIELDS = ['id', READ, ...OTHERS].join(' ');
const CHANGES = `query ($after: String, $first: Int) { changes(after: $after, first: $first) {
  endCursor hasMore resyncRequired changes { kind recordId deleted version node { __typename ${FIELDS} } } } }`;
const NODES = `query ($ids: [ID!]!) { nodes(ids: $ids) { __typename ${FIELDS} } }`;

export interface StoredNode extends Record<string, unknown> {
  __typename: string;
  id: string;
}
export interface SyncChange {
  kind: string;
  recordId: string;
  deleted: boolean;
  version: number | null;
  node: StoredNode | null;
}
export interface SyncPage {
  changes: SyncChange[];
  endCursor: string;
  hasMore: boolean;
  resyncRequired: boolean;
}

export const readChanges = async (who: Client, after?: string | null, first?: number): Promise<SyncPage> =>
  (await who.ask(CHANGES, { after, ...(first !== undefined && { first }) })).changes;

/** A database that a test reads directly. */
export interface Readable {
  database: { sql: <R extends object>(text: string, values?: unknown[]) => Promise<R[]> };
}

/** The records of the database that `nodes` shows to a client, by their ids. */
export async function visibleTo(who: Client, { database }: Readable): Promise<Map<string, StoredNode>> {
  const tables = tablesOf(({ synced }) => synced !== undefined);
  const rows = await database.sql<{ id: string }>(tables.map((table) => `select id from ${table}`).join(' union all '));
  const visible = new Map<string, StoredNode>();
  for (let i = 0; i < rows.length; i += 100) {
    const { nodes } = await who.ask(NODES, { ids: rows.slice(i, i + 100).map(({ id }) => id) });
    for (const node of nodes) if (node) visible.set(node.id, withoutParents(node));
  }
  return visible;
}

/** The copy of a record has only the ids of its parents. */
const withoutParents = ({ beehive: _beehive, item: _item, ofHive: _ofHive, ...node }: StoredNode): StoredNode =>
  Object.fromEntries(
    Object.entries(node).map(([name, value]) => [name, (value as Partial<StoredNode> | null)?.id ?? value]),
  ) as StoredNode;

/** A transaction of another test, in another database of the server, holds the feed up for the moment in which it ends (horizon.ts). */
export async function othersHaveEnded({ database }: Readable): Promise<void> {
  const [{ xid }] = (await database.sql('select pg_current_xact_id()::xid as xid')) as [{ xid: string }];
  const older = `select 1 as n from pg_stat_activity where datname <> current_database() and age(backend_xid) >= age($1::xid)`;
  while ((await database.sql(older, [xid])).length > 0) await sleep(20);
}

export class Phone {
  records = new Map<string, StoredNode>();
  cursor: string | null = null;

  /**
   * @param isLost whether the answer to a request does not arrive
   * @param first the size of pages
   */
  constructor(
    private readonly app: Readable,
    readonly who: Client,
    protected readonly isLost: () => boolean = () => false,
    private readonly first?: number,
  ) {}

  /** Asks until there is no more. @returns the changes that arrived */
  async sync(): Promise<SyncChange[]> {
    await othersHaveEnded(this.app);
    const changes: SyncChange[] = [];
    for (let requests = 0; requests < 10_000; requests++) {
      const page = await readChanges(this.who, this.cursor, this.first);
      if (this.isLost()) continue;
      if (page.resyncRequired) {
        this.records.clear();
        this.cursor = null;
        continue;
      }
      this.store(page);
      // The same answer arrives twice.
      if (this.isLost()) this.store(page);
      changes.push(...page.changes);
      if (!page.hasMore) return changes;
    }
    throw new Error('the changes have no end');
  }

  /** Asks once. @returns whether the records that it has not had before continue on the next page */
  async readPage(): Promise<boolean> {
    const page = await readChanges(this.who, this.cursor, this.first);
    this.store(page);
    return JSON.parse(Buffer.from(page.endCursor, 'base64url').toString()).copies !== undefined;
  }

  private store({ changes, endCursor }: SyncPage): void {
    for (const { recordId, deleted, node } of changes) {
      if (deleted) this.drop(recordId);
      else this.keep(node!);
    }
    this.cursor = endCursor;
  }

  private keep(node: StoredNode): void {
    this.records.set(node.id, withoutParents(node));
    for (const parent of [node.beehive, node.item, node.ofHive] as (StoredNode | null | undefined)[]) {
      const known = parent && this.records.get(parent.id);
      if (known) Object.assign(known, parent);
    }
  }

  /** Deletes a record with everything that belongs to it. */
  drop(id: string): void {
    this.records.delete(id);
    for (const record of [...this.records.values()]) if (this.goesWith(record, id)) this.drop(record.id);
  }

  /** Whether a record belongs to a deleted one. */
  private goesWith({ __typename, ...record }: StoredNode, id: string): boolean {
    const { apiaryId, placedIn, usedIn, harvestedIn, lotIn, lotId, taskIn } = record;
    const { beehiveId, questionId, itemId, treatmentId, treatedHive, treatedIn } = record;
    const places = [apiaryId, placedIn, usedIn, harvestedIn, lotIn, taskIn];
    const parents = [...places, lotId, beehiveId, questionId, itemId, treatmentId];
    if (parents.includes(id)) return true;
    if (__typename === 'TreatmentFollowUp') return this.records.get(treatmentId as string)?.treatedHive === id;
    const isLeft = (parent: unknown): boolean => this.records.has(parent as string);
    return (
      __typename === 'Treatment' && [treatedHive, treatedIn].includes(id) && !isLeft(treatedHive) && !isLeft(treatedIn)
    );
  }
}

/** Expects phones of one account to have exactly what the service shows to it. */
export async function expectEqual(phones: Phone | Phone[], app: Readable): Promise<void> {
  const [phone, ...others] = [phones].flat() as [Phone, ...Phone[]];
  const expected = await visibleTo(phone.who, app);
  // A treatment outlives its hive on the device: of one that is not there, the service shows nothing.
  const sorted = (records: Map<string, StoredNode>): StoredNode[] =>
    [...records.values()]
      .map((node) =>
        node.treatedHive && !records.has(node.treatedHive as string) ? { ...node, treatedHive: null } : node,
      )
      .sort((a, b) => (a.id < b.id ? -1 : 1));
  for (const { records } of [phone, ...others]) expect(sorted(records)).toEqual(sorted(expected));
}
