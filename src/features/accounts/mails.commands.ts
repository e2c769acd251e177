import type { Context } from '../../context.js';
import { type QueryTarget, runStatement } from '../../database/pool.js';
import { Mail } from '../../mail/mail.entity.js';
import { MAIL } from '../../mail/mails.js';
import type { MailContent } from './account.mail.js';
import { normalizeEmail } from './passwords.rules.js';
import type { User } from './user.entity.js';

const MAX_FOREIGN_TEXT_LENGTH = 50;

/**
 * Whether a text that somebody chose may stand in a mail to another person. One that is long, or contains a line break or anything that a
 * mail program shows as a link, could be a message of its own.
 */
export const isHarmless = (text: string): boolean =>
  text.length <= MAX_FOREIGN_TEXT_LENGTH && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}:/\\@]|[.。．｡]\S/u.test(text);

/** The name of an account with an unverified address may be a message to somebody else. Then it is left out. */
export const nameForMail = ({ username, isVerified }: Pick<User, 'username' | 'isVerified'>): string | undefined =>
  isVerified || isHarmless(username) ? username : undefined;

/** Unknown addresses are counted too, so that the limit does not reveal whether an account exists. */
export async function countMail({ rateLimiter, client }: Context, address: string): Promise<void> {
  await rateLimiter.count('mailsByIp', client.address);
  await rateLimiter.countMail(normalizeEmail(address));
}

/** Sends a mail after the unit of work has committed. */
export async function enqueueMail(context: Context, recipient: string, content: MailContent): Promise<void> {
  const { id } = context.em.create(Mail, { recipient, ...content });
  await context.jobs.add(context, MAIL, { mail: id }, id);
}

/** The same for many. */
export async function enqueueMails(
  context: Context,
  mails: { recipient: string; content: MailContent }[],
): Promise<void> {
  const ids = mails.map(({ recipient, content }) => context.em.create(Mail, { recipient, ...content }).id);
  await context.jobs.addAll(
    context,
    MAIL,
    ids.map((id) => ({ id, payload: { mail: id } })),
  );
}

/** What waits to be sent to an account that ends would reach somebody who is no longer a user. Links in it lead nowhere. */
export async function removeWaitingMails(request: QueryTarget, recipient: string): Promise<void> {
  await runStatement(request, { text: 'delete from mails where recipient = $1', values: [recipient] });
}
