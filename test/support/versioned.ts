// The records that have a version, with the mutations that change and delete them, as a client calls them.
import type { Client, GraphqlAnswer } from './client.js';
import { selectRecord } from './payload.js';
import { type Beekeeper, createQueen, crown, feed, harvestFrom, measure, treat } from './world.js';

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

/** @param call `createBeehive(input: { … })` */
const withRecord = (call: string, fields: string): string =>
  `record: ${call} ${selectRecord(/^\w+/.exec(call)![0], fields)}`;
/** Creates a record. */
const idOf = async (owner: Beekeeper, call: string): Promise<string> => {
  const { record } = await owner.ask<{ record: Record<string, { id: string }> }>(
    `mutation { ${withRecord(call, 'id')} }`,
  );
  return Object.values(record)[0]!.id;
};

export const VERSIONED = {
  Apiary: {
    create: (owner) => owner.apiary({ name: 'First' }),
    update: 'updateApiary(input: { id: $id, name: $text, expectedVersion: $version })',
    remove: 'deleteApiary(input: { id: $id, expectedVersion: $version }) { deletedId }',
    field: 'name',
    lowRole: 'WORKER',
  },
  Beehive: {
    create: (owner, { apiary }) => owner.beehive(apiary, { observations: 'First' }),
    update: 'updateBeehive(input: { id: $id, state: { observations: $text }, expectedVersion: $version })',
    remove: 'deleteBeehive(input: { id: $id, expectedVersion: $version }) { deletedId }',
    field: 'observations',
    lowRole: 'VIEWER',
  },
  InventoryItem: {
    create: (owner, { apiary }) => owner.item(apiary, { itemName: 'First' }),
    update: 'updateInventoryItem(input: { id: $id, itemName: $text, expectedVersion: $version })',
    remove: 'deleteInventoryItem(input: { id: $id, expectedVersion: $version }) { deletedId }',
    field: 'itemName',
    lowRole: 'WORKER',
  },
  Question: {
    create: (owner, { apiary }) => idOf(owner, `createQuestion(input: { apiaryId: "${apiary}", text: "First" })`),
    update: 'updateQuestion(input: { id: $id, text: $text, expectedVersion: $version })',
    remove: 'deleteQuestion(input: { id: $id, expectedVersion: $version }) { deletedId }',
    field: 'text',
    lowRole: 'WORKER',
  },
  Inspection: {
    create: (owner, { beehive }) =>
      idOf(owner, `recordInspection(input: { beehiveId: "${beehive}", answers: [], notes: "First", draft: true })`),
    update: 'updateInspectionDraft(input: { id: $id, notes: $text, expectedVersion: $version })',
    remove: 'discardInspectionDraft(input: { id: $id, expectedVersion: $version }) { deletedId }',
    field: 'notes',
    lowRole: 'VIEWER',
  },
  TreatmentFollowUp: {
    create: async (owner, { beehive }) => (await treat(owner, beehive, 'First')).followUp,
    update: 'updateTreatmentFollowUp(input: { id: $id, notes: $text, expectedVersion: $version })',
    remove: 'deleteTreatmentFollowUp(input: { id: $id, expectedVersion: $version }) { deletedId }',
    field: 'notes',
    lowRole: 'VIEWER',
  },
  MiteCount: {
    create: async (owner, { beehive }) => (await treat(owner, beehive)).miteCount,
    remove: 'deleteMiteCount(input: { id: $id, expectedVersion: $version }) { deletedId }',
    lowRole: 'VIEWER',
  },
  Product: {
    create: (owner, { apiary }) =>
      idOf(owner, `createProduct(input: { apiaryId: "${apiary}", kind: OTHER, name: "First" })`),
    update: 'updateProduct(input: { id: $id, name: $text, expectedVersion: $version })',
    remove: 'deleteProduct(input: { id: $id, expectedVersion: $version }) { deletedId }',
    field: 'name',
    lowRole: 'WORKER',
  },
  Feeding: {
    create: async (owner, { apiary, beehive }) => (await feed(owner, { apiary, beehive }, 'First')).feeding,
    update: 'updateFeeding(input: { id: $id, notes: $text, expectedVersion: $version })',
    remove: 'deleteFeeding(input: { id: $id, expectedVersion: $version }) { deletedId }',
    field: 'notes',
    lowRole: 'VIEWER',
  },
  Measurement: {
    create: (owner, { beehive }) => measure(owner, beehive, 'First'),
    update: 'updateMeasurement(input: { id: $id, notes: $text, expectedVersion: $version })',
    remove: 'deleteMeasurement(input: { id: $id, expectedVersion: $version }) { deletedId }',
    field: 'notes',
    lowRole: 'VIEWER',
  },
  Queen: {
    create: (owner, { apiary }) => createQueen(owner, apiary, { name: 'First' }),
    update: 'updateQueen(input: { id: $id, name: $text, expectedVersion: $version })',
    remove: 'deleteQueen(input: { id: $id, expectedVersion: $version }) { deletedId }',
    field: 'name',
    lowRole: 'VIEWER',
  },
  QueenReign: {
    create: async (owner, { apiary }) =>
      (await crown(owner, { apiary, beehive: await owner.beehive(apiary) }, 'First')).reign,
    update: 'updateQueenReign(input: { id: $id, notes: $text, expectedVersion: $version })',
    remove: 'deleteQueenReign(input: { id: $id, expectedVersion: $version }) { deletedId }',
    field: 'notes',
    lowRole: 'VIEWER',
  },
  Harvest: {
    create: async (owner, { apiary, beehive }) =>
      idOf(
        owner,
        `recordHarvest(input: { apiaryId: "${apiary}", harvestedOn: "2026-04-20", draft: true, notes: "First", sources: [{ beehiveId: "${beehive}", frames: 1 }] })`,
      ),
    update: 'updateHarvestDraft(input: { id: $id, notes: $text, expectedVersion: $version })',
    remove: 'discardHarvestDraft(input: { id: $id, expectedVersion: $version }) { deletedId }',
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
    update: 'updateLot(input: { id: $id, notes: $text, expectedVersion: $version })',
    remove: 'deleteLot(input: { id: $id, expectedVersion: $version }) { deletedId }',
    field: 'notes',
    lowRole: 'VIEWER',
  },
  BeehiveQuestion: {
    create: async (owner, { apiary, beehive }) => {
      const question = await idOf(owner, `createQuestion(input: { apiaryId: "${apiary}", text: "First" })`);
      return idOf(owner, `overrideQuestion(input: { beehiveId: "${beehive}", questionId: "${question}" })`);
    },
    remove: 'deleteQuestionOverride(input: { id: $id, expectedVersion: $version }) { deletedId }',
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

/** @returns the answer, with the record of the payload */
export async function update(
  who: Client,
  type: VersionedType,
  { text, ...sent }: Sent & { text: string },
): Promise<GraphqlAnswer<{ record: { version: number } | null }>> {
  const changed = withRecord(kindOf(type).update!, `version ${kindOf(type).field}`);
  const answer = await who.graphql<{ record: Record<string, { version: number }> | null } | null>(
    `mutation ($id: ID!, $text: String, $version: Int) { ${changed} }`,
    { text, ...sent },
  );
  return { ...answer, data: { record: Object.values(answer.data?.record ?? {})[0] ?? null } };
}

export const remove = (
  who: Client,
  type: VersionedType,
  sent: Sent,
): Promise<GraphqlAnswer<{ removed: { deletedId: string } | null }>> =>
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
