// Harvests, lots and packs through the API, as a client records them.
import { expect } from '@jest/globals';
import type { Client, GraphqlAnswer } from './client.js';

export const RECORD_HARVEST = `mutation ($input: RecordHarvestInput!) { recordHarvest(input: $input) { harvest {
  id status grams lotGrams destination overrideReason revision version harvestedOn apiaryId apiaryLabel
  sources { beehiveId beehiveLabel frames grams withheld } } } }`;
export const CREATE_LOT = `mutation ($input: CreateLotInput!) { createLot(input: $input) { lot {
  id code grams packedGrams destination neverForSale version contents { harvestId grams } } } }`;
export const PACK_LOT = `mutation ($input: PackLotInput!) { packLot(input: $input) { lotPack {
  id jars gramsPerJar grams packedOn version lot { id packedGrams } jarMovement { amount } labelMovement { amount } } } }`;
export const VOID_PACK = `mutation ($input: VoidLotPackInput!) { voidLotPack(input: $input) { lotPack { id voidedAt lot { packedGrams } } } }`;
export const CLOSE = `mutation ($input: CloseHarvestInput!) { closeHarvest(input: $input) { harvest {
  id status grams destination sources { grams withheld } } } }`;
export const UPDATE_DRAFT = `mutation ($input: UpdateHarvestDraftInput!) { updateHarvestDraft(input: $input) { harvest {
  id status grams version sources { beehiveId frames grams } } } }`;
export const AMEND = `mutation ($input: AmendHarvestInput!) { amendHarvest(input: $input) { harvest {
  id grams lotGrams revision destination reason sources { beehiveId grams withheld }
  revisions { revision grams reason sources { beehiveId frames grams } } } } }`;
export const VOID_HARVEST = `mutation ($input: VoidHarvestInput!) { voidHarvest(input: $input) { harvest { id status revision } } }`;
export const TREAT = `mutation ($input: RecordTreatmentInput!) { recordTreatment(input: $input) { treatments { id } } }`;
export const OVERRIDE = { reason: 'Feed for the bees', destination: 'NOT_FOR_SALE' };

const created = async (who: Client, query: string, input: object): Promise<string> => {
  const [payload] = Object.values(await who.ask<Record<string, Record<string, { id: string }>>>(query, { input }));
  return Object.values(payload!)[0]!.id;
};

/** Records a closed harvest of grams by hive, of the day given. @returns its id */
export const harvest = (
  who: Client,
  apiaryId: string,
  grams: Record<string, number>,
  fields: object = {},
): Promise<string> =>
  created(who, RECORD_HARVEST, {
    apiaryId,
    harvestedOn: '2026-06-20',
    sources: Object.entries(grams).map(([beehiveId, ofHive]) => ({ beehiveId, frames: 1, grams: ofHive })),
    ...fields,
  });

let lots = 0;
export const newCode = (): string => `L${++lots}`;

/** Creates a lot of all that is left of harvests. @returns its id */
export const lotOf = (who: Client, apiaryId: string, harvestIds: string[], fields: object = {}): Promise<string> =>
  created(who, CREATE_LOT, {
    apiaryId,
    code: newCode(),
    harvests: harvestIds.map((harvestId) => ({ harvestId })),
    ...fields,
  });

export const packOf = (who: Client, lotId: string, fields: object = {}): Promise<string> =>
  created(who, PACK_LOT, { id: lotId, jars: 1, gramsPerJar: 500, ...fields });

export const treatOn = async (who: Client, beehiveIds: string[], fields: object): Promise<string[]> => {
  const input = { beehiveIds, kind: 'Varroa', productName: 'Thymol', startedOn: '2026-06-01', ...fields };
  const {
    recordTreatment: { treatments: recordTreatment },
  } = await who.ask<{ recordTreatment: { treatments: { id: string }[] } }>(TREAT, { input });
  return recordTreatment.map(({ id }) => id);
};

/** The error of an operation in a language. */
export async function errorIn(
  who: Client,
  language: 'en' | 'es',
  query: string,
  variables: object,
): Promise<NonNullable<GraphqlAnswer<unknown>['errors']>[number] | undefined> {
  const response = await fetch(`${who.url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${who.token}`,
      'accept-language': language,
    },
    body: JSON.stringify({ query, variables }),
  });
  return ((await response.json()) as GraphqlAnswer<unknown>).errors?.[0];
}

export interface Refusal {
  code: string;
  reason?: string;
  en: string;
  es: string;
}

/** Expects an operation to be refused in both languages. */
export async function expectRefusedInBoth(
  who: Client,
  query: string,
  variables: object,
  { code, reason, en, es }: Refusal,
): Promise<void> {
  for (const [language, message] of [
    ['en', en],
    ['es', es],
  ] as const) {
    const error = await errorIn(who, language, query, variables);
    expect({
      language,
      message: error?.message,
      code: error?.extensions.code,
      reason: error?.extensions.reason,
    }).toEqual({ language, message, code, reason });
  }
}
