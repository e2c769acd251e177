// Asserts the rules of CONTRIBUTING.md on the source files.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ownership } from '../../src/access/policy.js';
import * as entities from '../../src/entities.js';
import { groupBy } from '../../src/shared/group-by.js';

const sources = readdirSync('src', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => relative('.', join(entry.parentPath, entry.name)))
  .map((file) => ({ file, text: readFileSync(file, 'utf8'), code: withoutComments(readFileSync(file, 'utf8')) }));

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '');
}

/** Returns the files outside `allowed` that contain `pattern`. */
function offenders(pattern: RegExp, allowed: RegExp): string[] {
  return sources.filter(({ file, code }) => !allowed.test(file) && pattern.test(code)).map(({ file }) => file);
}

const guide = readFileSync('CONTRIBUTING.md', 'utf8').split('## Folders and their ranks')[1]!.split('\n| ')[0]!;
/** The folders and the top-level files of src/, lowest rank first: each may import from those before it, and from itself. */
const RANKS = guide
  .split(/^\d\. /m)
  .slice(1)
  .flatMap((rank) => {
    const [first, ...others] = [...rank.matchAll(/`([\w./-]+)`/g)].map(([, name]) => name!);
    return first === 'features' ? others.map((name) => `features/${name}`) : [first!, ...others];
  });
/** The table of records imports the types of the entities, so that an entity without a row does not compile. */
const ALLOWED_UPWARD_IMPORTS = ['src/records/record.ts imports types of src/entities.ts'];

/** Returns the rank of `features/apiaries` for `src/features/apiaries/x.ts`, and of `app` for `src/app.ts`. */
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

describe('imports', () => {
  it('every folder and every top-level file of src/ has a rank', () => {
    expect(sources.filter(({ file }) => rankOf(file) < 0).map(({ file }) => file)).toEqual([]);
  });

  it('a folder imports only from folders of a lower rank', () => {
    const upwards = imports
      .filter(({ from, to }) => rankOf(to) > rankOf(from))
      .map(({ from, to, isType }) => `${from} imports ${isType ? 'types of ' : ''}${to}`);
    expect(upwards).toEqual(ALLOWED_UPWARD_IMPORTS);
  });

  it('the engine is entered by its interface: all else of it could be deleted', () => {
    const entries = /^src\/engine\/(engine|plain|create-engine)\.ts$/;
    const inside = imports.filter(
      ({ from, to }) => to.startsWith('src/engine/') && !from.startsWith('src/engine/') && !entries.test(to),
    );
    expect(inside).toEqual([]);
  });

  it('there are no import cycles', () => {
    const targets = groupBy(
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

  it('only what answers requests imports rest/', () => {
    const importers = imports.filter(
      ({ from, to }) => to.startsWith('src/rest/') && !/^src\/(rest|documents|site|http)\//.test(from),
    );
    expect(importers).toEqual([]);
  });

  it('rest/ imports no feature, no entity and no ORM', () => {
    expect(
      offenders(/from '[^']*(mikro-orm|\/features\/|\/entities|\/database\/|\/access\/)/, /^src\/(?!rest\/)/),
    ).toEqual([]);
  });

  it('features import no HTTP library', () => {
    expect(offenders(/from '(express|node:http|@apollo)/, /^src\/(?!features\/)/)).toEqual([]);
  });

  it('no Map and no Set holds requests or responses, which would live until the next full garbage collection', () => {
    expect(offenders(/new (Weak)?(Map|Set)<[^>]*(IncomingMessage|ServerResponse|Request|Response)\b/, /^$/)).toEqual(
      [],
    );
  });

  it('a resolver never imports a resolver', () => {
    expect(imports.filter(({ from, to }) => [from, to].every((file) => file.endsWith('.resolver.ts')))).toEqual([]);
  });

  it('a resolver that names a column of its record is not passed the record', () => {
    const methods = sources.flatMap(({ code }) => code.split('@FieldResolver(').slice(1));
    const signatures = methods.map((method) => method.slice(0, method.indexOf('\n  }\n')));
    const naming = signatures.filter((text) => text.includes('@RootColumn('));
    expect(naming.length).toBeGreaterThan(15);
    expect(naming.filter((text) => text.includes('@Root(') || text.split('@RootColumn(').length > 2)).toEqual([]);
  });

  it.each(['admission', 'embedded-postgres'])('%s is a library: it imports nothing else of this project', (name) => {
    expect(
      imports.filter(({ from, to }) => rankOf(from) === RANKS.indexOf(name) && rankOf(to) !== rankOf(from)),
    ).toEqual([]);
  });

  it('admission control is entered by its interface', () => {
    const inside = imports.filter(
      ({ from, to }) =>
        to.startsWith('src/admission/') && !from.startsWith('src/admission/') && to !== 'src/admission/admission.ts',
    );
    expect(inside).toEqual([]);
  });

  it('docs/architecture.md shows every folder', () => {
    const tree = readFileSync('docs/architecture.md', 'utf8').split('```')[1]!;
    const folders = readdirSync('src', { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const shown = [...tree.matchAll(/([\w-]+)\//g)].map(([, name]) => name!).filter((name) => name !== 'src');
    expect(shown.sort()).toEqual(folders.map(({ name }) => name).sort());
  });

  it('src/ has at most twelve top-level files', () => {
    expect(sources.filter(({ file }) => /^src\/[^/]+$/.test(file)).length).toBeLessThanOrEqual(12);
  });
});

describe('restricted calls', () => {
  it('only config.ts reads the environment, and the process that reads files, which gets one of its own', () => {
    expect(offenders(/process\.env/, /^src\/(config|formats\/read-child)\.ts$/)).toEqual([]);
  });

  it('only the unit of work, seeds and the migrator begin, flush or commit', () => {
    expect(
      offenders(
        /\.(flush|begin|commit|transactional)\(/,
        /^src\/(server|observability\/log|database\/(unit-of-work|provision|online-migration)|seeds\/.*)\.ts$/,
      ),
    ).toEqual([]);
  });

  it('only accounts, cli, seeds and database bypass the ownership filter', () => {
    const bypass =
      /filters: false|createQueryBuilder|getKysely|getConnection\(\)|getReference|nativeUpdate|nativeDelete|nativeInsert/;
    expect(offenders(bypass, /^src\/(features\/accounts|database|cli|seeds)\//)).toEqual([]);
  });

  it('Spanish words occur only in the vocabulary, the question bank, the mails, the messages, the texts of pages, the REST routes, migrations and seeds', () => {
    const spanish = /[ñ¿¡]|\b(colmena|apiario|pregunta|texto|cámara|reina)\b/i;
    expect(
      offenders(
        spanish,
        /^src\/(features\/(.*\.(mail|texts|enums)|beehives\/beehive\.entity|tasks\/plans\.rules|imports\/sheets\/.*)\.ts|site\/(example-operations|layout|.*-texts)\.ts|documents\/(lists\/.*|register\/(columns|layout|texts)|reports\/(report|movement)-texts)\.ts|rest\/routes\/|messages\/spanish|seeds\/|schema\/sql)/,
      ),
    ).toEqual([]);
  });
});

describe('source files', () => {
  it('have at most 250 lines, except data', () => {
    const long = sources.filter(({ text }) => text.split('\n').length > 250).map(({ file }) => file);
    expect(long.sort()).toEqual([
      'src/features/imports/sheets/field-names.ts',
      'src/features/products/bank.texts.ts',
      'src/features/questions/bank.texts.ts',
    ]);
  });

  it('contain no TODO', () => {
    expect(sources.filter(({ text }) => /\b(TODO|FIXME|XXX|HACK)\b/.test(text)).map(({ file }) => file)).toEqual([]);
  });
});

describe('files of features', () => {
  it('have a role that CONTRIBUTING.md names', () => {
    const roles = new Set(
      [...readFileSync('CONTRIBUTING.md', 'utf8').matchAll(/`xs?\.(\w+)\.ts`/g)].map(([, role]) => role),
    );
    expect(roles.size).toBeGreaterThan(10);
    const files = sources.filter(({ file }) => /^src\/features\/\w+\/[^/]+$/.test(file) && !file.endsWith('/index.ts'));
    expect(files.filter(({ file }) => !roles.has(/\.(\w+)\.ts$/.exec(file)?.[1])).map(({ file }) => file)).toEqual([]);
  });
});

describe('tests of features', () => {
  const files = readdirSync('test/features', { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );

  it('lie in the folders of src/features', () => {
    expect(files.filter((file) => !existsSync(join('src/features', dirname(file))) || dirname(file) === '.')).toEqual(
      [],
    );
  });

  it('have at most 400 lines', () => {
    const linesOf = (file: string): number => readFileSync(join('test/features', file), 'utf8').split('\n').length;
    expect(files.filter((file) => linesOf(file) > 400)).toEqual([]);
  });
});

describe('the policy table', () => {
  const names = Object.keys(entities).filter((name) => !['BaseEntity', 'OwnedEntity', 'TrackedEntity'].includes(name));

  it.each(names)('contains a policy for %s', (name) => {
    for (const isMember of [false, true])
      expect(ownership(name, { id: '00000000-0000-7000-8000-000000000000', isMember })).toBeDefined();
  });

  it('throws without a viewer and for an unknown entity', () => {
    expect(() => ownership('Apiary', { id: undefined as never, isMember: false })).toThrow('no viewer');
    expect(() => ownership('Teapot', { id: 'somebody', isMember: true })).toThrow('no access policy');
  });
});
