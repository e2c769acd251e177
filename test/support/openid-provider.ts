// A real OpenID provider, the package oidc-provider, with its own log-in page; and a browser without a window that goes through it.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type AccountClaims, Provider } from 'oidc-provider';

export const CLIENT_ID = 'beekeeping';
export const CLIENT_SECRET = 'the secret of the client at the provider';

export interface OpenIdProvider {
  url: string;
  /** What it says of a person, by the name with which they log in there. Anybody else has an address that is not verified. */
  people: Map<string, Omit<AccountClaims, 'sub'>>;
  /** Begins to serve log-ins that return to an address. */
  serve: (redirectUri: string) => void;
  close: () => Promise<void>;
}

export async function startOpenIdProvider(): Promise<OpenIdProvider> {
  const people: OpenIdProvider['people'] = new Map();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    people,
    serve: (redirectUri) => {
      const provider = withoutNotices(
        () =>
          new Provider(url, {
            clients: [{ client_id: CLIENT_ID, client_secret: CLIENT_SECRET, redirect_uris: [redirectUri] }],
            claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'locale', 'zoneinfo'] },
            findAccount: (_context, sub) => ({
              accountId: sub,
              claims: () => ({ sub, email: `${sub}@example.org`, email_verified: false, ...people.get(sub) }),
            }),
            cookies: { keys: ['a key of the tests'] },
            ttl: {
              Session: 3600,
              Interaction: 600,
              Grant: 3600,
              AccessToken: 600,
              IdToken: 600,
              AuthorizationCode: 60,
            },
          }),
      );
      server.on('request', provider.callback());
    },
    close: () => closeServer(server),
  };
}

/** It says on the console that its own log-in page and its memory are for development. */
function withoutNotices<T>(work: () => T): T {
  const { warn, info } = console;
  console.warn = console.info = () => {};
  try {
    return work();
  } finally {
    Object.assign(console, { warn, info });
  }
}

export const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

/** Cookies, redirections and the forms of the provider: what a person does with a browser. Cookies do not know ports. */
export class Surfer {
  readonly cookies = new Map<string, string>();

  async get(url: string): Promise<Response> {
    return this.keep(await fetch(url, { headers: this.headers(), redirect: 'manual' }));
  }

  private async post(url: string, fields: Record<string, string>): Promise<Response> {
    const body = new URLSearchParams(fields);
    return this.keep(await fetch(url, { method: 'POST', body, headers: this.headers(), redirect: 'manual' }));
  }

  /** Follows redirections as long as they lead to this machine. @returns where the last one leads, or the page */
  private async follow(url: string, response: Response): Promise<{ url: string; page?: string }> {
    let [at, last] = [url, response];
    for (let steps = 0; steps < 20; steps++) {
      const location = last.headers.get('location');
      if (location === null) return { url: at, page: await last.text() };
      at = new URL(location, at).href;
      if (!at.startsWith('http://127.0.0.1')) return { url: at };
      last = await this.get(at);
    }
    throw new Error('too many redirections');
  }

  /** Opens the address, logs in at the provider and agrees. @returns the address to which the client is called back */
  async logIn(start: string, login: string): Promise<URL> {
    let here = await this.follow(start, await this.get(start));
    for (const prompt of ['login', 'consent']) {
      if (here.page === undefined) break;
      const action = /<form[^>]* action="([^"]+)"/.exec(here.page)?.[1];
      if (!action || !here.page.includes(`value="${prompt}"`)) continue;
      const target = new URL(action, here.url).href;
      here = await this.follow(target, await this.post(target, { prompt, login, password: 'any' }));
    }
    if (here.page !== undefined) throw new Error(`not called back, but at ${here.url}: ${here.page.slice(0, 2000)}`);
    return new URL(here.url);
  }

  private headers(): Record<string, string> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return { accept: 'text/html', 'accept-language': 'en', ...(cookie && { cookie }) };
  }

  private keep(response: Response): Response {
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!;
      if (value === '' || /expires=Thu, 01 Jan 1970/i.test(cookie)) this.cookies.delete(name!);
      else this.cookies.set(name!, value!);
    }
    return response;
  }
}
