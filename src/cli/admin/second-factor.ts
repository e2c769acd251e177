import { fromKysely, type PgBoss } from 'pg-boss';
import { runStatement } from '../../database/pool.js';
import { unitOfWork } from '../../database/unit-of-work.js';
import { removeFactor } from '../../features/accounts/second-factor.commands.js';
import { composeFactorMail } from '../../features/accounts/second-factor.mail.js';
import { withBoss } from '../../jobs/with-boss.js';
import { Mail } from '../../mail/mail.entity.js';
import { MAIL } from '../../mail/mails.js';
import type { Language } from '../../shared/language.js';
import { noAccount, type Reasoned, requestOf } from './accounts.js';

const LOCK = `select id, username, language, is_verified as "isVerified" from users where email = $1 for update`;
const END_SESSIONS = `update sessions set ended_at = now(), updated_at = now()
  where user_id = $1 and ended_at is null and expires_at > now()`;
const AUDIT = `
  insert into audit_entries (id, created_at, updated_at, actor_id, subject_id, field, before, after, reason)
  values (gen_random_uuid(), now(), now(), null, $1, 'secondFactor', 'true', 'false', $2)`;

interface Account {
  id: string;
  username: string;
  language: Language;
  isVerified: boolean;
}

/** As the API does, in one transaction. It is the way for administrators who have lost theirs. */
export async function removeSecondFactor(target: Reasoned): Promise<string> {
  const { email, reason } = target;
  const request = requestOf(target);
  const remove = (boss: PgBoss): Promise<void> =>
    unitOfWork(request, async () => {
      const [account] = await runStatement<Account>(request, { text: LOCK, values: [email] });
      if (!account) throw noAccount(email);
      if (!(await removeFactor(request, account.id))) throw new Error(`${email} has no second factor.`);
      await runStatement(request, { text: END_SESSIONS, values: [account.id] });
      await runStatement(request, { text: AUDIT, values: [account.id, reason] });
      const { id } = request.em.create(Mail, { recipient: email, ...composeFactorMail('removed', account) });
      await boss.send(MAIL.name, { mail: id }, { db: fromKysely(request.transaction!), id });
    });
  await withBoss(target.pool, remove);
  return `${email} has no second factor any more; its sessions have ended, and the service tells it by mail.`;
}
