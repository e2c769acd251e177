import { v7 as uuidv7 } from 'uuid';
import type { Context } from '../../context.js';
import { runStatement } from '../../database/pool.js';
import { Digest } from './digest.entity.js';
import { DigestFrequency, Weekday } from './digest.enums.js';
import { DEFAULT_HOUR, type DigestSettings, type SetDigestInput } from './digest-settings.inputs.js';

type Stored = Omit<DigestSettings, 'pushKey'>;
/** The settings of an account that has never switched digests on. */
const OFF: Stored = {
  frequency: DigestFrequency.OFF,
  weekday: Weekday.MONDAY,
  hour: DEFAULT_HOUR,
  kinds: null,
  onlyAssigned: false,
  nextAt: null,
  lastAt: null,
};
const COLUMNS = `frequency, weekday, hour, kinds, only_assigned as "onlyAssigned", due_at as "nextAt", sent_at as "lastAt"`;

export async function readDigest(context: Context): Promise<DigestSettings> {
  const [row] = await context.access.query<Stored>(({ of }) => {
    const { table, ownership } = of(Digest);
    return `select ${COLUMNS} from ${table} where ${ownership}`;
  });
  return withKey(context, row ?? OFF);
}

const withKey = ({ settings }: Context, stored: Stored): DigestSettings => ({
  ...stored,
  pushKey: settings.push?.publicKey ?? null,
});

/** Otherwise the time zone of the account could change while the trigger calculates the next time by it. */
const LOCK_ACCOUNT = 'select id from users where id = $1 for share';
/** What is not given is null, and leaves what is stored. Of the kinds, null is a value. */
const SET = `insert into digests as d (id, created_at, updated_at, user_id, frequency, weekday, hour, kinds, only_assigned)
  values ($1, now(), now(), $2, coalesce($3, '${OFF.frequency}'), coalesce($4, ${OFF.weekday}), coalesce($5, ${OFF.hour}), $6, coalesce($7, ${OFF.onlyAssigned}))
  on conflict (user_id) do update set updated_at = now(), frequency = coalesce($3, d.frequency), weekday = coalesce($4, d.weekday),
    hour = coalesce($5, d.hour), kinds = case when $8 then excluded.kinds else d.kinds end, only_assigned = coalesce($7, d.only_assigned)
  returning ${COLUMNS}`;

export async function setDigest(context: Context, input: SetDigestInput): Promise<DigestSettings> {
  const { id } = context.viewer;
  const { frequency, weekday, hour, kinds, onlyAssigned } = input;
  await runStatement(context, { text: LOCK_ACCOUNT, values: [id] });
  const different = kinds == null ? null : [...new Set(kinds)];
  const values = [uuidv7(), id, frequency, weekday, hour, different, onlyAssigned, kinds !== undefined];
  const [row] = await runStatement<Stored>(context, { text: SET, values });
  return withKey(context, row!);
}
