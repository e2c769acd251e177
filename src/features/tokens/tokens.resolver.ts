import { Arg, Ctx, Field, Mutation, ObjectType, Resolver } from 'type-graphql';
import { AllowOverQuota, CredentialAttempt, ManualTransaction } from '../../access/guard.js';
import type { Context } from '../../context.js';
import { DeleteMutation } from '../../graphql/payload.js';
import { IdInput, InputOf } from '../../graphql/record-input.js';
import { PersonalAccessToken } from '../accounts/personal-access-token.entity.js';
import * as commands from './tokens.commands.js';
import { CreatePersonalAccessTokenInput } from './tokens.inputs.js';

@ObjectType({ simpleResolvers: true, description: 'A new personal access token.' })
class CreatePersonalAccessTokenPayload {
  @Field(() => PersonalAccessToken, { description: 'What is known of it.' })
  personalAccessToken!: PersonalAccessToken;

  @Field(() => String, {
    description:
      'The token itself, to be sent as `Authorization: Bearer …`. Keep it secret. It is returned only here: the service does not store it.',
  })
  token!: string;
}

@Resolver(() => PersonalAccessToken)
export class TokensResolver {
  // Its response contains a secret, which is not stored under an Idempotency-Key.
  @CredentialAttempt()
  @ManualTransaction()
  @Mutation(() => CreatePersonalAccessTokenPayload, {
    description: `Creates a token for a program. An account has at most ${commands.MAX_TOKENS} (TOO_MANY_TOKENS). A token can neither administer, nor change accounts, members or tokens.`,
  })
  createPersonalAccessToken(
    @Arg('input', () => CreatePersonalAccessTokenInput)
    input: CreatePersonalAccessTokenInput,
    @Ctx() context: Context,
  ): Promise<commands.CreatedToken> {
    return commands.createPersonalAccessToken(context, input);
  }

  @AllowOverQuota()
  @DeleteMutation({
    description: 'Revokes a token: it is void at once. Returns its id, also if it has been revoked already.',
  })
  revokePersonalAccessToken(@InputOf(IdInput) { id }: IdInput, @Ctx() context: Context): Promise<string> {
    return commands.revokePersonalAccessToken(context, id);
  }
}
