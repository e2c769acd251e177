// A push service, and browsers that have subscribed at it. What it receives is verified and decrypted with Node's crypto alone, by RFC 8188,
// 8291 and 8292, independently of the library that the service uses.
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  randomUUID,
  verify,
} from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Client } from './client.js';

export interface PushMessage {
  path: string;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
}

/** What it answers: a status, or nothing at all, or 201 after four seconds. */
type Answer = number | 'nothing' | 'late';

export interface PushService {
  /** `http://` and the host: the setting PUSH_SERVICES. */
  url: string;
  received: PushMessage[];
  /** @param of which endpoints; all without it */
  answer(answer: Answer, of?: Browser): void;
  messagesTo(browser: Browser): PushMessage[];
  close(): Promise<void>;
}

export async function startPushService(): Promise<PushService> {
  const received: PushMessage[] = [];
  const answers = new Map<string, Answer>();
  let usual: Answer = 201;
  const server = http.createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const path = request.url!;
      received.push({ path, headers: request.headers, body: Buffer.concat(pieces) });
      const answer = answers.get(path) ?? usual;
      if (answer === 'nothing') return;
      if (answer === 'late') return void setTimeout(() => response.writeHead(201).end(), 4000);
      // A redirection would lead to where nobody has allowed.
      const headers = answer >= 300 && answer < 400 ? { location: '/elsewhere' } : {};
      response.writeHead(answer, headers).end('x'.repeat(1000));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answer: (answer, of) => {
      if (of) answers.set(new URL(of.endpoint).pathname, answer);
      else usual = answer;
    },
    messagesTo: ({ endpoint }) => received.filter(({ path }) => path === new URL(endpoint).pathname),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A browser that has subscribed. */
export class Browser {
  private readonly keys: ECDH = createECDH('prime256v1');
  private readonly secret = randomBytes(16);
  readonly endpoint: string;

  /** @param service the address of its push service */
  constructor(service: string) {
    this.keys.generateKeys();
    this.endpoint = `${service}/send/${randomUUID()}`;
  }

  /** For `addPushSubscription`. */
  get input() {
    return {
      endpoint: this.endpoint,
      p256dh: this.keys.getPublicKey('base64url'),
      auth: this.secret.toString('base64url'),
    };
  }

  /** RFC 8188 (aes128gcm) with the keys of RFC 8291. @throws Error if it was not encrypted for this browser */
  decrypt({ body }: PushMessage): unknown {
    const [salt, recordSize, idLength] = [body.subarray(0, 16), body.readUInt32BE(16), body.readUInt8(20)];
    const sender = body.subarray(21, 21 + idLength);
    const record = body.subarray(21 + idLength);
    if (record.length > recordSize) throw new Error('there are several records');
    const context = Buffer.concat([Buffer.from('WebPush: info\0'), this.keys.getPublicKey(), sender]);
    const shared = hkdf(this.keys.computeSecret(sender), this.secret, context, 32);
    const key = hkdf(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
    const nonce = hkdf(shared, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
    const decipher = createDecipheriv('aes-128-gcm', key, nonce);
    decipher.setAuthTag(record.subarray(-16));
    const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
    const end = padded.lastIndexOf(2);
    return JSON.parse(padded.subarray(0, end).toString());
  }
}

const hkdf = (secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));

/** Registers a browser of a push service that is known by default, where nothing is sent. The same name is the same browser. @returns its id */
export async function addBrowser(who: Client, name: string = randomUUID()): Promise<string> {
  const input = { ...new Browser('').input, endpoint: `https://web.push.apple.com/${name}` };
  const { addPushSubscription } = await who.ask(
    'mutation ($input: AddPushSubscriptionInput!) { addPushSubscription(input: $input) { pushSubscription { id } } }',
    { input },
  );
  return addPushSubscription.pushSubscription.id;
}

/** The claims of the VAPID token (RFC 8292). @throws Error unless the private key of `k` has signed it */
export function readVapid({ headers }: PushMessage): {
  key: string;
  claims: { aud: string; exp: number; sub: string };
} {
  const [, token, key] = /^vapid t=([^,]+), k=([\w-]+)$/.exec(headers.authorization ?? '') ?? [];
  const [header, claims, signature] = token!.split('.') as [string, string, string];
  const parse = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
  if (parse(header).alg !== 'ES256') throw new Error(`signed with ${parse(header).alg}`);
  const point = Buffer.from(key!, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) throw new Error('the signature is wrong');
  return { key: key!, claims: parse(claims) };
}
