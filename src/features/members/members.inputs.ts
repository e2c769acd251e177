import { ArgsType, Field, ID, InputType } from 'type-graphql';
import { ApiaryRole } from '../../access/apiary-role.js';
import { OptionalField, OptionalInt, OptionalText, RequiredField } from '../../graphql/input-fields.js';
import { States } from '../../graphql/validators.js';
import { DateTime } from '../../shared/scalars.js';
import { MAX_EMAIL_LENGTH } from '../accounts/passwords.js';
import { MAX_INSPECTOR_DAYS } from './roles.js';

export const MAX_INVITATION_DAYS = 30;
export const DEFAULT_INVITATION_DAYS = 7;
export const MAX_USES = 50;
const UNTIL = `For INSPECTOR: when the access ends, at most ${MAX_INSPECTOR_DAYS} days from now. Omit it for other roles.`;

@InputType({ description: 'An invitation to an apiary.' })
export class InviteToApiaryInput {
  @RequiredField(() => ID, 'The id of the apiary.')
  apiaryId!: string;

  @RequiredField(() => ApiaryRole, 'The role of those who accept it. It must be below your own.')
  role!: ApiaryRole;

  @States({ format: 'email' })
  @OptionalText(
    MAX_EMAIL_LENGTH,
    'An e-mail address. The link is sent to it, and only the account with this address can accept the invitation. An earlier invitation to the address is revoked. If omitted, anybody who has the link can accept it.',
  )
  email?: string | null;

  @OptionalInt(
    1,
    MAX_INVITATION_DAYS,
    `For how many days it can be accepted, 1–${MAX_INVITATION_DAYS}; ${DEFAULT_INVITATION_DAYS} if omitted.`,
  )
  expiresInDays?: number | null;

  @OptionalInt(1, MAX_USES, `How many accounts can accept it, 1–${MAX_USES}; 1 if omitted, and with an e-mail address.`)
  uses?: number | null;

  @OptionalField(() => DateTime, UNTIL)
  memberUntil?: Date | null;
}

@ArgsType()
export class ChangeMemberRoleArgs {
  @Field(() => ID, { description: 'The id of the apiary.' })
  apiaryId!: string;

  @Field(() => ID, { description: 'The id of the member’s account.' })
  userId!: string;

  @Field(() => ApiaryRole, { description: 'The new role. It must be below your own, as the present one.' })
  role!: ApiaryRole;

  @OptionalField(() => DateTime, UNTIL)
  until?: Date | null;
}
