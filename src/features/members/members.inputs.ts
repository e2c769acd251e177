import { Field, ID, InputType } from 'type-graphql';
import { ApiaryRole } from '../../access/apiary-role.js';
import {
  DefaultedInt,
  OptionalField,
  OptionalText,
  RequiredField,
  RequiredString,
} from '../../graphql/input-fields.js';
import { States } from '../../graphql/validators.js';
import { DateTime } from '../../shared/scalars.js';
import { MAX_EMAIL_LENGTH } from '../accounts/passwords.rules.js';
import { MAX_INSPECTOR_DAYS } from './roles.rules.js';

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
    'The address to which the link is sent: only its account can accept it. If omitted, anybody who has the link.',
  )
  email?: string | null;

  @DefaultedInt(
    1,
    MAX_INVITATION_DAYS,
    DEFAULT_INVITATION_DAYS,
    `For how many days it can be accepted, 1–${MAX_INVITATION_DAYS}.`,
  )
  expiresInDays?: number | null;

  @DefaultedInt(1, MAX_USES, 1, `How many accounts can accept it, 1–${MAX_USES}; 1 with an e-mail address.`)
  uses?: number | null;

  @OptionalField(() => DateTime, UNTIL)
  memberUntil?: Date | null;
}

@InputType({ description: 'The acceptance of an invitation.' })
export class AcceptInvitationInput {
  @RequiredString('The last part of the link.')
  token!: string;
}

@InputType({ description: 'Names an apiary that is shared with you.' })
export class LeaveApiaryInput {
  @RequiredField(() => ID, 'The id of the apiary.')
  id!: string;
}

@InputType({ description: 'Names a member of an apiary.' })
export class RemoveMemberInput {
  @RequiredField(() => ID, 'The id of the apiary.')
  apiaryId!: string;

  @RequiredField(() => ID, 'The id of the member’s account.')
  userId!: string;
}

@InputType({ description: 'A transfer of an apiary to one of its members.' })
export class TransferApiaryInput {
  @RequiredField(() => ID, 'The id of the apiary.')
  id!: string;

  @RequiredField(() => ID, 'The id of the member’s account.')
  userId!: string;

  @Field(() => Boolean, { defaultValue: true, description: 'Whether you become a manager of the apiary.' })
  keepRole!: boolean;
}

@InputType({ description: 'A new role of a member.' })
export class ChangeMemberRoleInput extends RemoveMemberInput {
  @Field(() => ApiaryRole, { description: 'The new role. It must be below your own, as the present one.' })
  role!: ApiaryRole;

  @OptionalField(() => DateTime, UNTIL)
  memberUntil?: Date | null;
}
