// The rules that need neither the network nor npm; the tests apply them to the lock files too. Each rule returns its violations.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const read = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** Returns every folder with its own package.json. Only the first one is deployed. */
export function projects(root = '.') {
  const examples = readdirSync(join(root, 'examples')).map((name) => `examples/${name}`);
  return ['.', 'bench', ...examples]
    .filter((folder) => existsSync(join(root, folder, 'package.json')))
    .map((folder) => ({
      folder,
      isDeployed: folder === '.',
      manifest: read(join(root, folder, 'package.json')),
      lock: read(join(root, folder, 'package-lock.json')),
    }));
}

export const rules = () => read(new URL('supply-chain.json', import.meta.url));

/** Packages of development that scripts/graphiql.mjs bundles, so that their code and that of what they need is shipped. */
const BUNDLED = ['graphiql', 'react', 'react-dom'];

/** @returns where npm has put a package that the package at `from` imports, if it has */
function findInstalled(packages, from, name) {
  for (let folder = from; ; folder = folder.replace(/\/?node_modules\/(@[^/]+\/)?[^/]+$/, '')) {
    const path = `${folder}${folder && '/'}node_modules/${name}`;
    if (packages[path]) return path;
    if (folder === '') return undefined;
  }
}

/** @returns the paths in the lock file of the packages that are bundled */
function bundledPaths({ packages }) {
  const paths = new Set();
  function add(from, names) {
    for (const name of names) {
      const path = findInstalled(packages, from, name);
      if (path === undefined || paths.has(path)) continue;
      paths.add(path);
      const { dependencies, peerDependencies } = packages[path];
      add(path, Object.keys({ ...dependencies, ...peerDependencies }));
    }
  }
  add('', BUNDLED);
  return paths;
}

/** @returns every package of the lock file; `path` is where it is installed, relative to the root of the repository */
export function packagesOf({ folder, isDeployed, lock }) {
  const bundled = isDeployed ? bundledPaths(lock) : new Set();
  return Object.entries(lock.packages)
    .filter(([path, entry]) => path !== '' && !entry.link)
    .map(([path, entry]) => ({
      ...entry,
      path: join(folder, path),
      name: entry.name ?? path.replace(/^.*node_modules\//, ''),
      isShipped: isDeployed && (!entry.dev || bundled.has(path)),
    }));
}

const EXACT = /^(npm:(@[^/@]+\/)?[^/@]+@)?\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/;

export function inexactVersions({ folder, manifest }) {
  const inexact = [];
  function check(versions, at) {
    for (const [name, version] of Object.entries(versions ?? {})) {
      if (typeof version === 'object') check(version, `${at} ${name}:`);
      else if (!EXACT.test(version)) inexact.push(`${join(folder, 'package.json')}: ${at} ${name} is "${version}"`);
    }
  }
  for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies', 'overrides'])
    check(manifest[kind], kind);
  return inexact;
}

export function unlocked(project) {
  return packagesOf(project).flatMap(({ path, resolved, integrity, inBundle }) => [
    ...(resolved === undefined ? [] : [`${path} is locked to a registry URL`]),
    // A bundled package is covered by the hash of the package that contains it.
    ...(inBundle || integrity?.startsWith('sha512-') ? [] : [`${path} has no SHA-512 hash in the lock`]),
  ]);
}

/** Returns whether `allowed` licences satisfy an SPDX expression. An expression that cannot be parsed is not allowed. */
export function allows(expression, allowed) {
  const tokens = expression.match(/[()]|[^\s()]+/g) ?? [];
  const one = () => {
    const token = tokens.shift();
    if (token !== '(') return allowed.includes(token);
    const inside = either();
    return tokens.shift() === ')' && inside;
  };
  const chain = (operator, operand, join) => () => {
    let result = operand();
    while (tokens[0] === operator) {
      tokens.shift();
      result = join(operand(), result);
    }
    return result;
  };
  const both = chain('AND', one, (a, b) => a && b);
  const either = chain('OR', both, (a, b) => a || b);
  return either() && tokens.length === 0;
}

/** Returns the licences named in the lock file and in the installed package. Packages for other platforms are not installed. */
function licencesOf({ license, path }, inFiles) {
  const manifest = join(path, 'package.json');
  const named = [license, existsSync(manifest) ? read(manifest).license : license];
  const unstated = inFiles[path] ?? 'no licence';
  return new Set(named.map((licence) => licence?.type ?? licence ?? unstated));
}

/** @param inFiles the licences of packages that state theirs in a file alone */
export function licences(project, { everywhere, development, inFiles = {} }) {
  const counts = { production: {}, development: {} };
  const refused = [];
  for (const one of packagesOf(project)) {
    const use = one.isShipped ? 'production' : 'development';
    const allowed = one.isShipped ? everywhere : [...everywhere, ...development];
    for (const licence of licencesOf(one, inFiles)) {
      counts[use][licence] = (counts[use][licence] ?? 0) + 1;
      if (!allows(String(licence), allowed)) refused.push(`${one.path} (${use}): ${licence}`);
    }
  }
  return { counts, refused };
}

/** Returns packages with an install script that has not been reviewed, and listed packages that have none. */
export function unknownScripts(all, known) {
  const found = new Set();
  const unknown = [];
  for (const { name, path, hasInstallScript } of all.flatMap(packagesOf)) {
    if (!hasInstallScript) continue;
    found.add(name);
    if (!known[name]) unknown.push(`${path} has an install script that scripts/supply-chain.json does not explain`);
  }
  const stale = Object.keys(known).filter((name) => !found.has(name));
  return [
    ...unknown,
    ...stale.map((name) => `scripts/supply-chain.json explains ${name}, which has no install script`),
  ];
}

const SEVERITIES = ['critical', 'high', 'moderate', 'low', 'info'];

/**
 * @param shipped,all `npm audit --json` without and with development dependencies
 * @param paths of the packages that are shipped, among them those of development that are bundled
 */
export function vulnerabilities(shipped, all, paths) {
  const rows = Object.values({ ...all.vulnerabilities, ...shipped.vulnerabilities }).map(
    ({ name, severity, via, fixAvailable, nodes }) => ({
      severity,
      package: name,
      use: name in shipped.vulnerabilities || nodes.some((path) => paths.has(path)) ? 'production' : 'development',
      via: via.map((cause) => cause.title ?? cause).join('; '),
      fix: fixAvailable?.name ? `${fixAvailable.name} ${fixAvailable.version}` : fixAvailable ? 'yes' : 'none',
    }),
  );
  rows.sort((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
  return {
    rows,
    grave: rows.filter(({ severity, use }) => use === 'production' && /^(high|critical)$/.test(severity)),
  };
}
