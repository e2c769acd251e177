// Apollo Sandbox, the page that GET /graphql shows in a browser. Its scripts come from Apollo's servers; without internet it stays empty,
// and GraphiQL (graphiql.ts) can be used instead.
import type { ApolloServerPlugin } from '@apollo/server';
import { ApolloServerPluginLandingPageLocalDefault } from '@apollo/server/plugin/landingPage/default';
import type helmet from 'helmet';
import { EXAMPLE_QUERY } from './example-query.js';

/** Allows only what the page needs. The page's own <meta> policy adds a nonce, without which no inline script runs. */
export const sandboxPolicy: NonNullable<Parameters<typeof helmet.contentSecurityPolicy>[0]> = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'unsafe-inline'", 'https://embeddable-sandbox.cdn.apollographql.com'],
    styleSrc: ["'unsafe-inline'", 'https://embeddable-sandbox.cdn.apollographql.com', 'https://fonts.googleapis.com'],
    imgSrc: ['https://apollo-server-landing-page.cdn.apollographql.com'],
    manifestSrc: ['https://apollo-server-landing-page.cdn.apollographql.com'],
    fontSrc: ['https://fonts.gstatic.com'],
    frameSrc: ['https://sandbox.embed.apollographql.com'],
    connectSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
  },
};

export function createSandboxPage(demoToken: string | undefined): ApolloServerPlugin {
  return ApolloServerPluginLandingPageLocalDefault({
    embed: { runTelemetry: false },
    includeCookies: false,
    document: EXAMPLE_QUERY,
    ...(demoToken && { headers: { Authorization: `Bearer ${demoToken}` } }),
  });
}
