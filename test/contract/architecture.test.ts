// The rules of the house, read off the sources: a rule that nobody checks is a wish.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ownership } from '../../src/access/policy.js';
import * as entities from '../../src/entities.js';

const sources = readdirSync('src', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => relative('.', join(entry.parentPath, entry.name)))
  .map((file) => ({ file, text: readFileSync(file, 'utf8'), code: withoutComments(readFileSync(file, 'utf8')) }));

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '');
}

/** The files outside `allowed` in which `pattern` stands. */
function offenders(pattern: RegExp, allowed: RegExp): string[] {
  return sources.filter(({ file, code }) => !allowed.test(file) && pattern.test(code)).map(({ file }) => file);
}

/** Folders and the files at the top of src/, lowest first: each may import from those before it, and from itself. */
const RANKS = [
  'shared',
  'errors',
  'embedded-postgres',
  'development-secret',
  'config',
  'observability',
  'base.entity',
  'database',
  'mail',
  'access',
  'rate-limits',
  'maintenance',
  'context',
  'idempotency',
  'graphql',
  'features/accounts',
  'features/apiaries',
  'features/beehives',
  'features/questions',
  'features/inspections',
  'features/inventory',
  'entities',
  'model',
  'schema',
  'rest',
  'seeds',
  'http',
  'app',
  'cli',
  'cluster',
  'server',
  'main',
];
/** An entity without a policy must not compile, so the table of policies knows the types of the entities. */
const UPWARDS = ['src/access/policy.ts imports types of src/entities.ts'];

/** `src/features/apiaries/x.ts` is of features/apiaries, `src/app.ts` of app. */
function rankOf(file: string): number {
  const [first, second] = file.replace(/^src\//, '').split('/') as [string, string?];
  return RANKS.indexOf(first === 'features' ? `${first}/${second}` : first.replace(/\.ts$/, ''));
}

interface Import {
  from: string;
  to: string;
  isType: boolean;
}
const imports: Import[] = sources.flatMap(({ file, code }) =>
  [...code.matchAll(/(?:import|export)(?<type> type)?[^;]*? from '(?<path>\.[^']+)'/g)].map(({ groups }) => ({
    from: file,
    to: join(dirname(file), groups!.path!).replace(/\.js$/, '.ts'),
    isType: groups!.type !== undefined,
  })),
);

describe('who may import whom', () => {
  it('every folder and every file at the top of src/ has a rank', () => {
    expect(sources.filter(({ file }) => rankOf(file) < 0).map(({ file }) => file)).toEqual([]);
  });

  it('a folder imports only from folders of a lower rank', () => {
    const upwards = imports
      .filter(({ from, to }) => rankOf(to) > rankOf(from))
      .map(({ from, to, isType }) => `${from} imports ${isType ? 'types of ' : ''}${to}`);
    expect(upwards).toEqual(UPWARDS);
  });

  it('no file imports itself by way of others', () => {
    const targets = Map.groupBy(
      imports.filter(({ isType }) => !isType),
      ({ from }) => from,
    );
    const done = new Set<string>();
    const cycles: string[] = [];
    const visit = (file: string, path: string[]): void => {
      if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' > '));
      if (path.includes(file) || done.has(file)) return;
      for (const { to } of targets.get(file) ?? []) visit(to, [...path, file]);
      done.add(file);
    };
    for (const { file } of sources) visit(file, []);
    expect(cycles).toEqual([]);
  });

  it('only http/ knows rest/: delete it and the rest compiles', () => {
    const users = imports.filter(({ from, to }) => to.startsWith('src/rest/') && !/^src\/(rest|http)\//.test(from));
    expect(users).toEqual([]);
  });

  it('REST knows no feature, no entity and no ORM', () => {
    expect(
      offenders(/from '[^']*(mikro-orm|\/features\/|\/entities|\/database\/|\/access\/)/, /^src\/(?!rest\/)/),
    ).toEqual([]);
  });

  it('features know no HTTP', () => {
    expect(offenders(/from '(express|node:http|@apollo)/, /^src\/(?!features\/)/)).toEqual([]);
  });

  it('a resolver never imports a resolver', () => {
    expect(imports.filter(({ from, to }) => [from, to].every((file) => file.endsWith('.resolver.ts')))).toEqual([]);
  });

  it('embedded-postgres is a library: it knows nothing of this project', () => {
    expect(
      imports.filter(
        ({ from, to }) => rankOf(from) === RANKS.indexOf('embedded-postgres') && rankOf(to) !== rankOf(from),
      ),
    ).toEqual([]);
  });

  it('src/ has at most twelve files at its top', () => {
    expect(sources.filter(({ file }) => /^src\/[^/]+$/.test(file)).length).toBeLessThanOrEqual(12);
  });
});

describe('who may do what', () => {
  it('only config.ts reads the environment', () => {
    expect(offenders(/process\.env/, /^src\/config\.ts$/)).toEqual([]);
  });

  it('only the unit of work, seeds and the migrator begin, flush or commit', () => {
    expect(
      offenders(
        /\.(flush|begin|commit|transactional)\(/,
        /^src\/(observability\/log|database\/(unit-of-work|provision)|seeds\/.*)\.ts$/,
      ),
    ).toEqual([]);
  });

  it('what the always-on filter does not reach is used by accounts, seeds and persistence alone', () => {
    const past =
      /filters: false|createQueryBuilder|getKysely|getConnection\(\)|getReference|nativeUpdate|nativeDelete|nativeInsert/;
    expect(offenders(past, /^src\/(features\/accounts|database|cli|seeds)\//)).toEqual([]);
  });

  it('Spanish words stand in the vocabulary, the question bank, the REST rows and the demo data only', () => {
    const spanish = /[ñ¿¡]|\b(colmena|apiario|pregunta|texto|cámara|reina)\b/i;
    expect(
      offenders(
        spanish,
        /^src\/(features\/(beehives\/(vocabulary|beehive\.entity)|questions\/(bank|answer-type|form-type)|accounts\/account-mails)|rest\/routes\/|seeds\/|database\/migrations\/)/,
      ),
    ).toEqual([]);
  });
});

describe('the shape of the house', () => {
  it('no file is longer than 250 lines, data aside', () => {
    const long = sources.filter(({ text }) => text.split('\n').length > 250).map(({ file }) => file);
    expect(long).toEqual(['src/features/questions/bank.ts']);
  });

  it('nothing is left for later', () => {
    expect(sources.filter(({ text }) => /\b(TODO|FIXME|XXX|HACK)\b/.test(text)).map(({ file }) => file)).toEqual([]);
  });
});

describe('the ownership table', () => {
  const names = Object.keys(entities).filter((name) => name !== 'BaseEntity');

  it.each(names)('says who may see a %s', (name) => {
    expect(ownership(name, '00000000-0000-7000-8000-000000000000')).toBeDefined();
  });

  it('refuses to answer without a viewer, and for an entity that it does not know', () => {
    expect(() => ownership('Apiary', undefined)).toThrow('no viewer');
    expect(() => ownership('Teapot', 'somebody')).toThrow('no access policy');
  });
});
