// Personal access tokens as they are in the database, without the log-in and the mail that a creation costs.
import { v7 as uuidv7 } from 'uuid';
import { Client, type TestApp } from './client.js';
import { importOnce } from './import-once.js';
import { inDays } from './members.js';

const { createPersonalAccessToken } = await importOnce<typeof import('../../src/access/personal-access-tokens.js')>(
  '../../src/access/personal-access-tokens.js',
);

interface Given {
  name?: string;
  scope?: 'READ' | 'RECORD' | 'MANAGE';
  apiaryIds?: string[];
  beehiveIds?: string[];
  expiresAt?: string;
  revokedAt?: string;
}

/** @returns its id and the token */
export async function insertToken(
  app: TestApp,
  account: { id: string },
  { name = 'Of the tests', scope = 'READ', apiaryIds, beehiveIds, expiresAt = inDays(300), revokedAt }: Given = {},
): Promise<{ id: string; token: string }> {
  const { secret: token, hash } = createPersonalAccessToken();
  const id = uuidv7();
  await app.database.sql(
    `insert into personal_access_tokens (id, created_at, updated_at, user_id, token_hash, name, scope, apiary_ids, beehive_ids, expires_at, revoked_at)
     values ($1, now(), now(), $2, $3, $4, $5, $6, $7, $8, $9)`,
    [id, account.id, hash, name, scope, apiaryIds ?? null, beehiveIds ?? null, expiresAt, revokedAt ?? null],
  );
  return { id, token };
}

/** A client that sends a token of the account. */
export const withToken = async (app: TestApp, account: { id: string }, given?: Given): Promise<Client> =>
  new Client(app.url, (await insertToken(app, account, given)).token);
