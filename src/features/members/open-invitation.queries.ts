// What the holder of a link may know of its invitation before accepting it, with or without an account.
import { Field, ObjectType } from 'type-graphql';
import { ApiaryRole } from '../../access/apiary-role.js';
import type { Context } from '../../context.js';
import { runStatement } from '../../database/pool.js';
import { hashToken, isRandomToken } from '../../shared/random-token.js';
import { DateTime } from '../../shared/scalars.js';
import { isHarmless } from '../accounts/mails.commands.js';
import { invalidToken } from '../accounts/recovery.commands.js';

const IF_HARMLESS =
  'Null if it could be a message of its own: if it is longer than 50 characters, or contains a line break or something that looks like a link.';

@ObjectType('OpenInvitation', {
  simpleResolvers: true,
  description: 'What everybody who has the link of an invitation can read of it, while it can be accepted.',
})
export class OpenInvitation {
  @Field(() => String, { nullable: true, description: `The name of the apiary. ${IF_HARMLESS}` })
  apiaryName!: string | null;

  @Field(() => String, { nullable: true, description: `The display name of the account that invites. ${IF_HARMLESS}` })
  inviterName!: string | null;

  @Field(() => ApiaryRole, { description: 'The role of those who accept it.' })
  role!: ApiaryRole;

  @Field(() => DateTime, { description: 'Until when it can be accepted.' })
  expiresAt!: string;

  @Field(() => DateTime, { nullable: true, description: 'For INSPECTOR: when the access ends.' })
  memberUntil!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The address to which it was sent. Only the account with this address can accept it.',
  })
  email!: string | null;
}

/** Whether an invitation `i` can be accepted. The invitations of an account that is deleted or deactivated are not revoked. */
export const IS_OPEN = `i.revoked_at is null and i.uses_left > 0 and i.expires_at > now() and coalesce(i.member_until > now(), true)
  and exists (select 1 from users issuer where issuer.id = i.invited_by and issuer.is_active)
  and (i.invited_by = i.owner_id or i.role <> 'MANAGER' and exists (
    select 1 from apiary_members issuer where issuer.apiary_id = i.apiary_id and issuer.user_id = i.invited_by
      and issuer.role = 'MANAGER'))`;
const FIND = `select a.name as "apiaryName", u.username as "inviterName", i.role, i.expires_at as "expiresAt",
    i.member_until as "memberUntil", i.email
  from apiary_invitations i join apiaries a on a.id = i.apiary_id join users u on u.id = i.invited_by
  where i.token_hash = $1 and ${IS_OPEN}`;

/** The policy is not asked, because who has the token may know this. @throws as `acceptInvitation` for a token that nobody can use */
export async function findOpenInvitation(context: Context, token: string): Promise<OpenInvitation> {
  await context.rateLimiter.count('logIns', context.client.address);
  if (!isRandomToken(token)) throw invalidToken();
  // A replica may not have the invitation yet.
  context.readsPrimary = true;
  const [invitation] = await runStatement<OpenInvitation>(context, { text: FIND, values: [hashToken(token)] });
  if (!invitation) throw invalidToken();
  const { apiaryName, inviterName } = invitation;
  return { ...invitation, apiaryName: showName(apiaryName), inviterName: showName(inviterName) };
}

/** The link may stand in a mail of this service, so the rule of mails applies to what it leads to. */
const showName = (name: string | null): string | null => (name !== null && isHarmless(name) ? name : null);
