// Accounts with years of records in every table, inserted by the statements that the benchmark uses too. Their ids are known by the numbers
// in their names.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AccessTokens } from '../../src/access/access-tokens.js';
import type { RecordIds } from '../authorization/case.js';
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

/** Inserts accounts in one transaction. @param more parts of the history that are longer */
export async function seedBeekeepers(
  { sql }: TestDatabase,
  { accounts, members }: Beekeepers,
  more: Record<string, number> = {},
): Promise<void> {
  const history = { ...HISTORY, ...more };
  const inserts = SQL.replace(/\$(\w+)\b/g, (text, name) => (name in history ? String(history[name]) : text));
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
    { url }: Pick<TestApp, 'url'>,
    readonly id: string,
    readonly session: string,
  ) {
    super(url, new AccessTokens([Buffer.from(JWT_SECRET)]).sign(id, session, 3600));
  }
}

/** Logs an account in. */
export async function seededBeekeeper(app: Pick<TestApp, 'url' | 'database'>, n: number): Promise<SeededBeekeeper> {
  const [row] = await app.database.sql<{ id: string; session: string }>(
    'select u.id, s.id as session from users u join sessions s on s.user_id = u.id where email = $1',
    [`beekeeper-${n}@example.org`],
  );
  return new SeededBeekeeper(app, row!.id, row!.session);
}

/** The ids of records in an apiary with records of every kind. */
export async function findIdsIn({ sql }: TestDatabase, apiary: string, elsewhere: string): Promise<RecordIds> {
  const [ids] = await sql<RecordIds>(
    `select a.id as apiary, b.id as beehive, b.id as ended,
       (select id from beehives where apiary_id = a.id and beehive_number = 2) as neighbour,
       coalesce((select id from apiaries where name = $2), a.id) as elsewhere,
       (select id from inventory_items where apiary_id = a.id limit 1) as item,
       (select m.id from stock_movements m join inventory_items i on i.id = item_id where apiary_id = a.id limit 1) as movement,
       (select id from questions where apiary_id = a.id limit 1) as question,
       (select id from beehive_questions where beehive_id = b.id) as "beehiveQuestion",
       (select id from inspections where beehive_id = b.id order by occurred_at limit 1) as inspection,
       (select id from inspections where beehive_id = b.id and status = 'DRAFT') as draft,
       (select visit_id from inspections where beehive_id = b.id order by occurred_at limit 1) as visit,
       t.id as treatment, f.id as "followUp", (select id from mite_counts where beehive_id = b.id limit 1) as "miteCount",
       (select id from products where apiary_id = a.id limit 1) as product, (select id from feedings where beehive_id = b.id limit 1) as feeding,
       (select id from measurements where beehive_id = b.id limit 1) as measurement,
       q.id as queen, q.id as "freeQueen", (select id from queen_reigns where beehive_id = b.id) as reign,
       (select id from beehive_placements where beehive_id = b.id) as placement,
       h.id as harvest, (select id from harvests where apiary_id = a.id and status = 'DRAFT') as "harvestDraft",
       l.id as lot, l.id as "emptyLot", (select id from lot_packs where lot_id = l.id) as pack,
       (select id from tasks where apiary_id = a.id limit 1) as task,
       (select id from push_subscriptions where user_id = a.owner_id) as push,
       (select id from webhooks where user_id = a.owner_id) as webhook,
       (select d.id from webhook_deliveries d join webhooks w on w.id = d.webhook_id where w.user_id = a.owner_id limit 1) as delivery,
       (select id from apiary_invitations where apiary_id = a.id) as invitation
     from apiaries a
       join beehives b on b.apiary_id = a.id and b.beehive_number = 1
       join treatments t on t.beehive_id = b.id join treatment_follow_ups f on f.treatment_id = t.id
       join queen_reigns r on r.beehive_id = b.id join queens q on q.id = r.queen_id
       join lots l on l.apiary_id = a.id join lot_harvests p on p.lot_id = l.id join harvests h on h.id = p.harvest_id
     where a.name = $1 order by l.created_at limit 1`,
    [apiary, elsewhere],
  );
  return ids!;
}
