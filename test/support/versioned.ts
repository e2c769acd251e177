// The records that have a version, with the mutations that change and delete them, as a client calls them.
import type { Client, GraphqlAnswer } from './client.js';
import { type Beekeeper, createQueen, crown, harvestFrom, treat } from './world.js';

export interface Home {
  apiary: string;
  beehive: string;
}

export interface VersionedKind {
  create: (owner: Beekeeper, home: Home) => Promise<string>;
  /** Changes a text of the record. */
  update?: string;
  remove: string;
  /** The field with the text. */
  field?: string;
  /** Members with this role may see it, and neither change nor delete it. */
  lowRole: 'VIEWER' | 'WORKER';
}

const idOf = async (owner: Beekeeper, field: string): Promise<string> =>
  (await owner.ask(`mutation { created: ${field} { id } }`)).created.id;

export const VERSIONED = {
  Apiary: {
    create: (owner) => owner.apiary({ name: 'First' }),
    update: 'updateApiary(id: $id, input: { name: $text, expectedVersion: $version })',
    remove: 'deleteApiary(id: $id, expectedVersion: $version)',
    field: 'name',
    lowRole: 'WORKER',
  },
  Beehive: {
    create: (owner, { apiary }) => owner.beehive(apiary, { observations: 'First' }),
    update: 'updateBeehive(id: $id, input: { observations: $text, expectedVersion: $version })',
    remove: 'deleteBeehive(id: $id, expectedVersion: $version)',
    field: 'observations',
    lowRole: 'VIEWER',
  },
  InventoryItem: {
    create: (owner, { apiary }) => owner.item(apiary, { itemName: 'First' }),
    update: 'updateInventoryItem(id: $id, input: { itemName: $text, expectedVersion: $version })',
    remove: 'deleteInventoryItem(id: $id, expectedVersion: $version)',
    field: 'itemName',
    lowRole: 'WORKER',
  },
  Question: {
    create: (owner, { apiary }) => idOf(owner, `createQuestion(input: { apiaryId: "${apiary}", text: "First" })`),
    update: 'updateQuestion(id: $id, input: { text: $text, expectedVersion: $version })',
    remove: 'deleteQuestion(id: $id, expectedVersion: $version)',
    field: 'text',
    lowRole: 'WORKER',
  },
  Inspection: {
    create: (owner, { beehive }) =>
      idOf(owner, `recordInspection(input: { beehiveId: "${beehive}", answers: [], notes: "First", draft: true })`),
    update: 'updateInspectionDraft(id: $id, input: { answers: [], notes: $text, expectedVersion: $version })',
    remove: 'discardInspectionDraft(id: $id, expectedVersion: $version)',
    field: 'notes',
    lowRole: 'VIEWER',
  },
  TreatmentFollowUp: {
    create: async (owner, { beehive }) => (await treat(owner, beehive, 'First')).followUp,
    update: 'updateFollowUp(id: $id, input: { notes: $text, expectedVersion: $version })',
    remove: 'deleteFollowUp(id: $id, expectedVersion: $version)',
    field: 'notes',
    lowRole: 'VIEWER',
  },
  MiteCount: {
    create: async (owner, { beehive }) => (await treat(owner, beehive)).miteCount,
    remove: 'deleteMiteCount(id: $id, expectedVersion: $version)',
    lowRole: 'VIEWER',
  },
  Queen: {
    create: (owner, { apiary }) => createQueen(owner, apiary, { name: 'First' }),
    update: 'updateQueen(id: $id, input: { name: $text, expectedVersion: $version })',
    remove: 'deleteQueen(id: $id, expectedVersion: $version)',
    field: 'name',
    lowRole: 'VIEWER',
  },
  QueenReign: {
    create: async (owner, { apiary }) =>
      (await crown(owner, { apiary, beehive: await owner.beehive(apiary) }, 'First')).reign,
    update: 'updateReign(id: $id, input: { notes: $text, expectedVersion: $version })',
    remove: 'deleteReign(id: $id, expectedVersion: $version)',
    field: 'notes',
    lowRole: 'VIEWER',
  },
  Harvest: {
    create: async (owner, { apiary, beehive }) =>
      idOf(
        owner,
        `recordHarvest(input: { apiaryId: "${apiary}", harvestedOn: "2026-04-20", draft: true, notes: "First", sources: [{ beehiveId: "${beehive}", frames: 1 }] })`,
      ),
    update: 'updateHarvestDraft(id: $id, input: { notes: $text, expectedVersion: $version })',
    remove: 'discardHarvestDraft(id: $id, expectedVersion: $version)',
    field: 'notes',
    lowRole: 'VIEWER',
  },
  Lot: {
    create: async (owner, { apiary, beehive }) => {
      const { harvest } = await harvestFrom(owner, apiary, beehive);
      const code = `L${harvest.toUpperCase()}`;
      return idOf(
        owner,
        `createLot(input: { apiaryId: "${apiary}", code: "${code}", notes: "First", harvests: [{ harvestId: "${harvest}" }] })`,
      );
    },
    update: 'updateLot(id: $id, input: { notes: $text, expectedVersion: $version })',
    remove: 'deleteLot(id: $id, expectedVersion: $version)',
    field: 'notes',
    lowRole: 'VIEWER',
  },
  BeehiveQuestion: {
    create: async (owner, { apiary, beehive }) => {
      const question = await idOf(owner, `createQuestion(input: { apiaryId: "${apiary}", text: "First" })`);
      return idOf(owner, `assignQuestion(input: { beehiveId: "${beehive}", questionId: "${question}" })`);
    },
    remove: 'unassignQuestion(id: $id, expectedVersion: $version)',
    lowRole: 'WORKER',
  },
} satisfies Record<string, VersionedKind>;
export type VersionedType = keyof typeof VERSIONED;

const kindOf = (type: VersionedType): VersionedKind => VERSIONED[type];

interface Sent {
  id: string;
  /** Omitted: not sent. */
  version?: number | null;
}

export const update = (
  who: Client,
  type: VersionedType,
  { text, ...sent }: Sent & { text: string },
): Promise<GraphqlAnswer<{ changed: { version: number } | null }>> =>
  who.graphql(
    `mutation ($id: ID!, $text: String, $version: Int) { changed: ${kindOf(type).update} { version ${kindOf(type).field} } }`,
    { text, ...sent },
  );

export const remove = (
  who: Client,
  type: VersionedType,
  sent: Sent,
): Promise<GraphqlAnswer<{ removed: string | null }>> =>
  who.graphql(`mutation ($id: ID!, $version: Int) { removed: ${kindOf(type).remove} }`, { ...sent });

/** The version, the time and the text of a record; null if it is gone. */
export async function readVersioned(
  who: Client,
  type: VersionedType,
  id: string,
): Promise<{ version: number; updatedAt: string; text?: string } | null> {
  const { field } = kindOf(type);
  const { data } = await who.graphql<{ node: { version: number; updatedAt: string; text?: string } | null }>(
    `query ($id: ID!) { node(id: $id) { ... on ${type} { version updatedAt ${field ? `text: ${field}` : ''} } } }`,
    { id },
  );
  return data.node;
}
