// A provider that misbehaves as the test says. It needs no log-in page: the test is its browser.
import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeServer } from '../../support/openid-provider.js';

type Claims = Record<string, unknown>;
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const strange = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const KEY = { ...publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' };

export type Signing = 'RS256' | 'none' | 'HS256' | 'HS256 with the public key' | 'strange key' | 'no signature';
/** What happens instead of an answer. */
export type Fault = 'silent' | 'huge' | 'slow' | 'broken' | 'down' | 'redirecting';

export class FalseProvider {
  readonly requests: { path: string; body: URLSearchParams; authorization: string | undefined }[] = [];
  /** What goes wrong, by the paths below. */
  readonly faults = new Map<string, Fault>();
  /** Changes the claims of the ID token. */
  claims: (usual: Claims) => Claims = (usual) => usual;
  signing: Signing = 'RS256';
  metadata: Claims = {};
  userinfo: Claims | undefined;
  /** Parts of the answer of the token endpoint that replace the usual ones. */
  tokens: Claims = {};

  private constructor(
    readonly url: string,
    readonly clientId: string,
    readonly close: () => Promise<void>,
  ) {}

  static async start(clientId: string): Promise<FalseProvider> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const provider = new FalseProvider(url, clientId, () => closeServer(server));
    server.on('request', (request, response) => void provider.answer(request, response));
    return provider;
  }

  /** Everything as a provider should be. */
  reset(): void {
    this.faults.clear();
    Object.assign(this, {
      claims: (usual: Claims) => usual,
      signing: 'RS256',
      metadata: {},
      userinfo: undefined,
      tokens: {},
    });
    this.requests.length = 0;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url!.split('?')[0]!;
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const body = new URLSearchParams(Buffer.concat(pieces).toString());
    this.requests.push({ path, body, authorization: request.headers.authorization });
    const fault = this.faults.get(path);
    if (fault === 'silent') return;
    if (fault === 'down') return void request.socket.destroy();
    if (fault === 'redirecting') return void response.writeHead(302, { location: `${this.url}/elsewhere` }).end();
    response.setHeader('content-type', 'application/json');
    if (fault === 'broken') return void response.end('{"issuer"');
    if (fault === 'huge') return void response.end(`{"padding":"${'x'.repeat(20_000_000)}"}`);
    const text = JSON.stringify(this.contentOf(path, body));
    if (fault !== 'slow') return void response.end(text);
    // A byte a second: no single read takes long.
    for (const character of text) {
      if (response.destroyed) return;
      response.write(character);
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  }

  private contentOf(path: string, body: URLSearchParams): unknown {
    if (path === '/.well-known/openid-configuration')
      return {
        issuer: this.url,
        authorization_endpoint: `${this.url}/authorize`,
        token_endpoint: `${this.url}/token`,
        jwks_uri: `${this.url}/jwks`,
        userinfo_endpoint: `${this.url}/userinfo`,
        id_token_signing_alg_values_supported: ['RS256', 'none', 'HS256'],
        token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
        ...this.metadata,
      };
    if (path === '/jwks') return { keys: [KEY] };
    if (path === '/userinfo') return this.userinfo;
    if (path === '/token')
      return { access_token: 'access', token_type: 'Bearer', id_token: this.sign(body.get('code')!), ...this.tokens };
    return {};
  }

  /** The code of the provider is the nonce of the log-in. */
  private sign(nonce: string): string {
    const now = Math.floor(Date.now() / 1000);
    const usual = { iss: this.url, sub: 'mallory', aud: this.clientId, iat: now, exp: now + 300, nonce };
    const claims = this.claims({ ...usual, email: 'mallory@example.org', email_verified: true, name: 'Mallory' });
    const alg = this.signing === 'none' ? 'none' : this.signing.startsWith('HS256') ? 'HS256' : 'RS256';
    const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
    const text = `${encode({ alg, kid: 'one', typ: 'JWT' })}.${encode(claims)}`;
    return `${text}.${this.signatureOf(text)}`;
  }

  private signatureOf(text: string): string {
    const byKey = (key: KeyObject): string => sign('sha256', Buffer.from(text), key).toString('base64url');
    const byHmac = (key: string | Buffer): string => createHmac('sha256', key).update(text).digest('base64url');
    switch (this.signing) {
      case 'RS256':
        return byKey(privateKey);
      case 'strange key':
        return byKey(strange);
      case 'HS256':
        return byHmac('the secret of the client at the provider');
      case 'HS256 with the public key':
        return byHmac(publicKey.export({ format: 'pem', type: 'spki' }));
      default:
        return '';
    }
  }
}
