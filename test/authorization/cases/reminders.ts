import { VAPID } from '../../support/client.js';
import type { FeatureCases } from '../case.js';

export const reminders: FeatureCases = {
  fields: {
    'Mutation.setDigest': ['viewer', () => 'mutation { setDigest(input: { hour: 6 }) { digest { hour } } }', 'session'],
    'Mutation.addPushSubscription': [
      'viewer',
      () => `mutation { addPushSubscription(input: {
        endpoint: "https://web.push.apple.com/of-anybody", p256dh: "${VAPID.VAPID_PUBLIC_KEY}", auth: "${'A'.repeat(22)}"
      }) { pushSubscription { host } } }`,
      'session',
    ],
    'Mutation.removePushSubscription': [
      'self',
      ({ push }) => `mutation { removePushSubscription(input: { id: "${push}" }) { deletedId } }`,
    ],
  },
  routes: {},
  nested: {},
};
