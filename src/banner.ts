import { join } from 'node:path';
import type { Config } from './config.js';
import { DEMO_ACCOUNT } from './seeds/demo.js';

/** What somebody needs to know who has just started the service. */
export function banner(config: Config, port: number, database: string): string {
  const host = ['0.0.0.0', '::'].includes(config.host) ? 'localhost' : config.host;
  const base = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const pages = config.landingPage === 'off' ? [] : [['GraphiQL', `${base}/graphiql  (the same without internet)`]];
  const lines = [
    [config.landingPage === 'sandbox' ? 'Sandbox' : 'GraphQL', `${base}/graphql`],
    ...pages,
    ['REST', `${base}/api/v1`],
    ['Database', database],
    [
      'Mail',
      config.smtpUrl
        ? `sent through ${new URL(config.smtpUrl).host}`
        : `${join(config.dataDir, 'mail')}, as .eml files`,
    ],
    ...(config.demoData ? [['Demo', `${DEMO_ACCOUNT.email}, password ${DEMO_ACCOUNT.password}`]] : []),
    ['Stop', 'Ctrl-C'],
  ];
  return `\nThe beekeeping backend is running.\n\n${lines.map(([name, value]) => `  ${name!.padEnd(10)}${value}`).join('\n')}\n`;
}
