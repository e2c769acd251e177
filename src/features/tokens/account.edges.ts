import { edgesOf } from '../../graphql/edges.js';
import { ownList } from '../accounts/account-fields.edges.js';
import { PersonalAccessToken } from '../accounts/personal-access-token.entity.js';
import { User } from '../accounts/user.entity.js';
import { usable } from './tokens.commands.js';

export const accountEdges = edgesOf(User, {
  personalAccessTokens: ownList(
    PersonalAccessToken,
    () => ({ where: usable(), order: { createdAt: 'desc' } }),
    'Its personal access tokens that can be used, the newest first.',
  ),
});
