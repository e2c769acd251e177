// The life of colonies, as a client records and reads it.

import type { Client, GraphqlAnswer } from './client.js';
import { hiveInput } from './hive-input.js';
import { recordIn, selectRecord } from './payload.js';

const DAY_MS = 86_400_000;
export const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

const HIVE = 'id beehiveNumber name label apiaryId foodFrames broodFrames endedOn endCause version';
/** @returns the answer, with the record of the payload */
const write =
  (name: string, type: string, fields = HIVE) =>
  async (who: Client, input: object): Promise<GraphqlAnswer<{ result: HiveRow }>> => {
    const document = `mutation ($input: ${type}!) { payload: ${name}(input: $input) ${selectRecord(name, fields)} }`;
    const { data, ...answer } = await who.graphql(document, { input });
    return { ...answer, data: data && { result: recordIn(name, data.payload) } };
  };
const correct = (name: string, type: string, fields = HIVE) => {
  const writeInput = write(name, type, fields);
  return (who: Client, id: string, input: object = {}) => writeInput(who, { id, ...input });
};

const splitBeehive = write('splitBeehive', 'SplitBeehiveInput');
export const split = (who: Client, input: object) => splitBeehive(who, hiveInput(input));
export const unite = write('uniteBeehives', 'UniteBeehivesInput');
export const lose = write('recordLoss', 'RecordLossInput');
export const move = write('moveBeehive', 'MoveBeehiveInput');
export const correctBeehiveEnd = correct('correctBeehiveEnd', 'CorrectBeehiveEndInput');
export const revive = correct('reviveBeehive', 'ReviveBeehiveInput');
export const correctBeehivePlacement = correct(
  'correctBeehivePlacement',
  'CorrectBeehivePlacementInput',
  'id placedOn leftOn version',
);

export interface HiveRow {
  id: string;
  beehiveNumber: number | null;
  name: string | null;
  label: string;
  apiaryId: string;
  foodFrames: number | null;
  broodFrames: number | null;
  endedOn: string | null;
  endCause: string | null;
  version: number;
  placements: { nodes: { id: string; apiaryId: string | null; placedOn: string; leftOn: string | null }[] };
  colonyEvents: {
    nodes: {
      kind: string;
      occurredOn: string;
      otherBeehiveId: string | null;
      otherBeehiveLabel: string | null;
      foodFrames: number;
      broodFrames: number;
      notes: string | null;
    }[];
  };
}

/** A mutation of this file whose success a test depends on. @throws Error if it fails */
export async function done(answer: Promise<GraphqlAnswer<{ result: HiveRow }>>): Promise<HiveRow> {
  const { data, errors } = await answer;
  if (errors) throw new Error(JSON.stringify(errors));
  return data.result;
}

export async function readHive(who: Client, id: string): Promise<HiveRow> {
  const { beehive } = await who.ask(
    `query ($id: ID!) { beehive(id: $id) { ${HIVE}
      placements { nodes { id apiaryId placedOn leftOn } }
      colonyEvents { nodes { kind occurredOn otherBeehiveId otherBeehiveLabel foodFrames broodFrames notes } } } }`,
    { id },
  );
  return beehive;
}

/** The response to a GraphQL operation in Spanish. */
export async function askInSpanish(
  { url, token }: Client,
  query: string,
  variables: object,
): Promise<GraphqlAnswer<unknown>> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'accept-language': 'es' },
    body: JSON.stringify({ query, variables }),
  });
  return (await response.json()) as GraphqlAnswer<unknown>;
}
