// The checks of scripts/supply-chain.mjs that need no network, on the real lock files, and each rule on invented packages.
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from '@jest/globals';

interface Project {
  folder: string;
  isDeployed: boolean;
  manifest: object;
  lock: { packages: Record<string, object> };
}
interface Licences {
  everywhere: string[];
  development: string[];
}
interface Rules {
  projects(): Project[];
  rules(): { licences: Licences; installScripts: Record<string, string> };
  inexactVersions(project: Project): string[];
  unlocked(project: Project): string[];
  allows(expression: string, allowed: string[]): boolean;
  licences(project: Project, allowed: Licences): { refused: string[] };
  unknownScripts(projects: Project[], known: Record<string, string>): string[];
  vulnerabilities(shipped: object, all: object, paths: Set<string>): { rows: object[]; grave: { package: string }[] };
}
// Imported by URL, because tsc does not compile the scripts.
const supplyChain: Rules = await import(pathToFileURL('scripts/supply-chain-rules.mjs').href);
const { allows, inexactVersions, licences, unknownScripts, unlocked, vulnerabilities } = supplyChain;
const projects = supplyChain.projects();
const known = supplyChain.rules();

const projectWith = (packages: Record<string, object>, manifest = {}, isDeployed = true): Project => ({
  folder: '.',
  isDeployed,
  manifest,
  lock: { packages: { '': {}, ...packages } },
});

it('the service, the benchmarks and the examples are checked', () => {
  const examples = ['charts', 'offline-client', 'typed-client'].map((name) => `examples/${name}`);
  expect(projects.map(({ folder }) => folder)).toEqual(['.', 'bench', ...examples]);
});

describe.each(projects)('$folder', (project) => {
  it('declares exact versions only', () => {
    expect(inexactVersions(project)).toEqual([]);
  });

  it('locks every package by its hash, without a registry URL', () => {
    expect(unlocked(project)).toEqual([]);
  });

  it('contains no package under a licence that is not allowed', () => {
    expect(licences(project, known.licences).refused).toEqual([]);
  });
});

it('every install script is listed with the reason why it is not needed', () => {
  expect(unknownScripts(projects, known.installScripts)).toEqual([]);
});

describe('the rules', () => {
  it.each([
    '^1.2.3',
    '~1.2.3',
    '1.x',
    '1.2',
    '*',
    'latest',
    '>=1.2.3',
    'npm:other@^1.2.3',
    'file:../other',
    'owner/repository',
  ])('refuse the version %s', (version) => {
    expect(inexactVersions(projectWith({}, { dependencies: { honey: version } }))).toHaveLength(1);
    expect(inexactVersions(projectWith({}, { overrides: { hive: { honey: version } } }))).toHaveLength(1);
  });

  it.each(['1.2.3', '2.0.0-rc.4', 'npm:other@1.2.3', 'npm:@some/other@1.2.3'])('accept the version %s', (version) => {
    expect(inexactVersions(projectWith({}, { devDependencies: { honey: version } }))).toEqual([]);
  });

  it('refuse a package without a hash, with a weak hash, or locked to a URL', () => {
    const broken = {
      'node_modules/bare': {},
      'node_modules/weak': { integrity: 'sha1-AAAA' },
      'node_modules/pinned': { integrity: 'sha512-AAAA', resolved: 'https://example.org/pinned.tgz' },
      'node_modules/own': { link: true, resolved: 'own' },
    };
    expect(unlocked(projectWith(broken))).toEqual([
      expect.stringContaining('bare has no'),
      expect.stringContaining('weak has no'),
      expect.stringContaining('pinned is locked to'),
    ]);
  });

  it.each([
    ['MIT', true],
    ['(MIT OR GPL-3.0-only)', true],
    ['GPL-3.0-only OR (ISC AND MIT)', true],
    ['MIT AND GPL-3.0-only', false],
    ['(MIT OR ISC) AND GPL-3.0-only', false],
    ['ISC OR MIT AND GPL-3.0-only', true],
    ['GPL-3.0-only', false],
    ['MIT WITH some-exception', false],
    ['SEE LICENSE IN LICENSE.md', false],
    ['UNLICENSED', false],
    ['(MIT', false],
    ['', false],
  ])('read the licence "%s" as %s', (expression, expected) => {
    expect(allows(expression, ['MIT', 'ISC'])).toBe(expected);
  });

  it('refuse a licence in production that is allowed in development only, and a package without a licence', () => {
    const packages = {
      'node_modules/data': { license: 'CC-BY-4.0' },
      'node_modules/tool': { license: 'CC-BY-4.0', dev: true },
      'node_modules/silent': {},
    };
    const allowed = { everywhere: ['MIT'], development: ['CC-BY-4.0'] };
    const refused = ['node_modules/data (production): CC-BY-4.0', 'node_modules/silent (production): no licence'];
    expect(licences(projectWith(packages), allowed).refused).toEqual(refused);
    expect(licences(projectWith(packages, {}, false), allowed).refused).toEqual([
      'node_modules/silent (development): no licence',
    ]);
  });

  it('count a package of development as production if a page contains it', () => {
    const packages = {
      'node_modules/graphiql': { dev: true, license: 'MIT', dependencies: { editor: '1' } },
      'node_modules/graphiql/node_modules/editor': {
        dev: true,
        license: 'CC-BY-4.0',
        peerDependencies: { words: '1' },
      },
      'node_modules/editor': { dev: true, license: 'CC-BY-4.0' },
      'node_modules/words': { dev: true, license: 'CC-BY-4.0' },
    };
    const allowed = { everywhere: ['MIT'], development: ['CC-BY-4.0'] };
    expect(licences(projectWith(packages), allowed).refused).toEqual([
      'node_modules/graphiql/node_modules/editor (production): CC-BY-4.0',
      'node_modules/words (production): CC-BY-4.0',
    ]);
    expect(licences(projectWith(packages, {}, false), allowed).refused).toEqual([]);
  });

  it('refuse an unlisted install script, and a listed script that does not exist', () => {
    const project = projectWith({ 'node_modules/hive': { hasInstallScript: true }, 'node_modules/honey': {} });
    expect(unknownScripts([project], { hive: 'is empty' })).toEqual([]);
    expect(unknownScripts([project], { honey: 'is sweet' })).toEqual([
      expect.stringContaining('node_modules/hive'),
      expect.stringContaining('honey'),
    ]);
  });

  it('fail only for grave vulnerabilities in production', () => {
    const finding = (name: string, severity: string, via: unknown, fixAvailable: unknown) => ({
      [name]: { name, severity, via: [via], fixAvailable, nodes: [`node_modules/${name}`] },
    });
    const shipped = {
      ...finding('express', 'high', { title: 'Reads too much' }, { name: 'express', version: '9.9.9' }),
      ...finding('cors', 'moderate', 'express', true),
    };
    const all = {
      ...shipped,
      ...finding('jest', 'critical', { title: 'Runs too much' }, false),
      ...finding('graphiql', 'high', { title: 'Shows too much' }, true),
    };
    const paths = new Set(['node_modules/graphiql']);
    const { rows, grave } = vulnerabilities({ vulnerabilities: shipped }, { vulnerabilities: all }, paths);
    expect(rows).toEqual([
      { severity: 'critical', package: 'jest', use: 'development', via: 'Runs too much', fix: 'none' },
      { severity: 'high', package: 'express', use: 'production', via: 'Reads too much', fix: 'express 9.9.9' },
      { severity: 'high', package: 'graphiql', use: 'production', via: 'Shows too much', fix: 'yes' },
      { severity: 'moderate', package: 'cors', use: 'production', via: 'express', fix: 'yes' },
    ]);
    expect(grave.map((row) => row.package)).toEqual(['express', 'graphiql']);
  });
});
