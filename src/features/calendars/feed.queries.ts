import type { PolicyViewer } from '../../access/policy.js';
import type { Context } from '../../context.js';
import { runStatement } from '../../database/pool.js';
import type { Language } from '../../shared/language.js';
import { hashToken, isRandomToken } from '../../shared/random-token.js';
import type { WorklistKind } from '../worklist/worklist.enums.js';

/** A calendar, and what the policy has to know of its account. */
export interface OpenFeed {
  id: string;
  userId: string;
  isMember: boolean;
  createdAt: string | Date;
  name: string | null;
  apiaryIds: string[] | null;
  kinds: WorklistKind[] | null;
  assigneeIds: string[] | null;
  language: Language;
  startHour: number | null;
  alarmMinutes: number | null;
  lastReadAt: string | Date | null;
  revision: number;
}

export const viewerOf = ({ userId: id, isMember }: OpenFeed): PolicyViewer => ({ id, isMember });

const FIND = `select f.id, f.user_id as "userId", exists (select 1 from apiary_members m where m.user_id = f.user_id) as "isMember",
    f.created_at as "createdAt", f.name, f.apiary_ids as "apiaryIds", f.kinds, f.assignee_ids as "assigneeIds", f.language,
    f.start_hour as "startHour", f.alarm_minutes as "alarmMinutes", f.last_read_at as "lastReadAt", f.revision
  from calendar_feeds f join users u on u.id = f.user_id
  where f.token_hash = $1 and f.revoked_at is null and u.is_active`;

/**
 * The policy is not asked, because who has the token may read the calendar.
 * @returns undefined for a token of no calendar, of one that was deleted, or of an account that is disabled
 */
export async function findFeed(context: Context, token: string): Promise<OpenFeed | undefined> {
  if (!isRandomToken(token)) return undefined;
  const [feed] = await runStatement<OpenFeed>(context, { text: FIND, values: [hashToken(token)] });
  return feed;
}
