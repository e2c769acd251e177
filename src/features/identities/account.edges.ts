import { edgesOf } from '../../graphql/edges.js';
import { ownList } from '../accounts/account-fields.edges.js';
import { User } from '../accounts/user.entity.js';
import { Identity } from './identity.entity.js';

export const accountEdges = edgesOf(User, {
  identities: ownList(
    Identity,
    () => ({ order: { createdAt: 'asc' } }),
    'Its identities at OpenID providers, the oldest first.',
  ),
});
