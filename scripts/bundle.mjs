// Bundles the compiled service, dist/src/main.js, and the commands of its operators with their packages into dist/bundle/, unless that was
// done since the last build. One file starts in two thirds of the time of 2,100 modules. `npm start` and the image run it; development and
// the tests run the modules.
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { basename, join, relative, resolve } from 'node:path';
import { keepSources } from './source-map.mjs';

const FOLDER = 'dist/bundle';
if (existsSync(FOLDER)) process.exit(0);
const { build } = await import('esbuild');

/** Modules that find beside the bundle what they need: what the pages load and the files of SQL are copied there, and the process that reads files is an entry of its own. */
const BESIDE_BUNDLE = /\/(site\/assets|formats\/read-file|schema\/sql-files)\.js$/;

/** Another module that reads files beside itself still finds them where they were. */
const places = {
  name: 'places',
  setup({ onLoad }) {
    onLoad({ filter: /\/dist\/src\/.*\.js$/ }, ({ path }) => {
      if (BESIDE_BUNDLE.test(path)) return;
      const original = JSON.stringify(relative(resolve(FOLDER), path));
      const contents = readFileSync(path, 'utf8').replaceAll(
        'import.meta.url',
        `new URL(${original}, import.meta.url).href`,
      );
      return { contents };
    });
  },
};

/** An import of a built-in module would read all of its exports, some of which load further modules, such as `fetch` of node:http. */
const builtins = {
  name: 'builtins',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(node:)?[a-z_]+(\/[a-z]+)?$/ }, ({ path, kind }) => {
      const name = path.replace('node:', '');
      if (kind === 'import-statement' && builtinModules.includes(name)) return { path: name, namespace: 'builtin' };
    });
    onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule('node:${path}')`,
    }));
  },
};

/** A package that the service loads later stays outside of the bundle, where a CommonJS module would lose the names of its exports. */
const loadedLater = {
  name: 'loaded-later',
  setup({ onResolve }) {
    onResolve({ filter: /^[@a-z]/ }, ({ path, kind, importer }) => {
      if (kind === 'dynamic-import' && importer.includes('/dist/src/')) return { path, external: true };
    });
  },
};

/** 250 kB of recurrence rules, which pg-boss has beside cron. */
const loadedOnUse = {
  name: 'loaded-on-use',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^rrule-temporal$/ }, ({ path }) => ({
      path,
      namespace: 'loaded-on-use',
    }));
    onLoad({ filter: /.*/, namespace: 'loaded-on-use' }, ({ path }) => ({
      contents: `const load = require; module.exports = new Proxy({}, { get: (_, name) => load('${path}')[name] })`,
    }));
  },
};

/** V8 stores a text in two bytes a character if one of its characters, such as one of a comment, needs them. */
const toAscii = (code) =>
  code.replace(/[^\0-\x7f]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Classes keep their names, which are those of entities, tables and policies. A closure would be named whenever it is created. */
const nameOnlyClasses = (code) =>
  code
    .replace(/^var __name = .*$/m, 'var __name = (target) => target;')
    .replace(/__name\(this, ("[^"]+")\)/g, 'Object.defineProperty(this, "name", { value: $1, configurable: true })');

const { outputFiles } = await build({
  entryPoints: ['main', 'server', 'cli/admin', 'cli/migrate', 'formats/read-child'].map(
    (name) => `dist/src/${name}.js`,
  ),
  // No folders, so that every file has the same place relative to the modules.
  entryNames: '[name]',
  outdir: FOLDER,
  write: false,
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node22',
  keepNames: true,
  // A native module, and what pg and type-graphql do without.
  external: ['argon2', 'pg-native', 'class-validator'],
  plugins: [places, builtins, loadedLater, loadedOnUse],
  banner: { js: "const require = process.getBuiltinModule('node:module').createRequire(import.meta.url);" },
  sourcemap: 'linked',
  sourcesContent: false,
  logLevel: 'warning',
});
// Another process may bundle at the same time: the folder appears when it is complete.
const fresh = `${FOLDER}.${process.pid}`;
mkdirSync(fresh);
cpSync('dist/src/site/assets', join(fresh, 'assets'), { recursive: true });
cpSync('dist/src/schema/sql', join(fresh, 'sql'), { recursive: true });
for (const { path, text } of outputFiles) {
  const content = path.endsWith('.map')
    ? keepSources(text, (source) => /^(\.\.\/)+src\//.test(source))
    : toAscii(nameOnlyClasses(text));
  writeFileSync(join(fresh, basename(path)), content);
}
try {
  renameSync(fresh, FOLDER);
} catch (error) {
  rmSync(fresh, { recursive: true });
  if (!existsSync(FOLDER)) throw error;
}
