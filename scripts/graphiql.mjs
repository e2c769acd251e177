// Bundles GraphiQL and the workers of its editor for the browser, once for each set of locked packages: the result is kept in
// node_modules, so that a build after a change of the sources only copies it.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const CACHE = 'node_modules/.cache/graphiql';
const LIBRARY = 'scripts/graphiql-library.js';
const WORKERS = {
  'editor.worker': 'monaco-editor/esm/vs/editor/editor.worker.js',
  'json.worker': 'monaco-editor/esm/vs/language/json/json.worker.js',
  'graphql.worker': 'monaco-graphql/esm/graphql.worker.js',
};

const hashOf = (...contents) =>
  contents.reduce((hash, content) => hash.update(content), createHash('sha256')).digest('hex');

/** graphiql/style.css contains the styles of the editor, which the editor's modules import one by one. */
const withoutStylesOfEditor = {
  name: 'without-styles-of-editor',
  setup({ onLoad }) {
    onLoad({ filter: /\/monaco-editor\/.*\.css$/ }, () => ({ contents: '', loader: 'css' }));
  },
};

/** The CommonJS modules of Prettier would lose the names of their exports, so that nothing could be formatted. It has ES modules as well. */
const prettierModules = {
  name: 'prettier-modules',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^prettier\/parser-/ }, ({ path, kind, importer, resolveDir }) =>
      resolve(path.replace('parser-', 'plugins/'), { kind, importer, resolveDir }),
    );
  },
};

async function bundle() {
  const { build } = await import('esbuild');
  // Modules are looked up from there, so that the page and the workers have the copies of Monaco and graphql that GraphiQL has.
  const { resolve } = createRequire(createRequire(import.meta.url).resolve('graphiql/package.json'));
  const resolveDir = dirname(resolve('@graphiql/react/package.json'));
  const common = {
    bundle: true,
    write: false,
    outdir: CACHE,
    target: 'es2022',
    minify: true,
    define: { 'process.env.NODE_ENV': '"production"' },
    // The licences of the packages demand their notices.
    legalComments: 'linked',
    logLevel: 'warning',
  };
  const results = await Promise.all([
    build({
      ...common,
      stdin: { contents: readFileSync(LIBRARY, 'utf8'), sourcefile: basename(LIBRARY), resolveDir },
      entryNames: 'library',
      chunkNames: '[name]-[hash]',
      format: 'esm',
      splitting: true,
      plugins: [withoutStylesOfEditor, prettierModules],
    }),
    // A worker is one file: it may load no other, because its response has the content security policy of data (http/headers.ts).
    ...Object.entries(WORKERS).map(([entryNames, path]) =>
      build({
        ...common,
        stdin: { contents: `import '${path}';`, sourcefile: `${entryNames}.js`, resolveDir },
        entryNames,
        format: 'iife',
      }),
    ),
  ]);
  return results.flatMap(({ outputFiles }) => outputFiles).filter(({ contents }) => contents.length > 0);
}

/** Another process may do the same at the same time: the folder appears when it is complete. */
async function fill(folder) {
  const files = await bundle();
  const fresh = `${folder}.${process.pid}`;
  // Browsers keep the files for good, so other contents have another address.
  const version = hashOf(...files.map(({ contents }) => contents)).slice(0, 16);
  mkdirSync(join(fresh, version), { recursive: true });
  for (const { path, contents } of files) {
    const file = join(fresh, version, basename(path));
    writeFileSync(file, contents);
    writeFileSync(`${file}.gz`, gzipSync(contents, { level: 9 }));
  }
  try {
    renameSync(fresh, folder);
  } catch (error) {
    rmSync(fresh, { recursive: true });
    if (!existsSync(folder)) throw error;
  }
}

/** @param folder gets a folder whose name is the version of its files */
export async function addGraphiql(folder) {
  const sources = ['package-lock.json', LIBRARY, fileURLToPath(import.meta.url)];
  const cached = join(CACHE, hashOf(...sources.map((file) => readFileSync(file))).slice(0, 16));
  if (!existsSync(cached)) await fill(cached);
  cpSync(cached, folder, { recursive: true });
}
