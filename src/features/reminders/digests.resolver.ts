import { Arg, Ctx, Resolver } from 'type-graphql';
import { AllowOverQuota } from '../../access/guard.js';
import type { Context } from '../../context.js';
import { RecordMutation } from '../../graphql/payload.js';
import { DigestSettings, SetDigestInput } from './digest-settings.inputs.js';
import { setDigest } from './digests.commands.js';

@Resolver()
export class DigestsResolver {
  @AllowOverQuota()
  @RecordMutation(DigestSettings, {
    description: 'Switches the digest of the current account on or off, and says how it is.',
  })
  setDigest(
    @Arg('input', () => SetDigestInput) input: SetDigestInput,
    @Ctx() context: Context,
  ): Promise<DigestSettings> {
    return setDigest(context, input);
  }
}
