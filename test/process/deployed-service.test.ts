// The real service as the files of deploy/ see it: its metrics, its probes, and its paths behind nginx.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import https from 'node:https';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { parse, parseAllDocuments } from 'yaml';
import { Client } from '../support/client.js';
import { cloneDatabase, type TestDatabase } from '../support/database.js';
import { FaultyNetwork } from '../support/postgres/faulty-network.js';
import { beekeeper } from '../support/world.js';
import { findFreePort } from './ports.js';
import { createFolder, removeFolder, Service, until } from './service.js';

const folder = createFolder();
let database: TestDatabase;
let service: Service;
let url: string;
let metricsPort: number;

beforeAll(async () => {
  database = await cloneDatabase();
  const { host, port, database: name, user } = database.server as unknown as Record<string, string>;
  metricsPort = await findFreePort();
  service = new Service(folder, {
    HOST: '127.0.0.1',
    DATABASE_URL: `postgresql://${user}@${encodeURIComponent(host!)}:${port}/${name}`,
    METRICS_PORT: String(metricsPort),
    RATE_LIMIT_GUESSES: '1/15m',
  });
  url = await service.ready();
});
afterAll(async () => {
  await service?.stop();
  await database?.drop();
  removeFolder(folder);
});

const read = (name: string): string => readFileSync(join('deploy', name), 'utf8');
const hasProgram = (program: string, ...version: string[]): boolean => spawnSync(program, version).status === 0;
const withProgram = (program: string, ...version: string[]) => (hasProgram(program, ...version) ? it : it.skip);

interface Dashboard {
  panels: { title: string; targets: { expr: string; legendFormat: string }[] }[];
}
const { panels } = JSON.parse(read('grafana/dashboard.json')) as Dashboard;
const { groups } = parse(read('prometheus/alerts.yml')) as { groups: { rules: { alert: string; expr: string }[] }[] };
const EXPRESSIONS = [
  ...panels.flatMap(({ targets }) => targets.map(({ expr, legendFormat }) => ({ expr, legendFormat }))),
  ...groups.flatMap(({ rules }) => rules.map(({ expr }) => ({ expr, legendFormat: '' }))),
];
/** What Prometheus adds to each series, and the metrics that it makes itself. */
const LABELS_OF_PROMETHEUS = ['job', 'instance'];
const METRICS_OF_PROMETHEUS = ['up', 'probe_success'];

it('the dashboard and the alerts use only metrics and labels that the service has', async () => {
  const ana = await beekeeper({ url, anyone: new Client(url) });
  await ana.rest('GET', '/apiaries');
  const guess = () => new Client(url).rest('POST', '/auth/login', { email: ana.email, password: 'Wrong-one-1' });
  await guess();
  await until(async () => (await guess()).status === 429);
  const scrape = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  /** The labels of the samples by name. */
  const samples = new Map<string, Set<string>>();
  for (const [, name, labels] of scrape.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
    const known = samples.get(name!) ?? samples.set(name!, new Set()).get(name!)!;
    for (const [, label] of (labels ?? '').matchAll(/(\w+)="/g)) known.add(label!);
  }
  const unknown: string[] = [];
  const used = new Set<string>();
  for (const { expr, legendFormat } of EXPRESSIONS) {
    const names = [...expr.matchAll(/\b(\w+)(?=\{)/g), ...expr.matchAll(/\b((?:beekeeping|nodejs|process)_\w+)/g)];
    const metrics = [...new Set(names.map(([, name]) => name!))];
    expect([expr, metrics.length]).toEqual([expr, 1]);
    const [metric] = metrics;
    used.add(metric!);
    if (METRICS_OF_PROMETHEUS.includes(metric!)) continue;
    if (!samples.has(metric!)) unknown.push(metric!);
    const labels = [
      ...[...expr.matchAll(/(\w+)(?:=~|!~|!=|=)"/g)].map(([, label]) => label!),
      ...[...expr.matchAll(/by \((.*?)\)/g)].flatMap(([, list]) => list!.split(', ')),
      ...[...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label!),
    ];
    for (const label of labels)
      if (!LABELS_OF_PROMETHEUS.includes(label) && !samples.get(metric!)?.has(label))
        unknown.push(`${metric}{${label}}`);
  }
  expect(unknown).toEqual([]);
  expect(used.size).toBeGreaterThan(12);
});

withProgram('promtool', '--version')('Prometheus can parse every expression of the dashboard', () => {
  const rules = panels.flatMap(({ targets }) =>
    targets.map(({ expr }) => ({ record: 'parsed', expr: expr.replaceAll('$__rate_interval', '5m') })),
  );
  const file = join(folder, 'rules.yml');
  // JSON is YAML. Each group holds one rule: promtool refuses two of one name in a group.
  writeFileSync(file, JSON.stringify({ groups: rules.map((rule, i) => ({ name: `panel ${i}`, rules: [rule] })) }));
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', '--lint=none', file], {
    encoding: 'utf8',
  });
  expect({ status, output: stdout + stderr }).toEqual({
    status: 0,
    output: expect.stringContaining(`${rules.length} rules found`),
  });
});

it('the service answers the probes of Kubernetes', async () => {
  const text = readdirSync('deploy/kubernetes').map((file) => read(`kubernetes/${file}`));
  const paths = text.flatMap((file) => [...file.matchAll(/httpGet: \{ path: (\S+), port: http \}/g)]);
  expect(paths.map(([, path]) => path)).toEqual(['/livez', '/livez', '/readyz']);
  for (const [, path] of paths) expect([path, (await fetch(url + path!)).status]).toEqual([path, 200]);
});

it('the Ingress passes every path', () => {
  const [, ingress] = parseAllDocuments(read('kubernetes/network.yaml')).map((document) => document.toJS());
  expect(ingress.spec.rules.map(({ http }: { http: unknown }) => http)).toEqual([
    { paths: [expect.objectContaining({ path: '/', pathType: 'Prefix' })] },
  ]);
});

withProgram('nginx', '-v')(
  'nginx passes the paths of the service, and clients can read what it says itself',
  async () => {
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
    const request = [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '1',
    ];
    const files = ['-subj', '/CN=localhost', '-keyout', key, '-out', certificate];
    expect(spawnSync('openssl', [...request, ...files]).status).toBe(0);
    const [port, plainPort] = [await findFreePort(), await findFreePort()];
    const network = await FaultyNetwork.to({ host: '127.0.0.1', port: Number(new URL(url).port) });
    const server = read('compose/nginx.conf')
      .replaceAll('/etc/nginx/tls', folder)
      .replace('api:4000', `127.0.0.1:${network.port}`)
      .replace('listen 80', `listen 127.0.0.1:${plainPort}`)
      .replace('443 ssl', `127.0.0.1:${port} ssl`);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (of) => `${of}_temp_path ${folder}/${of};`,
    );
    const file = join(folder, 'nginx.conf');
    const main = `daemon off; master_process off; pid ${folder}/pid; error_log stderr;`;
    writeFileSync(file, `${main} events {}\nhttp { access_log off; ${temporary.join(' ')}\n${server}}\n`);
    const nginx = new Service(folder, {}, ['-e', 'stderr', '-c', file], 'nginx');
    const ask = async (path: string, method = 'GET', headers = {}, body = Buffer.alloc(0)) => {
      const options = { host: '127.0.0.1', port, path, method, headers, rejectUnauthorized: false };
      const sent = https.request(options).end(body);
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      return { status: response.statusCode, headers: response.headers, body: (await response.toArray()).join('') };
    };
    const waitFor = (status: number) =>
      until(() =>
        ask('/readyz').then(
          (response) => response.status === status,
          () => false,
        ),
      );
    try {
      await network.refuse();
      await waitFor(503);
      for (const [language, text] of [
        ['en', 'The service is not available at the moment: try again shortly'],
        ['es-CO', 'El servicio no está disponible en este momento: inténtelo de nuevo en breve'],
      ]) {
        const { headers, body } = await ask('/graphql', 'POST', { 'accept-language': language });
        expect(headers).toMatchObject({ 'retry-after': '2', 'content-type': 'application/json' });
        expect(JSON.parse(body)).toEqual({
          ...{ message: text, error: text, error_code: 'UNAVAILABLE' },
          errors: [{ message: text, extensions: { code: 'UNAVAILABLE', retryAfter: 2 } }],
        });
      }
      const large = await ask('/api/v1/imports', 'POST', {}, Buffer.alloc(21 * 2 ** 20));
      expect([large.status, JSON.parse(large.body)]).toMatchObject([413, { error_code: 'PAYLOAD_TOO_LARGE' }]);
      const plain = await fetch(`http://127.0.0.1:${plainPort}/reset?token=1`, { redirect: 'manual' });
      expect([plain.status, plain.headers.get('location')]).toEqual([308, 'https://127.0.0.1/reset?token=1']);

      await network.resume();
      await waitFor(200);
      for (const path of ['/exports/019a0000-0000-7000-8000-000000000000', '/api/v1/apiaries'])
        expect(await ask(path)).toMatchObject({ status: 401, body: expect.stringContaining('"TOKEN_MISSING"') });
      const page = await ask('/verify-email/token');
      expect(page).toMatchObject({ status: 200, body: expect.stringContaining('<html') });
    } finally {
      await network.close();
      await nginx.stop();
    }
  },
);
