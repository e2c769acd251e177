// Links to a register for an inspector, who needs no account (docs/treatments.md).
import type { Context } from '../../context.js';
import { runStatement } from '../../database/pool.js';
import { AppError } from '../../errors.js';
import { User } from '../accounts/user.entity.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import type { CreateRegisterLinkInput } from './register-links.inputs.js';
import { fingerprintOf, type RegisterLink, RegisterTokens } from './register-tokens.rules.js';

export const LINK_HOURS = 48;
const LINK_SECONDS = LINK_HOURS * 3600;

export interface CreatedRegisterLink {
  link: string;
  expiresAt: Date;
}

const tokens = new WeakMap<readonly Buffer[], RegisterTokens>();
function tokensOf({ settings: { jwtSecrets } }: Context): RegisterTokens {
  const known = tokens.get(jwtSecrets) ?? new RegisterTokens(jwtSecrets);
  tokens.set(jwtSecrets, known);
  return known;
}

/** A link ends with any change of this. */
const FIND_ACCOUNT = `
  select password_hash || ' ' || register_link_revocations as state from users where id = $1 and is_active`;
async function readFingerprint(context: Context, account: string): Promise<string | undefined> {
  const [found] = await runStatement<{ state: string }>(context, { text: FIND_ACCOUNT, values: [account] });
  return found && fingerprintOf(found.state);
}

/** @throws NOT_FOUND for an apiary that is missing, or of which the account is no owner; BAD_USER_INPUT */
export async function createRegisterLink(
  context: Context,
  { from, to, apiaryId, language }: CreateRegisterLinkInput,
): Promise<CreatedRegisterLink> {
  const { own, viewer, links } = context;
  if (from != null && to != null && to < from)
    throw AppError.badInput([{ field: 'to', message: 'must not be before the first day' }]);
  const apiary = apiaryId == null ? null : (await own.one(Apiary, apiaryId, ['id'])).id;
  const expires = Math.floor(Date.now() / 1000) + LINK_SECONDS;
  const token = tokensOf(context).create({
    account: viewer.id,
    expires,
    from: from ?? null,
    to: to ?? null,
    apiary,
    language: language ?? viewer.language,
    password: (await readFingerprint(context, viewer.id))!,
  });
  return { link: links.register(token), expiresAt: new Date(expires * 1000) };
}

/** Ends all links that the account has made until now, in every process: each opening reads the account. */
export async function revokeRegisterLinks({ access, viewer }: Context): Promise<void> {
  const user = await access.forUpdate(User, viewer.id, undefined, 'no key update');
  user.registerLinkRevocations += 1;
}

/** It may have been deactivated since it was read. */
function ofActiveAccount(error: unknown): undefined {
  if (!(error instanceof AppError && error.code === 'UNAUTHENTICATED')) throw error;
}

/**
 * Becomes the context of the account of a link, which reads and does nothing else.
 * @returns undefined for a token of no link: also after it has expired, the account has revoked its links, was deactivated or deleted, its
 *   password was changed, or the apiary has got another owner
 */
export async function openRegisterLink(context: Context, token: string): Promise<RegisterLink | undefined> {
  const link = tokensOf(context).read(token);
  if (!link) return undefined;
  // What has ended must not be read from a replica that does not know it yet.
  context.readsPrimary = true;
  if ((await readFingerprint(context, link.account)) !== link.password) return undefined;
  const viewer = await context.sessions.account(link.account, link.account).catch(ofActiveAccount);
  if (!viewer) return undefined;
  const apiaryIds = link.apiary === null ? undefined : [link.apiary];
  context.actAs({
    ...viewer,
    isMember: false,
    mustVerify: false,
    token: { id: link.account, scope: 'READ', apiaryIds, beehiveIds: undefined },
  });
  if (link.apiary === null) return link;
  const found = await context.access.list(Apiary, { where: { id: link.apiary }, fields: ['id'] });
  return found.nodes.length > 0 ? link : undefined;
}
