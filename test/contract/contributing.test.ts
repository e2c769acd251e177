// What CONTRIBUTING.md says of files, scripts and limits is true. Its list of ranks is that of architecture.test.ts itself.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';

const guide = readFileSync('CONTRIBUTING.md', 'utf8');
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const code = [...guide.matchAll(/`([^`\n]+)`/g)].map(([, text]) => text!);

it('names files and folders that exist', () => {
  const paths = code.filter(
    (text) => /^(src|test|docs|scripts|schema|openapi|\.ci)[\w./-]*\/?[\w.-]*$/.test(text) && /[/.]/.test(text),
  );
  expect(paths.length).toBeGreaterThan(25);
  // The feature of the example is not there.
  expect(paths.filter((path) => !existsSync(path) && !path.includes('feedings'))).toEqual([]);
  const links = [...guide.matchAll(/\]\(([^)#]+)[^)]*\)/g)].map(([, path]) => path!);
  expect(links.filter((path) => !path.startsWith('http') && !existsSync(path))).toEqual([]);
});

it('names scripts that exist', () => {
  const named = [...guide.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name!);
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter((name) => !scripts[name])).toEqual([]);
});

it('a new record changes at most thirteen places, each demanded by the compiler or a test that exists', () => {
  const rows = [...guide.matchAll(/^\| (\d+) \| (.*) \| (.*) \| (.*) \|$/gm)];
  expect(rows.map(([, number]) => Number(number))).toEqual(rows.map((_, index) => index + 1));
  expect(rows.length).toBeLessThanOrEqual(13);
  for (const [, , place, , demanded] of rows) {
    expect(existsSync(place!.replaceAll('`', ''))).toBe(true);
    expect(demanded).toMatch(/the compiler|the start|the same|`test\//);
  }
});

it('states the limits that the architecture test asserts', () => {
  const test = readFileSync('test/contract/architecture.test.ts', 'utf8');
  expect(test).toContain('length > 250');
  expect(test).toContain('linesOf(file) > 400');
  expect(test).toContain('toBeLessThanOrEqual(12)');
  for (const limit of ['at most 250 lines', 'at most 400', 'at\n  most 12 files']) expect(guide).toContain(limit);
});

it('scripts and benchmarks run modules that exist: no compiler reads their paths', () => {
  const files = ['bench', 'scripts'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.mjs') && !/node_modules|^dist|^out/.test(file))
      .map((file) => `${folder}/${file}`),
  );
  const named = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/dist\/(src\/[\w./-]+)\.js/g)].map(([, path]) => ({
      file,
      path: `${path}.ts`,
    })),
  );
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter(({ path }) => !existsSync(path))).toEqual([]);
});
