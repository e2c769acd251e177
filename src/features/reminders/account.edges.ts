import { edgesOf } from '../../graphql/edges.js';
import { accountField } from '../accounts/account-fields.edges.js';
import { User } from '../accounts/user.entity.js';
import { DigestSettings } from './digest-settings.inputs.js';
import { readDigest } from './digests.commands.js';
import { PushSubscription } from './push-subscription.entity.js';
import { listPushSubscriptions } from './push-subscriptions.commands.js';

export const accountEdges = edgesOf(User, {
  digest: accountField({ returns: () => DigestSettings, description: 'Its digest.', load: readDigest }),
  pushSubscriptions: accountField({
    returns: () => [PushSubscription],
    description: 'The browsers and apps that get its digests by web push, the newest first.',
    load: listPushSubscriptions,
  }),
});
