// Deletes and restores records through the API, as a client does.
import type { Client, GraphqlAnswer } from './client.js';

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
