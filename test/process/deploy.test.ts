// What deploy/ contains, checked by the tools of its formats where they are installed, and against the settings of the service.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse, parseAllDocuments } from 'yaml';
import { MAX_READER_MB } from '../../src/formats/limit-memory.js';
import { settings } from '../../src/settings/settings.js';

const read = (name: string): string => readFileSync(join('deploy', name), 'utf8');
const run = (command: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  return { status, output: `${stdout}${stderr}` };
};
/** A test that is skipped where its program is missing. */
const withProgram = (program: string, ...version: string[]) =>
  spawnSync(program, version).status === 0 ? it : it.skip;
/** The objects of the manifests that Kubernetes stores. */
const manifests = ['deployment', 'migration', 'network'].flatMap((file) =>
  parseAllDocuments(read(`kubernetes/${file}.yaml`)).map((document) => document.toJS() as Manifest),
);
interface Manifest {
  apiVersion: string;
  kind: string;
}
/** The highest exposure of the systemd unit, from 0 to 10. */
const MAX_EXPOSURE = 1.5;

describe('deploy/', () => {
  it('names only settings of the service, of which a secret may end with _FILE', () => {
    const named = [
      ...read('kubernetes/kustomization.yaml').matchAll(/^ {6}- (\w+)=/gm),
      ...read('compose/compose.yml').matchAll(/^ {6}((?!POSTGRES)[A-Z_]+):/gm),
      ...[...read('systemd/beekeeping.service').matchAll(/^Environment=(.*)$/gm)].flatMap(([, line]) => [
        ...line!.matchAll(/(?:^| )((?!MALLOC)\w+)=/g),
      ]),
    ].map(([, name]) => name!);
    expect(named.length).toBeGreaterThan(12);
    const known = new Set(Object.keys(settings.shape));
    expect(named.filter((name) => !known.has(name.replace(/_FILE$/, '')))).toEqual([]);
  });

  it('runs the commands of the image with the limits that its memory needs', () => {
    const command = JSON.parse(/^CMD (\[.*\])$/m.exec(readFileSync('Dockerfile', 'utf8'))![1]!) as string[];
    const unit = read('systemd/beekeeping.service');
    expect(unit).toContain(`ExecStart=/usr/bin/${command.join(' ')}\n`);
    // The service, a process that reads a file, and a margin.
    const limit = 600 + MAX_READER_MB + 40;
    expect(unit).toContain(`MemoryMax=${limit}M\n`);
    expect(unit).toContain('OOMPolicy=continue\n');
    expect(read('compose/compose.yml')).toContain(`mem_limit: ${limit}m\n`);
    expect(read('kubernetes/deployment.yaml')).toContain(`limits: { memory: ${limit}Mi }`);
    for (const file of ['deployment', 'migration'])
      for (const claim of ['runAsNonRoot: true', 'readOnlyRootFilesystem: true', 'drop: [ALL]', 'type: RuntimeDefault'])
        expect(read(`kubernetes/${file}.yaml`)).toContain(claim);
  });

  it('has an alert in the manual for each rule, and the reverse', () => {
    const rules = [...read('prometheus/alerts.yml').matchAll(/alert: (\w+)/g)].map(([, name]) => name);
    const section = /^## Alerts$([\s\S]*?)^## /m.exec(readFileSync('docs/operations.md', 'utf8'))![1]!;
    expect([...section.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name)).toEqual(rules);
  });

  it('has a severity for each alert, and alerts on the metrics of the service alone', () => {
    const { groups } = parse(read('prometheus/alerts.yml')) as {
      groups: { rules: { alert: string; expr: string; labels?: { severity?: string } }[] }[];
    };
    const rules = groups.flatMap((group) => group.rules);
    const selectors = rules.flatMap(({ expr }) =>
      [...expr.matchAll(/\w*\{[^}]*\}|\bbeekeeping_\w+\b(?!\{)/g)].map(([one]) => one),
    );
    expect(selectors.length).toBeGreaterThan(rules.length);
    expect(selectors.filter((selector) => !/\{job="beekeeping(-readyz)?"/.test(selector))).toEqual([]);
    for (const { alert, labels } of rules)
      expect([alert, labels?.severity]).toEqual([alert, expect.stringMatching(/^(critical|warning)$/)]);
    expect(rules.filter(({ expr }) => /^absent\(/.test(expr)).map(({ alert }) => alert)).toEqual([
      'BeekeepingProbeMissing',
      'BeekeepingMissing',
    ]);
  });

  it('has the lines for the second secret of a rotation, which are valid when they are uncommented', () => {
    const compose = parse(
      read('compose/compose.yml').replace(
        /# (JWT_SECRET_PREVIOUS_FILE|- jwt-secret-previous|jwt-secret-previous:)/g,
        '$1',
      ),
    ) as {
      services: { api: { secrets: string[]; environment: Record<string, string> } };
      secrets: Record<string, unknown>;
    };
    const { secrets, environment } = compose.services.api;
    expect(environment.JWT_SECRET_PREVIOUS_FILE).toBe('/run/secrets/jwt-secret-previous');
    const files = Object.entries(environment).filter(([name]) => name.endsWith('_FILE'));
    expect(files.map(([, file]) => file.replace('/run/secrets/', '')).sort()).toEqual([...secrets].sort());
    expect(Object.keys(compose.secrets)).toEqual(expect.arrayContaining(secrets));
    const { configMapGenerator } = parse(read('kubernetes/kustomization.yaml').replace('# - JWT', '- JWT')) as {
      configMapGenerator: { literals: string[] }[];
    };
    expect(configMapGenerator[0]!.literals).toContain('JWT_SECRET_PREVIOUS_FILE=/secrets/jwt-secret-previous');
    const unit = read('systemd/beekeeping.service').replace(/^#(LoadCredential|Environment)=/gm, '$1=');
    const credentials = [...unit.matchAll(/^LoadCredential=([\w-]+):/gm)].map(([, name]) => name);
    const named = [...unit.matchAll(/(\w+)_FILE=%d\/([\w-]+)/g)];
    expect(named.map(([, , name]) => name).sort()).toEqual(credentials.sort());
    expect(named.map(([, name]) => name)).toContain('JWT_SECRET_PREVIOUS');
  });

  it('finds PostgreSQL ready by TCP, which it does not serve while its image creates the database', () => {
    for (const file of ['docker-compose.yml', 'deploy/compose/compose.yml']) {
      const { services } = parse(readFileSync(file, 'utf8'), { merge: true }) as {
        services: { postgres: { healthcheck: { test: string[] } } };
      };
      expect(services.postgres.healthcheck.test).toContain('--host=127.0.0.1');
    }
  });

  it('lets the namespace of Prometheus scrape the metrics and request /readyz', () => {
    const policy = manifests.find(({ kind }) => kind === 'NetworkPolicy') as Manifest & {
      spec: { ingress: { from: { namespaceSelector: { matchLabels: object } }[]; ports: { port: string }[] }[] };
    };
    const monitoring = policy.spec.ingress.filter(({ from }) => JSON.stringify(from).includes('"monitoring"'));
    expect(monitoring.map(({ ports }) => ports.map(({ port }) => port))).toEqual([['metrics', 'http']]);
  });

  it('lets the pods reach what the manual describes, and nothing else', () => {
    const manual = readFileSync('docs/operations.md', 'utf8');
    /** Where each port is documented. */
    const documented: [port: number, text: string, pattern: RegExp][] = [
      [53, read('kubernetes/network.yaml'), /port: 53, protocol: UDP/],
      [5432, read('compose/compose.yml'), /@postgres:5432\//],
      [6432, manual, /^listen_port = 6432$/m],
      [5700, read('patroni/haproxy.cfg'), /POSTGRES_BIND=127\.0\.0\.1:5700/],
      [25, manual, /another, such as 25\./],
      [465, manual, /465 for `smtps:/],
      [587, manual, /587 for `smtp:/],
      [443, read('kubernetes/network.yaml'), /Webhooks, Web Push and the provider of OpenID Connect/],
      [4318, manual, /OTEL_EXPORTER_OTLP_ENDPOINT=http:\/\/collector:4318/],
    ];
    const policy = manifests.find(({ kind }) => kind === 'NetworkPolicy') as Manifest & {
      spec: { egress: { to?: unknown; ports: { port: number }[] }[] };
    };
    const open = policy.spec.egress.flatMap(({ ports }) => ports.map(({ port }) => port));
    expect([...new Set(open)].sort()).toEqual(documented.map(([port]) => port).sort());
    for (const [port, text, pattern] of documented) expect([port, pattern.test(text)]).toEqual([port, true]);
  });

  it('restores to no time without its offset, which every machine would read as another moment', () => {
    const folder = mkdtempSync(join(tmpdir(), 'beekeeping-restore-'));
    try {
      const restore = (moment: string) => {
        const args = ['deploy/backup/restore.sh', folder, 'hives', join(folder, 'data'), moment];
        const env = { PATH: process.env.PATH, PG_BIN: '/nonexistent', TZ: 'Europe/Madrid' };
        const { status, stderr } = spawnSync('sh', args, { encoding: 'utf8', env });
        expect(status).toBe(1);
        return stderr;
      };
      for (const moment of [
        '2026-11-24',
        '2026-11-24 14:00',
        '2026-11-24 14:00:00',
        '2026-11-24T14:00:00.5',
        'yesterday',
        '14:00:00+00',
      ])
        expect(restore(moment)).toBe(
          `restore: '${moment}' is no time with its offset from UTC: write it as '2026-11-24 14:00:00+00', '2026-11-24 15:00:00+01' or '2026-11-24T14:00:00Z'\n`,
        );
      for (const moment of [
        '2026-11-24 14:00:00+00',
        '2026-11-24T14:00:00Z',
        '2026-11-24 14:00:00.123456+05:30',
        '2026-11-24 09:00-0500',
      ])
        expect(restore(moment)).toBe(`restore: ${folder}/base has no base backup from before ${moment}\n`);
      expect(restore('2026-13-45 14:00:00Z')).toContain(`'2026-13-45 14:00:00Z' is no time\n`);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  withProgram('promtool', '--version')('promtool accepts the alerts, and each fires when it should', () => {
    expect(run('promtool', 'check', 'rules', 'deploy/prometheus/alerts.yml')).toMatchObject({ status: 0 });
    expect(run('promtool', 'test', 'rules', 'deploy/prometheus/alerts.test.yml')).toMatchObject({ status: 0 });
  });

  withProgram('systemd-analyze', '--version')('systemd accepts the unit, whose exposure is bounded', () => {
    const unit = 'deploy/systemd/beekeeping.service';
    const { status, output } = run('systemd-analyze', 'verify', '--man=no', unit);
    expect(
      output.split('\n').filter((line) => line.includes('beekeeping.service') && !/not executable/.test(line)),
    ).toEqual([]);
    if (!/not executable/.test(output)) expect(status).toBe(0);
    const { output: security } = run('systemd-analyze', 'security', '--offline=true', '--no-pager', unit);
    const exposure = Number(/Overall exposure level for beekeeping\.service: ([\d.]+)/.exec(security)?.[1]);
    expect(exposure).toBeLessThanOrEqual(MAX_EXPOSURE);
  });

  withProgram(
    'kubectl',
    'kustomize',
    '--help',
  )('kustomize renders the manifests, with the settings in every pod', () => {
    const { status, output } = run('kubectl', 'kustomize', 'deploy/kubernetes');
    expect(status).toBe(0);
    expect([...output.matchAll(/^kind: (\w+)$/gm)].map(([, kind]) => kind).sort()).toEqual(
      ['ConfigMap', 'Deployment', 'Ingress', 'Job', 'NetworkPolicy', 'PodDisruptionBudget', 'Service'].sort(),
    );
    const generated = /^ {2}name: (beekeeping-\w{10})$/m.exec(output)![1]!;
    expect(output.split(`name: ${generated}\n`)).toHaveLength(4);
    expect(readdirSync('deploy/kubernetes')).toHaveLength(4);
  });

  it('has manifests that match the types of Kubernetes', () => {
    // In the checkout, where the compiler finds the types.
    const folder = mkdtempSync('dist/manifests-');
    try {
      const check = (objects: Manifest[]) => {
        const lines = objects.map(({ apiVersion, kind, ...object }, i) => {
          const type = `import('kubernetes-types/${apiVersion.replace('.k8s.io', '').replace(/^v1$/, 'core/v1')}').${kind}`;
          return `export const manifest${i}: ${type} = ${JSON.stringify({ apiVersion, kind, ...object })};\n`;
        });
        const file = join(folder, 'manifests.ts');
        writeFileSync(file, lines.join(''));
        const options = [
          '--ignoreConfig',
          '--noEmit',
          '--strict',
          '--module',
          'esnext',
          '--moduleResolution',
          'bundler',
        ];
        return run(process.execPath, 'node_modules/typescript/bin/tsc', ...options, '--types', '', file);
      };
      expect(manifests.map(({ kind }) => kind)).toHaveLength(6);
      expect(check(manifests)).toEqual({ status: 0, output: '' });
      const misspelt = JSON.parse(JSON.stringify(manifests).replace('readinessProbe', 'readynessProbe')) as Manifest[];
      expect(check(misspelt).output).toContain("'\"readynessProbe\"' does not exist in type 'Container'");
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
