// Every document that this client sends. test/contract/offline-client.test.ts validates them against the schema.
import { TABLES } from './records.mjs';

const TOKENS = 'accessToken refreshToken user { id username }';

export const LOG_IN = `mutation LogIn($input: LogInInput!) { logIn(input: $input) { ${TOKENS} } }`;
export const REFRESH = `mutation Refresh($refreshToken: String!) { refreshSession(input: { refreshToken: $refreshToken }) { ${TOKENS} } }`;

const FIELDS = Object.values(TABLES).map(
  ({ type, columns, derived }) =>
    `... on ${type} { ${columns.join(' ')} ${derived ? `${derived.parent} { id ${derived.column} }` : ''} }`,
);
export const CHANGES = `
  query Changes($after: String, $first: Int) {
    changes(after: $after, first: $first) {
      endCursor
      hasMore
      resyncRequired
      changes { kind recordId deleted version node { ${FIELDS.join('\n')} } }
    }
  }`;

export const PUSH = `
  mutation Push($operations: [SyncOperation!]!) {
    executeOperations(input: { operations: $operations }) { results {
      key status ids error { code reason message current { version changedBy { name } } }
    } }
  }`;

export const APIARY_CHANGED = 'subscription ApiaryChanged { apiaryChanged { apiaryId cursor } }';
