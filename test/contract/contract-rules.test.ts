// What `npm run lint` demands of a change that breaks the REST API, a setting, a metric or an archive of the last release.
import { pathToFileURL } from 'node:url';
import { expect, it } from '@jest/globals';

interface Contract {
  openapi: object;
  contract: string;
}
const { unannouncedLines }: { unannouncedLines(released: Contract, current: Contract, changelog: string): string[] } =
  await import(pathToFileURL('scripts/contract-rules.mjs').href);

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const hive = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    status: { type: ['string', 'null'], enum: ['ACTIVE', 'SOLD'] },
    note: { type: 'string' },
  },
  required: ['id', 'status'],
};
const input = {
  type: 'object',
  properties: { name: { type: 'string' }, note: { type: 'string' } },
  required: ['name'],
};
interface Parts {
  hive: object;
  input: object;
  parameters: object[];
  statuses: object;
  contract: string;
  operations?: object;
}
const RELEASED: Parts = {
  hive,
  input,
  parameters: [{ name: 'first', in: 'query', schema: { type: 'integer' } }],
  statuses: { 200: json({ type: 'array', items: ref('Hive') }), 404: { description: 'Not found.' } },
  contract: 'archive hives.id\nmetric beekeeping_jobs\nmetric beekeeping_jobs.state\nsetting PORT\n',
};
const contractOf = (changes: Partial<Parts> = {}): Contract => {
  const parts = { ...RELEASED, ...changes };
  const get = { parameters: parts.parameters, responses: parts.statuses };
  const post = { requestBody: { required: true, ...json(ref('CreateHive')) }, responses: { 201: json(ref('Hive')) } };
  const openapi = {
    paths: { '/hives': { get, post, ...parts.operations } },
    components: { schemas: { Hive: parts.hive, CreateHive: parts.input } },
  };
  return { openapi, contract: parts.contract };
};
const problems = (changes: Partial<Parts>, announced = ''): string[] =>
  unannouncedLines(contractOf(), contractOf(changes), `## Unreleased\n\n${announced}\n\n## 1.0.0\n\n\`Hive.status\`\n`);
const { id, status, note } = hive.properties;

it.each<[string, Partial<Parts>, string[]]>([
  ['nothing', {}, []],
  ['a property of a response is gone', { hive: { ...hive, properties: { id, status } } }, ['Hive.note']],
  [
    'it has another type',
    { hive: { ...hive, properties: { id, status, note: { type: ['string', 'null'] } } } },
    ['Hive.note'],
  ],
  ['it may be missing', { hive: { ...hive, required: ['id'] } }, ['Hive.status']],
  [
    'a value is gone',
    { hive: { ...hive, properties: { id, note, status: { type: 'string', enum: ['SOLD'] } } } },
    ['Hive.status'],
  ],
  [
    'a property of a request is gone',
    { input: { ...input, properties: { name: input.properties.name } } },
    ['CreateHive.note'],
  ],
  ['a request needs more', { input: { ...input, required: ['name', 'note'] } }, ['CreateHive']],
  ['an endpoint is gone', { operations: { get: undefined } }, ['GET /hives']],
  ['a parameter is gone', { parameters: [] }, ['GET /hives']],
  ['a parameter is needed', { parameters: [{ ...RELEASED.parameters[0], required: true }] }, ['GET /hives']],
  ['a success has another status', { statuses: { 206: json({ type: 'array', items: ref('Hive') }) } }, ['GET /hives']],
  ['a refusal is gone', { statuses: { 200: json({ type: 'array', items: ref('Hive') }) } }, []],
  ['a setting is gone', { contract: RELEASED.contract.replace('setting PORT\n', '') }, ['PORT']],
  [
    'a label is gone',
    { contract: RELEASED.contract.replace('metric beekeeping_jobs.state\n', '') },
    ['beekeeping_jobs.state'],
  ],
  ['a column is gone', { contract: RELEASED.contract.replace('archive hives.id\n', '') }, ['hives.id']],
  [
    'a request takes more, and a response has fewer types',
    {
      hive: { ...hive, properties: { id, status: { type: 'string', enum: ['ACTIVE', 'SOLD'] }, note } },
      input: { ...input, properties: { ...input.properties, note: { type: ['string', 'null'] } } },
    },
    [],
  ],
  [
    'there is more of everything',
    {
      hive: {
        ...hive,
        properties: { ...hive.properties, weight: { type: 'integer' } },
        required: ['id', 'status', 'weight'],
      },
      input: { ...input, properties: { ...input.properties, weight: { type: 'integer' } } },
      parameters: [...RELEASED.parameters, { name: 'after', in: 'query', schema: { type: 'string' } }],
      contract: `${RELEASED.contract}setting LOG_LEVEL\n`,
    },
    [],
  ],
])('%s', (_, changes, subjects) => {
  const found = problems(changes);
  const named = found.map((problem) => /^`(.+?)` is not named under Unreleased: (no longer|new): /.exec(problem)?.[1]);
  expect(named).toEqual(subjects);
  const announced = subjects.map((subject) => `\`${subject}\``).join(', ');
  expect(problems(changes, `- Changed: ${announced}`)).toEqual([]);
});

it('an object that is named stands for its properties', () => {
  expect(problems({ hive: { ...hive, properties: { id, status } } }, '- `Hive` is another one.')).toEqual([]);
});
