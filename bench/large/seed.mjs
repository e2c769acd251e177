// The large database: a firm, a club, an apiary with many members, and other accounts, with five years of history.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startSeeded } from '../lib/database.mjs';
import { signToken } from '../lib/ids.mjs';
import { BENCH } from '../lib/places.mjs';

const HISTORY = {
  ...{ days: 1825, visits: 30, answered: 6, questions: 10, counts: 10, courses: 10 },
  ...{ harvests: 11, items: 10, movements: 12 },
};
export const YEARS = HISTORY.days / 365;
/** The numbers of the accounts. The first of the others owns the apiary with many members. */
export const FIRM = 900_001;
const CLUB = 900_002;
export const SHARING = 1;
export const ORDINARY = 2;

export const READERS = { firm: FIRM, club: CLUB, ordinary: ORDINARY };

const accountsOf = ({ accounts, apiaries, hives }) => `
  select n, 3, 20 from generate_series(1, ${accounts}) n union all values (${FIRM}, ${apiaries}, ${hives}), (${CLUB}, 1, 5)`;
/** The club manages two apiaries of many others; of the firm's apiaries, one account is a member, who can become their owner. */
const membersOf = ({ accounts, members, apiaries }) => `
  select ${CLUB}, n, a, 'MANAGER' from generate_series(3, least(${accounts}, 62)) n, generate_series(1, 2) a
  union all select n, ${SHARING}, 1, 'WORKER' from generate_series(2, ${Math.min(members + 1, accounts)}) n
  union all select ${SHARING}, ${FIRM}, a, 'WORKER' from generate_series(1, ${apiaries}) a`;

/** The accounts of 60 hives which do not share an apiary with many members. */
export const othersOf = ({ accounts }) => Array.from({ length: accounts - 1 }, (_, i) => i + 2);

/** @param size accounts, members of the shared apiary, apiaries of the firm and hives of each */
export function startLarge(size, progress) {
  return startSeeded(progress, async ({ admin }) => {
    progress(`seeding ${size.accounts * 60 + size.apiaries * size.hives} hives with five years of history`);
    const seed = readFileSync(join(BENCH, 'sql/beekeepers.sql'), 'utf8');
    await admin.query(`
      create temp table seed_accounts (n bigint, apiaries int, hives int) on commit drop;
      create temp table seed_members (n bigint, apiary_of bigint, apiary int, role text) on commit drop;
      insert into seed_accounts ${accountsOf(size)};
      insert into seed_members ${membersOf(size)};
      ${seed.replace(/\$(\w+)\b/g, (text, name) => HISTORY[name] ?? text)}`);
  });
}

/** Returns an account with its token, and the ids of an apiary of the account `from`, of its hives and of what else is read. */
export async function accountOf({ admin }, n, from = n, apiary = 1) {
  const { rows } = await admin.query(
    `select u.id as "userId", s.id as session, a.id as apiary,
       array(select id from beehives where apiary_id = a.id and ended_on is null order by beehive_number limit 100) as hives,
       (select id from questions where apiary_id = a.id and answer_type = 'si_no' limit 1) as question,
       (select id from inventory_items where apiary_id = a.id limit 1) as item
     from users u join sessions s on s.user_id = u.id, apiaries a where u.email = $1 and a.name = $2`,
    [`beekeeper-${n}@example.org`, `Apiary ${from * 1000 + apiary}`],
  );
  const { userId, session, ...ids } = rows[0];
  return { ...ids, userId, token: signToken(userId, session) };
}
