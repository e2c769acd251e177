import { InputType } from 'type-graphql';
import { DefaultedBoolean, OptionalText, RequiredField } from '../../graphql/input-fields.js';
import { Pattern, Text } from '../../graphql/validators.js';

import { CODE, MAX_CODE_LENGTH as MAX_SECOND_FACTOR_LENGTH } from '../accounts/accounts.inputs.js';

/** RFC 7636, section 4.1. */
const CODE_VERIFIER = /^[\w.~-]{43,128}$/;
const MAX_CODE_LENGTH = 500;
const MAX_PASSWORD_LENGTH = 1000;

@InputType({ description: 'What a client has after a log-in with OpenID Connect.' })
export class LogInCodeInput {
  @RequiredField(
    () => String,
    'The `code` that your `redirect_uri` got: valid once, for 5 minutes.',
    Text(1, MAX_CODE_LENGTH),
  )
  authorizationCode!: string;

  @RequiredField(
    () => String,
    'The secret whose SHA-256 was the `code_challenge` (RFC 7636): 43–128 letters, digits and `-._~`.',
    Pattern(CODE_VERIFIER, 'must have 43 to 128 letters, digits and - . _ ~'),
  )
  codeVerifier!: string;

  @OptionalText(MAX_SECOND_FACTOR_LENGTH, CODE)
  secondFactorCode?: string | null;
}

@InputType({ description: 'A log-in with OpenID Connect.' })
export class LogInWithIdentityInput extends LogInCodeInput {
  @DefaultedBoolean(
    false,
    'For clients that cannot refresh tokens: the access token is valid for 7 days instead of 15 minutes, or as long as the operator says.',
  )
  longLived?: boolean | null;

  @OptionalText(
    MAX_PASSWORD_LENGTH,
    'The password of the account, if the identity is linked to it by this log-in and it has one (PASSWORD_REQUIRED): somebody else may have registered your address.',
  )
  password?: string | null;

  @DefaultedBoolean(
    false,
    'If you do not know that password: removes it, and ends everything that may let somebody else in or read on: sessions, personal access tokens, other identities, calendar links, webhooks, open invitations and changes of the address. The second factor stays.',
  )
  discardPassword?: boolean | null;
}

@InputType({ description: 'An identity for the current account.' })
export class LinkIdentityInput extends LogInCodeInput {
  @OptionalText(
    MAX_PASSWORD_LENGTH,
    'The password of the account; required if it has one, because an identity gives lasting access.',
  )
  password?: string | null;
}
