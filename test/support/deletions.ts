// Deletes and restores records through the API, as a client does.
import { expect } from '@jest/globals';
import type { Client, GraphqlAnswer } from './client.js';
import type { refusalOf } from './members.js';
import type { Beekeeper } from './world.js';

const LAST = `query ($apiary: ID) { deletions(first: 1, apiaryId: $apiary) { totalCount nodes { id kind recordId label } } }`;
const RESTORE = `mutation ($input: RestoreDeletionInput!) { restoreDeletion(input: $input) { restoredId kind record { id __typename } } }`;

export interface Deletion {
  id: string;
  kind: string;
  recordId: string;
  label: string | null;
}

/** Deletes a record by one of the mutations that take an id. @returns its deletion */
export async function remove(who: Client, mutation: string, id: string): Promise<Deletion> {
  await who.ask(`mutation { ${mutation}(input: { id: "${id}" }) { deletedId } }`);
  const deletion = await lastDeletion(who);
  if (deletion?.recordId !== id) throw new Error(`${id} has no deletion`);
  return deletion;
}

export const lastDeletion = async (who: Client, apiary?: string): Promise<Deletion | undefined> =>
  (await who.ask(LAST, { apiary })).deletions.nodes[0];
export const countDeletions = async (who: Client, apiary?: string): Promise<number> =>
  (await who.ask(LAST, { apiary })).deletions.totalCount;

interface Restored {
  restoreDeletion: { restoredId: string; kind: string; record: { id: string; __typename: string } | null };
}
export const restore = (who: Client, id: string, changes: object = {}): Promise<GraphqlAnswer<Restored>> =>
  who.graphql<Restored>(RESTORE, { input: { id, ...changes } });

export const reasonOf = (answer: Parameters<typeof refusalOf>[0]): string | undefined => {
  const { code, reason } = answer.errors?.[0]?.extensions ?? {};
  return (reason ?? code) as string | undefined;
};
export const restored = async (who: Beekeeper, id: string, changes: object = {}): Promise<void> =>
  expect(reasonOf(await restore(who, id, changes))).toBeUndefined();

/** Records an inspection with one answer. @returns the id of the answer */
export async function inspect(who: Beekeeper, beehiveId: string, questionId: string): Promise<string> {
  const { recordInspection } = await who.ask(
    'mutation ($input: RecordInspectionInput!) { recordInspection(input: $input) { inspection { id answers { id } } } }',
    { input: { beehiveId, answers: [{ questionId, text: 'Calm' }] } },
  );
  return recordInspection.inspection.answers[0].id;
}
/** Creates a question. */
export async function ask(who: Beekeeper, apiaryId: string, text: string): Promise<string> {
  const input = { apiaryId, text };
  const query = 'mutation ($input: CreateQuestionInput!) { createQuestion(input: $input) { question { id } } }';
  return (await who.ask(query, { input })).createQuestion.question.id;
}
