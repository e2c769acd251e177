import { Arg, Ctx, FieldResolver, Mutation, Query, Resolver } from 'type-graphql';
import { AllowOverQuota, CredentialAttempt, ManualTransaction, Public } from '../../access/guard.js';
import type { Context } from '../../context.js';
import { RootColumn } from '../../graphql/columns.js';
import { DeleteMutation, RecordMutation } from '../../graphql/payload.js';
import { IdInput, InputOf } from '../../graphql/record-input.js';
import { AuthPayload } from '../accounts/auth-payload.types.js';
import * as commands from './identities.commands.js';
import { LinkIdentityInput, LogInWithIdentityInput } from './identities.inputs.js';
import { Identity } from './identity.entity.js';
import { describeProvider, IdentityProvider } from './identity-provider.types.js';
import { findProviderOf } from './provider-settings.queries.js';

@Resolver()
export class IdentitiesResolver {
  @Public()
  @Query(() => [IdentityProvider], {
    description: 'The OpenID providers with which people log in here; none if the operator has set none.',
  })
  identityProviders(@Ctx() { settings, links }: Context): IdentityProvider[] {
    return (settings.oidc?.providers ?? []).map((provider) => describeProvider(links, provider));
  }

  @Public()
  @CredentialAttempt()
  @ManualTransaction()
  @Mutation(() => AuthPayload, {
    description:
      'Logs in with the code of a log-in with OpenID Connect: opens a session of the account to which the identity is linked. At the first log-in, that is the account with the same verified e-mail address, whose password is asked for (PASSWORD_REQUIRED), or a new one (IDENTITY_NOT_VERIFIED, ACCOUNT_NOT_VERIFIED).',
  })
  logInWithIdentity(
    @Arg('input', () => LogInWithIdentityInput) input: LogInWithIdentityInput,
    @Ctx() context: Context,
  ): Promise<AuthPayload> {
    return commands.logInWithIdentity(context, input);
  }

  @CredentialAttempt()
  @ManualTransaction()
  @AllowOverQuota()
  @RecordMutation(Identity, {
    description: `Links the identity of a log-in with OpenID Connect to your account, whatever its e-mail address is. An identity belongs to one account (IDENTITY_LINKED), and an account has at most ${commands.MAX_IDENTITIES} (TOO_MANY_IDENTITIES). A mail tells you of it.`,
  })
  linkIdentity(
    @Arg('input', () => LinkIdentityInput)
    input: LinkIdentityInput,
    @Ctx() context: Context,
  ): Promise<Identity> {
    return commands.linkIdentity(context, input);
  }

  @AllowOverQuota()
  @DeleteMutation({
    description:
      'Removes an identity from your account, unless it is the only way to log in to it (LAST_IDENTITY). Returns its id. Sessions stay open.',
  })
  unlinkIdentity(@InputOf(IdInput) { id }: IdInput, @Ctx() context: Context): Promise<string> {
    return commands.unlinkIdentity(context, id);
  }
}

@Resolver(() => Identity)
export class IdentityProvidersResolver {
  @FieldResolver(() => IdentityProvider, {
    nullable: true,
    description: 'Its provider; null if it is no longer one with which people log in here.',
  })
  provider(
    @RootColumn(Identity, 'issuer') issuer: string,
    @Ctx() { settings, links }: Context,
  ): IdentityProvider | null {
    const provider = findProviderOf(settings.oidc, issuer);
    return provider ? describeProvider(links, provider) : null;
  }
}
