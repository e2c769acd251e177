import { Field, ObjectType } from 'type-graphql';
import type { ProviderSettings } from '../../config.js';
import type { Links } from '../../mail/links.js';
import { Url } from '../../shared/scalars.js';

@ObjectType({ simpleResolvers: true, description: 'An OpenID provider with which people log in to this service.' })
export class IdentityProvider {
  @Field(() => String, { description: 'Its name in addresses: lower-case letters, digits and `-`.' })
  name!: string;

  @Field(() => String, { description: 'What people call it, for the text of a button.' })
  title!: string;

  @Field(() => Url, {
    description:
      'The address to open in a browser, with `redirect_uri`, `state`, `code_challenge` and `code_challenge_method=S256` as query.',
  })
  startUrl!: string;
}

export const describeProvider = (links: Links, { name, title }: ProviderSettings): IdentityProvider => ({
  name,
  title,
  startUrl: links.oidc(name, 'start'),
});
