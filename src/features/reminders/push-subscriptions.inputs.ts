import { InputType } from 'type-graphql';
import { RequiredField } from '../../graphql/input-fields.js';
import { Pattern } from '../../graphql/validators.js';
import { Url } from '../../shared/scalars.js';

/** Its refusal is the same whatever is wrong. */
export const NOT_A_SERVICE = 'must be the https:// address of a known push service';
export const NOT_A_KEY = 'must be an uncompressed public key of P-256: 65 bytes in base64url';

@InputType({ description: 'What a browser returns for `PushManager.subscribe`.' })
export class AddPushSubscriptionInput {
  @RequiredField(
    () => Url,
    'Its `endpoint`. Only the push services that the operator allows are accepted.',
    Pattern(/^https?:\/\/[!-~]{1,1000}$/, NOT_A_SERVICE),
  )
  endpoint!: string;

  @RequiredField(() => String, 'Its `keys.p256dh`.', Pattern(/^B[\w-]{86}$/, NOT_A_KEY))
  p256dh!: string;

  @RequiredField(() => String, 'Its `keys.auth`.', Pattern(/^[\w-]{22}$/, 'must be 16 bytes in base64url'))
  auth!: string;
}
