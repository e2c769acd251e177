import type { Context } from '../../context.js';
import { runStatement } from '../../database/pool.js';
import { unitOfWork } from '../../database/unit-of-work.js';
import type { Language } from '../../shared/language.js';
import { enqueueMail } from '../accounts/mails.commands.js';
import { isStill, type Target } from './attempt-deliveries.commands.js';
import { composeDisabledMail, type DisabledStatus } from './webhook.mail.js';

/** What waits is not sent: an event of before might otherwise arrive after months. */
export const GIVE_UP_WAITING = `update webhook_deliveries set status = 'FAILED', next_at = null, updated_at = now()
  where webhook_id = $1 and next_at is not null`;

const DISABLE = `
  update webhooks w set status = $2, disabled_at = now(), next_at = null, leased_until = null, updated_at = now() from users u
  where w.id = $1 and w.status = 'ACTIVE' and u.id = w.user_id and ($3::text is null or ${isStill('$3', '$4')})
  returning w.name, w.url, u.username, u.email, u.language, u.is_active and u.is_verified as "isReachable"`;

interface Disabled {
  name: string | null;
  url: string;
  username: string;
  email: string;
  language: Language;
  isReachable: boolean;
}

/**
 * Its account gets a mail, once: of processes that find the same, one changes the row.
 * @param target if given, nothing happens to a webhook that has become another
 * @returns whether it was disabled
 */
export function disableWebhook(
  context: Context,
  id: string,
  status: DisabledStatus,
  target?: Target,
): Promise<boolean> {
  return unitOfWork(context, async () => {
    const values = [id, status, target?.url ?? null, target?.started ?? null];
    const [disabled] = await runStatement<Disabled>(context, { text: DISABLE, values });
    if (!disabled) return false;
    await runStatement(context, { text: GIVE_UP_WAITING, values: [id] });
    const { language, username, email, isReachable } = disabled;
    if (isReachable) await enqueueMail(context, email, composeDisabledMail(language, username, status, disabled));
    return true;
  });
}
