import { Arg, Ctx, Field, Mutation, ObjectType, Resolver } from 'type-graphql';
import { AllowOverQuota, CredentialAttempt } from '../../access/guard.js';
import type { Context } from '../../context.js';
import { SuccessMutation } from '../../graphql/payload.js';
import { DateTime, Url } from '../../shared/scalars.js';
import {
  type CreatedRegisterLink,
  createRegisterLink,
  LINK_HOURS,
  revokeRegisterLinks,
} from './register-links.commands.js';
import { CreateRegisterLinkInput } from './register-links.inputs.js';

@ObjectType({ simpleResolvers: true, description: 'A link to your register of treatments.' })
class CreateRegisterLinkPayload {
  @Field(() => Url, {
    description:
      'The link. Whoever has it reads the register without an account. It is returned only here: the service does not store it.',
  })
  link!: string;

  @Field(() => DateTime, { description: 'When it ends.' })
  expiresAt!: Date;
}

@Resolver()
export class RegisterLinksResolver {
  // Its response contains a secret, which is not stored under an Idempotency-Key.
  @AllowOverQuota()
  @CredentialAttempt()
  @Mutation(() => CreateRegisterLinkPayload, {
    description: `Creates a link with which an inspector reads your register of treatments, as a page and as PDF, for ${LINK_HOURS} hours. It ends before if you revoke your links or change your password.`,
  })
  createRegisterLink(
    @Arg('input', () => CreateRegisterLinkInput) input: CreateRegisterLinkInput,
    @Ctx() context: Context,
  ): Promise<CreatedRegisterLink> {
    return createRegisterLink(context, input);
  }

  @AllowOverQuota()
  @SuccessMutation({
    description:
      'Ends all links to your register that you have created until now, at once. Links that you create later are not concerned.',
  })
  async revokeRegisterLinks(@Ctx() context: Context): Promise<void> {
    await revokeRegisterLinks(context);
  }
}
