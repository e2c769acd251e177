// Creates accounts and their records through the APIs, as a client does.

import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { Client, type TestApp } from './client.js';
import { hiveInput } from './hive-input.js';

export const PASSWORD = 'Abeja-2026';

export class Beekeeper extends Client {
  constructor(
    url: string,
    token: string,
    readonly id: string,
    readonly email: string,
  ) {
    super(url, token);
  }

  async apiary(fields: Record<string, unknown> = {}): Promise<string> {
    const {
      apiary: { apiary },
    } = await this.ask(
      'mutation ($input: CreateApiaryInput!) { apiary: createApiary(input: $input) { apiary { id } } }',
      {
        input: { name: 'An apiary', ...fields },
      },
    );
    return apiary.id;
  }

  /** @param fields of the hive, and those of its state */
  async beehive(apiaryId: string, fields: Record<string, unknown> = {}): Promise<string> {
    const {
      beehive: { beehive },
    } = await this.ask(
      'mutation ($input: CreateBeehiveInput!) { beehive: createBeehive(input: $input) { beehive { id } } }',
      { input: { apiaryId, ...hiveInput(fields) } },
    );
    return beehive.id;
  }

  async item(apiaryId: string, fields: Record<string, unknown> = {}): Promise<string> {
    const {
      item: { inventoryItem: item },
    } = await this.ask(
      'mutation ($input: CreateInventoryItemInput!) { item: createInventoryItem(input: $input) { inventoryItem { id } } }',
      { input: { apiaryId, itemName: 'Wax', unit: 'kg', ...fields } },
    );
    return item.id;
  }
}

/** Registers a new account. */
export async function beekeeper({ url, anyone }: Pick<TestApp, 'url' | 'anyone'>, email?: string): Promise<Beekeeper> {
  const address = email ?? `${randomBytes(6).toString('hex')}@example.org`;
  const { status, body } = await anyone.rest('POST', '/auth/register', {
    username: 'bee',
    email: address,
    password: PASSWORD,
  });
  if (status !== 201) throw new Error(body.message);
  return new Beekeeper(url, body.access_token, body.user_id, body.email);
}

/** The id of the placement of a hive where it stands. */
export async function placementOf(owner: Client, beehiveId: string): Promise<string> {
  const { beehive } = await owner.ask(
    'query ($id: ID!) { beehive(id: $id) { placements(first: 1) { nodes { id } } } }',
    {
      id: beehiveId,
    },
  );
  return beehive.placements.nodes[0].id;
}

export interface Treated {
  treatment: string;
  followUp: string;
  miteCount: string;
}

/** Creates a treatment with a follow-up, and a mite count. */
export async function treat(
  owner: Beekeeper,
  beehiveId: string,
  text = 'Thymol',
  reviewedOn = '2026-05-15',
): Promise<Treated> {
  const {
    treatments: { treatments },
    miteCount: { miteCount },
  } = await owner.ask(
    `mutation ($treatment: RecordTreatmentInput!, $count: RecordMiteCountInput!) {
      treatments: recordTreatment(input: $treatment) { treatments { id } }
      miteCount: recordMiteCount(input: $count) { miteCount { id } }
    }`,
    {
      treatment: { beehiveIds: [beehiveId], kind: text, productName: text, startedOn: '2026-05-01', appliedBy: text },
      count: { beehiveId, method: 'ALCOHOL_WASH', bees: 300, mites: 6, notes: text },
    },
  );
  const [{ id: treatment }] = treatments;
  const {
    followUp: { treatmentFollowUp: followUp },
  } = await owner.ask(
    'mutation ($input: RecordTreatmentFollowUpInput!) { followUp: recordTreatmentFollowUp(input: $input) { treatmentFollowUp { id } } }',
    { input: { treatmentId: treatment, reviewedOn, notes: text } },
  );
  return { treatment, followUp: followUp.id, miteCount: miteCount.id };
}

/** Creates a feed of the apiary, and feeds a hive with it. */
export async function feed(
  owner: Client,
  { apiary, beehive }: { apiary: string; beehive: string },
  notes?: string,
): Promise<{ product: string; feeding: string }> {
  const { createProduct } = await owner.ask(
    'mutation ($id: ID!) { createProduct(input: { apiaryId: $id, bankKey: "syrup_1_1" }) { product { id } } }',
    { id: apiary },
  );
  const product = createProduct.product.id;
  const { recordFeeding } = await owner.ask(
    'mutation ($input: RecordFeedingInput!) { recordFeeding(input: $input) { feedings { id } } }',
    { input: { beehiveIds: [beehive], productId: product, amount: { gramsPerHive: 1000 }, notes } },
  );
  return { product, feeding: recordFeeding.feedings[0].id };
}

/** Records the weight of a hive. */
export async function measure(owner: Client, beehiveId: string, notes?: string): Promise<string> {
  const { recordMeasurement } = await owner.ask(
    'mutation ($input: RecordMeasurementInput!) { recordMeasurement(input: $input) { measurement { id } } }',
    { input: { beehiveId, kind: 'WEIGHT', value: 38.5, notes } },
  );
  return recordMeasurement.measurement.id;
}

export interface Crowned {
  queen: string;
  reign: string;
}

/** Records a queen in an apiary. */
export async function createQueen(owner: Beekeeper, apiaryId: string, fields: object = {}): Promise<string> {
  const {
    queen: { queen },
  } = await owner.ask('mutation ($input: CreateQueenInput!) { queen: createQueen(input: $input) { queen { id } } }', {
    input: { apiaryId, ...fields },
  });
  return queen.id;
}

/** Records a queen, and installs her in a hive. */
export async function crown(
  owner: Beekeeper,
  { apiary, beehive }: { apiary: string; beehive: string },
  text = 'Q1',
): Promise<Crowned> {
  const queen = await createQueen(owner, apiary, { name: text, year: 2025 });
  const {
    reign: { queenReign: reign },
  } = await owner.ask(
    'mutation ($input: InstallQueenInput!) { reign: installQueen(input: $input) { queenReign { id } } }',
    { input: { beehiveId: beehive, queenId: queen, startedOn: '2026-05-01', notes: text } },
  );
  return { queen, reign: reign.id };
}

export interface Harvested {
  /** Its day is before the treatment of `treat`: all of it could be put into lots. */
  harvest: string;
  harvestDraft: string;
  /** Its code is its id in capital letters. */
  lot: string;
  /** Nothing of it is packed. */
  emptyLot: string;
  pack: string;
}

/** Creates two harvests and a draft, two lots, and a pack. */
export async function harvestFrom(owner: Beekeeper, apiaryId: string, beehiveId: string): Promise<Harvested> {
  const [lot, emptyLot] = [uuidv7(), uuidv7()];
  const input = { apiaryId, harvestedOn: '2026-04-20', sources: [{ beehiveId, frames: 4 }] };
  const {
    harvest: { harvest },
    other: { harvest: other },
    draft: { harvest: draft },
  } = await owner.ask(
    `mutation ($closed: RecordHarvestInput!, $draft: RecordHarvestInput!) {
      harvest: recordHarvest(input: $closed) { harvest { id } }
      other: recordHarvest(input: $closed) { harvest { id } }
      draft: recordHarvest(input: $draft) { harvest { id } }
    }`,
    { closed: { ...input, totalGrams: 8000 }, draft: { ...input, draft: true } },
  );
  const lotInput = (id: string) => ({
    newId: id,
    apiaryId,
    code: id.toUpperCase(),
    harvests: [{ harvestId: other.id, grams: 500 }],
  });
  const {
    pack: { lotPack: pack },
  } = await owner.ask(
    `mutation ($lot: CreateLotInput!, $empty: CreateLotInput!, $pack: PackLotInput!) {
      createLot(input: $lot) { lot { id } }
      empty: createLot(input: $empty) { lot { id } }
      pack: packLot(input: $pack) { lotPack { id } }
    }`,
    { lot: lotInput(lot), empty: lotInput(emptyLot), pack: { id: lot, jars: 1, gramsPerJar: 250 } },
  );
  return { harvest: harvest.id, harvestDraft: draft.id, lot, emptyLot, pack: pack.id };
}
