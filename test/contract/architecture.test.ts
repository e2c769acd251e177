// The rules of the house, read off the sources: a rule that nobody checks is a wish.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { owned } from '../../src/access/policy.js';
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

const FEATURES = '(accounts|apiaries|beehives|questions|inspections|inventory)';

describe('who may import whom', () => {
  it('the REST door knows no feature, no entity and no ORM: delete it and the rest compiles', () => {
    const rest = sources.filter(({ file }) => file.startsWith('src/rest/'));
    const known = new RegExp(`from '[^']*(${FEATURES}|/database|access|context|mikro-orm)`);
    expect(
      rest.filter(({ code }) => known.test(code.replace(/from '\.\/[^']*'/g, ''))).map(({ file }) => file),
    ).toEqual([]);
    expect(
      offenders(/from '[^']*\/rest\//, /^src\/(rest\/|http\/(express|pages\/rest-docs|graphql-fast-path))/),
    ).toEqual([]);
  });

  it('features know no HTTP', () => {
    const features = new RegExp(`^src/features/${FEATURES}/`);
    expect(
      offenders(/from '(express|node:http|@apollo)|\/http\//, new RegExp(`^(?!${features.source.slice(1)})`)),
    ).toEqual([]);
  });

  it('a resolver never imports a resolver', () => {
    expect(
      sources.filter(({ file, code }) => /\.resolver\.ts$/.test(file) && /from '[^']*\.resolver\.js'/.test(code)),
    ).toEqual([]);
  });

  it('persistence knows features by their entities alone', () => {
    const allowed = /^src\/(?!database\/)|^src\/database\/(unit-of-work\.ts|orm\.ts)/;
    expect(offenders(new RegExp(`from '\\.\\./(${FEATURES}|access|context)`), allowed)).toEqual([]);
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
        /^src\/(features\/(beehives\/(vocabulary|beehive\.entity)|questions\/(bank|answer-type)|accounts\/account-mails)|rest\/routes\/|seeds\/|database\/migrations\/)/,
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
    expect(owned(name, '00000000-0000-7000-8000-000000000000')).toBeDefined();
  });

  it('refuses to answer without a viewer, and for an entity that it does not know', () => {
    expect(() => owned('Apiary', undefined)).toThrow('no viewer');
    expect(() => owned('Teapot', 'somebody')).toThrow('no access policy');
  });
});
