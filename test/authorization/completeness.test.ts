// The authorization matrix has every root field of the schema, every nested field with arguments and every REST route, each once; and it
// notices what a request writes.
import { existsSync, readdirSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import type { GraphQLObjectType } from 'graphql';
import { app, bea, createRecords, missingIds, owner, storedRows } from './authorization.fixture.js';
import type { FeatureCases } from './case.js';
import { features } from './cases/index.js';
import { routes } from './routes.js';

const namesOf = (part: (feature: FeatureCases) => object): string[] =>
  features.flatMap((feature) => Object.keys(part(feature))).sort();

it('has a line for every root field, every nested field with arguments and every route, and no other', () => {
  const { schema } = app.app;
  const roots = [schema.getQueryType()!, schema.getMutationType()!, schema.getSubscriptionType()!];
  const all = roots.flatMap((type) => Object.keys(type.getFields()).map((name) => `${type.name}.${name}`));
  expect(namesOf(({ fields }) => fields)).toEqual(all.sort());
  const types = Object.values(schema.getTypeMap()).filter(
    (type) => 'getInterfaces' in type && !('resolveType' in type) && !roots.some(({ name }) => name === type.name),
  );
  const nested = types.flatMap((type) =>
    Object.values((type as GraphQLObjectType).getFields())
      .filter(({ args }) => args.length > 0 && !type.name.startsWith('__'))
      .map((field) => `${type.name}.${field.name}`),
  );
  expect(namesOf(({ nested }) => nested)).toEqual(nested.sort());
  expect(namesOf(({ routes }) => routes)).toEqual(routes.map(({ method, path }) => `${method} ${path}`).sort());
});

it('each file of cases is run by a file of tests with its name', () => {
  const files = readdirSync('test/authorization/cases').filter((file) => file !== 'index.ts');
  const missing = files.filter((file) => !existsSync(`test/authorization/${file.replace('.ts', '.test.ts')}`));
  expect(missing.map((file) => `test/authorization/${file.replace('.ts', '.test.ts')} is missing`)).toEqual([]);
});

it('a row that is created, changed or deleted is noticed', async () => {
  const seen = [await storedRows()];
  const id = await owner.apiary();
  seen.push(await storedRows());
  await owner.ask(`mutation { updateApiary(input: { id: "${id}", name: "Seen" }) { apiary { id } } }`);
  seen.push(await storedRows());
  await app.database.sql('delete from changes where row_id = $1', [id]);
  seen.push(await storedRows());
  expect(new Set(seen.map((rows) => JSON.stringify(rows))).size).toBe(seen.length);
});

it('a hive cannot be moved into an apiary of another account, over either API', async () => {
  const own = await createRecords();
  const foreign = await bea.apiary();
  const move = (to: string): string =>
    `mutation { updateBeehive(input: { id: "${own.beehive}", apiaryId: "${to}" }) { beehive { id } } }`;
  expect((await owner.graphql(move(foreign))).errors).toEqual((await owner.graphql(move(missingIds.apiary))).errors);
  const put = (to: string) => owner.rest('PUT', `/beehives/${own.beehive}`, { apiary_id: to });
  expect((await put(foreign)).body).toEqual((await put(missingIds.apiary)).body);
  expect((await put(foreign)).status).toBe(404);
  expect((await owner.rest('GET', `/beehives/${own.beehive}`)).body.apiary_id).toBe(own.apiary);
});
