// Accounts with years of records in every table, inserted by the statements that the benchmark uses too. Their ids are known by the numbers
// in their names.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AccessTokens } from '../../src/access/access-tokens.js';
import { Client, JWT_SECRET, type TestApp } from './client.js';
import type { TestDatabase } from './database.js';

const SQL = readFileSync(join(process.cwd(), 'bench/sql/beekeepers.sql'), 'utf8');
/** The log keeps two years: what is older would be deleted meanwhile. */
const HISTORY: Record<string, number> = {
  ...{ days: 600, visits: 4, answered: 1, questions: 4, counts: 2, courses: 2, harvests: 3, items: 6, movements: 2 },
};

export interface Beekeepers {
  /** Selects the number of each account, of its apiaries, and of the hives of each. */
  accounts: string;
  /** Selects the number of an account, that of the owner of an apiary, that of the apiary, and the role. */
  members: string;
}

/** Inserts accounts in one transaction. */
export async function seedBeekeepers({ sql }: TestDatabase, { accounts, members }: Beekeepers): Promise<void> {
  const inserts = SQL.replace(/\$(\w+)\b/g, (text, name) => (name in HISTORY ? String(HISTORY[name]) : text));
  await sql(
    `create temp table seed_accounts (n bigint, apiaries int, hives int) on commit drop;
     create temp table seed_members (n bigint, apiary_of bigint, apiary int, role text) on commit drop;
     insert into seed_accounts ${accounts};
     insert into seed_members ${members};
     ${inserts}`,
  );
}

export class SeededBeekeeper extends Client {
  constructor(
    { url }: TestApp,
    readonly id: string,
    readonly session: string,
  ) {
    super(url, new AccessTokens([Buffer.from(JWT_SECRET)]).sign(id, session, 3600));
  }
}

/** Logs an account in. */
export async function seededBeekeeper(app: TestApp, n: number): Promise<SeededBeekeeper> {
  const [row] = await app.database.sql<{ id: string; session: string }>(
    'select u.id, s.id as session from users u join sessions s on s.user_id = u.id where email = $1',
    [`beekeeper-${n}@example.org`],
  );
  return new SeededBeekeeper(app, row!.id, row!.session);
}
