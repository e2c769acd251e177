// Requests to addresses that clients choose: which are refused, and what a receiver can do to the one that sends. Names are resolved by the test,
// the servers are real ones, over TLS where that matters.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import net, { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isPublicAddress, resolvePublic } from '../../src/http-client/public-addresses.js';
import { PublicClient, SendError } from '../../src/http-client/public-client.js';
import { readWebAddress } from '../../src/http-client/web-address.js';
import { CertificateAuthority, hasOpenssl } from '../support/certificates.js';

const never = new AbortController().signal;

describe('an address', () => {
  it.each([
    ...[
      '0.0.0.0',
      '10.0.0.1',
      '100.64.0.1',
      '127.0.0.1',
      '127.255.255.254',
      '169.254.169.254',
      '172.16.0.1',
      '172.31.255.255',
    ],
    ...[
      '192.0.0.8',
      '192.0.2.1',
      '192.168.1.1',
      '198.18.0.1',
      '198.51.100.1',
      '203.0.113.1',
      '224.0.0.1',
      '240.0.0.1',
      '255.255.255.255',
    ],
    ...[
      '::',
      '::1',
      '::7f00:1',
      '::ffff:127.0.0.1',
      '::ffff:10.0.0.1',
      '::ffff:0:127.0.0.1',
      '64:ff9b::7f00:1',
      '64:ff9b:1::1',
    ],
    ...[
      '100::1',
      '2001::1',
      '2001:db8::1',
      '2002:7f00:1::',
      '3fff::1',
      '5f00::1',
      'fc00::1',
      'fd00:ec2::254',
      'fe80::1',
      'fec0::1',
      'ff02::1',
    ],
    ...['fe80::1%eth0', '', 'bees.example'],
  ])('%s is not of the public internet', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(['1.1.1.1', '93.184.215.14', '172.32.0.1', '::ffff:1.1.1.1', '2606:4700:4700::1111', '2a00:1450:4003::1'])(
    '%s is',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );
});

describe('a URL', () => {
  it.each([
    [
      'SCHEME',
      [
        '',
        'bees.example',
        '//bees.example',
        'http://bees.example',
        'file:///etc/passwd',
        'gopher://bees.example',
        'https://',
        'https://[::1',
        'https://256.1.1.1',
        'https://1.2.3.4.5.6',
      ],
    ],
    ['CREDENTIALS', ['https://ana@bees.example', 'https://:secret@bees.example', 'https://bees.example/#fragment']],
    [
      'PORT',
      ['https://bees.example:25', 'https://bees.example:80', 'https://bees.example:1023', 'https://bees.example:0'],
    ],
    [
      'HOST',
      [
        ...[
          'https://localhost',
          'https://localhost.',
          'https://LOCALHOST',
          'https://a.localhost',
          'https://router',
          'https://db.internal',
        ],
        ...[
          'https://printer.local',
          'https://nas.home.arpa',
          'https://127.0.0.1',
          'https://127.1',
          'https://2130706433',
          'https://0x7f000001',
        ],
        ...[
          'https://0x7f.1',
          'https://0177.0.0.1',
          'https://017700000001',
          'https://0',
          'https://0.0.0.0',
          'https://[::]',
          'https://[::1]',
        ],
        ...[
          'https://[::ffff:127.0.0.1]',
          'https://[::ffff:7f00:1]',
          'https://[64:ff9b::a9fe:a9fe]',
          'https://[fd00:ec2::254]',
        ],
        ...[
          'https://169.254.169.254/latest/meta-data',
          'https://①②⑦.⓪.⓪.①',
          'https://127。0。0。1',
          'https://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ',
        ],
      ],
    ],
  ] as const)('is refused for its %s', (problem, urls) => {
    for (const url of urls) expect([url, readWebAddress(url, [])]).toEqual([url, problem]);
  });

  it('that is public is read as the DNS has its name', () => {
    const read = (url: string) => {
      const address = readWebAddress(url, []);
      return typeof address === 'string' ? address : [address.host, address.url.href];
    };
    expect(read('https://BEES.example./hook?a=1')).toEqual(['bees.example', 'https://bees.example/hook?a=1']);
    expect(read('https://colmenar-ñ.example')).toEqual([
      'xn--colmenar--t6a.example',
      'https://xn--colmenar--t6a.example/',
    ]);
    expect(read('https://1.1.1.1:8443/')).toEqual(['1.1.1.1', 'https://1.1.1.1:8443/']);
    expect(read('https://[2606:4700:4700::1111]/')).toEqual([
      '2606:4700:4700::1111',
      'https://[2606:4700:4700::1111]/',
    ]);
  });

  it('of a host that the operator has named may be private, without TLS only if that is named, too', () => {
    const isRefused = (url: string, ...named: string[]): boolean => typeof readWebAddress(url, named) === 'string';
    expect(isRefused('https://hooks.internal', 'hooks.internal')).toBe(false);
    expect(isRefused('https://hooks.internal:25', 'hooks.internal:25')).toBe(false);
    expect(isRefused('https://hooks.internal', 'hooks.internal:443')).toBe(false);
    expect(isRefused('https://hooks.internal', 'hooks.internal:80')).toBe(true);
    expect(isRefused('http://hooks.internal', 'http://hooks.internal:80')).toBe(false);
    expect(isRefused('https://hooks.internal:26', 'hooks.internal:25')).toBe(true);
    expect(isRefused('http://hooks.internal', 'hooks.internal')).toBe(true);
    expect(isRefused('http://127.0.0.1:8080', 'http://127.0.0.1')).toBe(false);
    expect(isRefused('http://127.0.0.2', 'http://127.0.0.1')).toBe(true);
    expect(isRefused('http://hooks.internal.bees.example', 'http://hooks.internal')).toBe(true);
    expect(isRefused('https://ana@hooks.internal', 'hooks.internal')).toBe(true);
  });
});

/** @returns why nothing was sent, or the status */
async function post(client: PublicClient, url: string, signal = never): Promise<string | number> {
  try {
    return await client.post(url, { 'content-type': 'application/json' }, '{"é":1}', signal);
  } catch (error) {
    if (error instanceof SendError) return error.failure;
    throw error;
  }
}

describe('a name', () => {
  const of = (...addresses: string[]) =>
    new PublicClient({ named: [], resolve: async () => addresses, timeoutMs: 500 });

  it.each([
    ['of a private address', ['10.0.0.1']],
    ['of a public and a private address', ['1.1.1.1', '169.254.169.254']],
    ['of a private IPv6 address', ['2606:4700:4700::1111', 'fd00:ec2::254']],
    ['of this machine', ['::ffff:127.0.0.1']],
  ])('%s is refused', async (_of, addresses) => {
    expect(await post(of(...addresses), 'https://bees.example')).toBe('ADDRESS_REFUSED');
  });

  it('without an address, or whose name server does not answer, is no name', async () => {
    expect(await post(of(), 'https://bees.example')).toBe('NAME_NOT_FOUND');
    const fails = async () => Promise.reject(new Error('SERVFAIL'));
    expect(await post(new PublicClient({ named: [], resolve: fails }), 'https://bees.example')).toBe('NAME_NOT_FOUND');
    const hangs = () => new Promise<string[]>(() => {});
    const patient = new PublicClient({ named: [], resolve: hangs, timeoutMs: 200 });
    expect(await post(patient, 'https://bees.example')).toBe('TIMEOUT');
  });

  it('of the machine itself is not asked of the hosts file', async () => {
    expect(await resolvePublic('localhost')).not.toContain('127.0.0.1');
  });

  it('that has another address the second time is resolved once, and the connection is made to the first', async () => {
    const asked: string[] = [];
    // TEST-NET, where nobody answers, would be refused; this is a public one that the machine cannot reach either.
    const rebinding = async (host: string) => {
      asked.push(host);
      return asked.length === 1 ? ['192.88.98.1'] : ['127.0.0.1'];
    };
    const { server, port, requests } = await listen();
    const client = new PublicClient({ named: [], resolve: rebinding, timeoutMs: 700 });
    expect(['TIMEOUT', 'NOT_CONNECTED']).toContain(await post(client, `https://rebinding.example:${port}/`));
    expect(asked).toEqual(['rebinding.example']);
    expect(await post(client, `https://rebinding.example:${port}/`)).toBe('ADDRESS_REFUSED');
    expect(requests).toEqual([]);
    server.close();
  });
});

interface Listening {
  server: net.Server;
  port: number;
  requests: { url: string; body: string; headers: http.IncomingHttpHeaders }[];
}

/** A receiver without TLS. */
function listen(
  answer: http.RequestListener = (_request, response) => void response.writeHead(200).end('ok'),
): Promise<Listening> {
  const requests: Listening['requests'] = [];
  const server = http.createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text) => (body += text));
    request.on('end', () => {
      requests.push({ url: request.url!, body, headers: request.headers });
      answer(request, response);
    });
  });
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve({ server, port: (server.address() as AddressInfo).port, requests })),
  );
}

describe('a receiver', () => {
  const client = new PublicClient({ named: ['http://127.0.0.1'], timeoutMs: 700 });
  const ask = async (
    answer?: http.RequestListener,
  ): Promise<{ result: string | number; ms: number; requests: Listening['requests'] }> => {
    const { server, port, requests } = await listen(answer);
    const started = performance.now();
    const result = await post(client, `http://127.0.0.1:${port}/hook?x=1`);
    const ms = performance.now() - started;
    (server as http.Server).closeAllConnections();
    server.close();
    return { result, ms, requests };
  };

  it('gets the body with its length, in one request', async () => {
    const { result, requests } = await ask();
    expect(result).toBe(200);
    expect(requests).toMatchObject([
      {
        url: '/hook?x=1',
        body: '{"é":1}',
        headers: { 'content-length': '8', 'content-type': 'application/json', connection: 'close' },
      },
    ]);
  });

  it.each([301, 302, 303, 307, 308])('that redirects with %i is not followed', async (status) => {
    const { result, requests } = await ask((_request, response) => {
      response.writeHead(status, { location: 'http://169.254.169.254/latest/meta-data' }).end();
    });
    expect(result).toBe(status);
    expect(requests).toHaveLength(1);
  });

  it('that never answers, or sends its header byte by byte, is left after the time', async () => {
    expect((await ask(() => {})).result).toBe('TIMEOUT');
    const timers: NodeJS.Timeout[] = [];
    const drips = await ask((request) => {
      request.socket.write('HTTP/1.1 200 OK\r\nx-a: ');
      timers.push(setInterval(() => request.socket.write('a'), 20));
    });
    for (const timer of timers) clearInterval(timer);
    expect(drips.result).toBe('TIMEOUT');
    expect(drips.ms).toBeLessThan(1500);
  });

  it('that says again and again that it will answer is left after the time', async () => {
    const timers: NodeJS.Timeout[] = [];
    const { result } = await ask((_request, response) => {
      timers.push(setInterval(() => response.writeProcessing(), 20));
    });
    for (const timer of timers) clearInterval(timer);
    expect(result).toBe('TIMEOUT');
  });

  it('that switches to another protocol has not answered', async () => {
    const { result } = await ask((request) => {
      request.socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: bees\r\n\r\n');
    });
    expect(result).toBe('NOT_CONNECTED');
  });

  it('that sends an endless body is believed its status, and the connection ends', async () => {
    let sent = 0;
    const closed = new Promise<void>((resolve) => {
      void ask((_request, response) => {
        response.writeHead(200);
        const write = (): void => {
          while (!response.destroyed && response.write('x'.repeat(16_384))) sent += 16_384;
        };
        response.on('drain', write).on('close', () => resolve());
        write();
      });
    });
    await closed;
    // What the buffers of both sockets hold is more than what is read.
    expect(sent).toBeLessThan(16 * 1024 ** 2);
  });

  it('that keeps the connection open after its header is left', async () => {
    const started = performance.now();
    await new Promise<void>((resolve) => {
      void listen((_request, response) => {
        response.writeHead(204 + 1).write('a');
        response.on('close', () => resolve());
      }).then(async ({ port, server }) => {
        expect(await post(client, `http://127.0.0.1:${port}/`)).toBe(205);
        server.unref();
      });
    });
    expect(performance.now() - started).toBeLessThan(2500);
  });

  it.each([
    ['a header without end', `HTTP/1.1 200 OK\r\nx: ${'a'.repeat(100_000)}`],
    ['no HTTP', 'SSH-2.0-OpenSSH_9\r\n\r\n'],
    ['nothing', ''],
  ])('that sends %s has not answered', async (_what, text) => {
    const server = net.createServer((socket) => void socket.on('error', () => {}).end(text));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    expect(await post(client, `http://127.0.0.1:${(server.address() as AddressInfo).port}/`)).toBe('NOT_CONNECTED');
    server.close();
  });

  it('is left at once when the process stops', async () => {
    const { server, port } = await listen(() => {});
    const stopping = new AbortController();
    setTimeout(() => stopping.abort(new Error('stop')), 50);
    await expect(post(client, `http://127.0.0.1:${port}/`, stopping.signal)).rejects.toThrow('stop');
    (server as http.Server).closeAllConnections();
    server.close();
  });
});

(hasOpenssl ? describe : describe.skip)('over TLS', () => {
  let folder: string;
  let server: https.Server;
  let port: number;
  let ca: string;
  const seen: (string | false | null)[] = [];
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'beekeeping-tls-'));
    const authority = new CertificateAuthority(folder, 'authority');
    const { cert, key } = authority.issue('localhost', 'DNS:localhost');
    ca = readFileSync(authority.cert, 'utf8');
    server = https.createServer({ cert: readFileSync(cert), key: readFileSync(key) }, (request, response) => {
      seen.push((request.socket as unknown as { servername: string }).servername);
      response.writeHead(204).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });

  it('a receiver whose certificate is valid for the name is posted to at the address that was checked', async () => {
    const client = new PublicClient({ named: ['localhost', '127.0.0.1'], ca, timeoutMs: 2000 });
    expect(await post(client, `https://localhost:${port}/`)).toBe(204);
    expect(await post(client, `https://localhost.:${port}/`)).toBe(204);
    expect(seen).toEqual(['localhost', 'localhost']);
    expect(await post(client, `https://127.0.0.1:${port}/`)).toBe('CERTIFICATE_INVALID');
  });

  it('a certificate that nobody has signed is refused', async () => {
    const client = new PublicClient({ named: ['localhost'], timeoutMs: 2000 });
    expect(await post(client, `https://localhost:${port}/`)).toBe('CERTIFICATE_INVALID');
    expect(seen).toHaveLength(2);
  });
});
