// B17: openapi.json states the bounds that the service enforces. What it allows is not refused as invalid, except by the rules below,
// which JSON Schema cannot express and the document describes; what is just outside of a bound is refused, and the message names it.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Client, startTestApp, type TestApp } from '../support/client.js';
import * as fc from '../support/fast-check.js';
import { type Ids, outside, smallest, within } from '../support/generated-requests.js';
import { importsOf } from '../support/import-ids.js';
import { bodySchema, exampleBody, type Json, type Operation, openapi, operations } from '../support/openapi.js';
import { type Beekeeper, beekeeper, treat } from '../support/world.js';

/** How often each operation is tried. */
const RUNS = process.env.SLOW_TESTS === 'on' ? 40 : 12;

/** Rules that compare fields, or depend on records: the refusal, and the words of the description. */
const RULES: [refusal: RegExp, described: RegExp][] = [
  [/^after is not a cursor of this list$/, /Only what follows this cursor/],
  [/^(new_)?password must have at least 8 characters with/, /at least 8 characters with an upper-case letter/i],
  [/^confirm_password must equal the password$/, /it must equal the password/],
  [/^token is no longer valid$/, /The token from the mail: valid once/],
  [/^code is no longer valid$/, /The `code` that your `redirect_uri` got: valid once/],
  [/^currency must be given together with the unit cost$/, /given together with the unit cost/],
  [/^unit_cost must be given together with the currency$/, /given together with the currency/],
  [/^time_zone must be the name of a time zone/, /The time zone (of the account|in which it has its days)/],
  [/^min must not be above the maximum$/, /the minimum, not above the maximum/],
  [/^opciones must not contain an option twice$/, /different texts .*, case and accents ignored/],
  [/^order must not contain a question that does not belong to the apiary$/, /ids of questions of the apiary/],
  [/^(hive\.)?\w+ must not be combined with `[a-z_]+`$/, /as an enum, instead of|instead of `/],
  [/^hive must be omitted for a draft$/, /Must be omitted for a draft/],
  [/^answers\.\d+\.key is no open question of the import$/, /of one of its open questions/],
  [/^sheets\.\d+\.sheet is not a sheet of the file$/, /The number of the sheet/],
  [/^answers\.\d+\.value is no answer to the question$/, /One of its candidates, or what its kind says/],
  [/^occurred_at must not be in the future$/, /not in the future/],
  [/^fed_on must not be in the future$/, /The day, not in the future/],
  [
    /^kind (is required|must not be given together with a product)$/,
    /required without a product, and not to be given with one/,
  ],
  [/^amount\.\w+ must be at least one for each hive$/, /at least one for each/],
  [/^amount\.\w+ is more than a hive can get$/, /What all hives share/],
  [/^(grams|millilitres|density) is more than a hive can get$/, /What the hive got|Grams in one millilitre/],
  [/^millilitres must not be combined with `grams`$/, /instead of|What the hive got/],
  [/^hive_ids must not contain a hive twice$/, /The ids of the hives/],
  [/^(product_id|stock\.item_id) must be a feed$/, /The id of a feed|from which the feed is taken/],
  [/^start_date must not be in the future$/, /administered first, not in the future/],
  [/^placed_on must not be in the future$/, /not in the future/],
  [
    /^(from must not be more than \d+ days before the last day|to must not be before the first day)$/,
    /period has at most 10 years/,
  ],
  [/^day must be a day of \d+ or of the year before$/, /of the year or the one before/],
  [/^day must not be in the future$/, /not in the future/],
  [/^end_date must not be in the future$/, /COMPLETED requires an end that is not in the future/],
  [/^end_date must not be before the first day$/, /not before the first/],
  [/^item_id must be given together with the quantity$/, /given together with the quantity/],
  [/^stock_quantity must be given together with the item$/, /given together with the item/],
  [/^answers must not be empty$/, /at least one of them with a value|must have a value/],
  [/^(beehive|hive)_id is required: the questions belong to an apiary$/, /If omitted, the hive of the first override/],
  [/^An answer is to a question that this hive does not have$/, /The id of the question/],
  [/^“.+” (is answered twice|needs an answer)$/s, /at most one for each question|with a value|The id of the question/],
  [/^“.+” must be answered with (a single value|text|a number|one of its options|yes or no)$/, /For TEXT/],
  [/^“.+” must be (a number|at least|at most)/, /For NUMBER/],
  [/sheet is not a sheet of the file$/, /The index of the sheet/],
  [/column is not a column of the sheet$/, /The position of the column/],
  [/field is not a field of this kind of sheet$/, /one of `fields` of its sheet/],
  [/columns must not have a field twice$/, /one of `fields` of its sheet/],
  [/^from must not be more than 20000 days before the end$/, /at most 20,000 days after the beginning/],
  [/^before must be after the beginning$/, /The end, which is not part of it/],
  [/^quantity is required$/, /if the kind is CUSTOM: required then/],
  [/^unit must be one of [A-Z, ]+$/, /one of the kind/],
  [/^(quantity|custom_unit|unit) must not be combined with `kind: [A-Z_]+`$/, /if the kind is CUSTOM|one of the kind/],
  [/^apiary_question_id must be a question of the apiary of the hive$/, /a question of the apiary of the hive/],
];

let app: TestApp;
let ana: Beekeeper;
let other: Beekeeper;
let records: Record<string, string[]>;
beforeAll(async () => {
  app = await startTestApp();
  [ana, other] = [await beekeeper(app), await beekeeper(app)];
  await app.database.sql(`update users set role = 'ADMIN' where id = $1`, [ana.id]);
  const apiary = await ana.apiary();
  const [beehive, item] = [await ana.beehive(apiary), await ana.item(apiary, { quantity: 5 })];
  const {
    number: { question: number },
    text: { question: text },
    changing: { question: changing },
  } = await ana.ask(
    `mutation ($apiary: ID!) {
      changing: createQuestion(input: { apiaryId: $apiary, text: "Queen?" }) { question { id } }
      number: createQuestion(input: { apiaryId: $apiary, text: "Frames?", answerType: NUMBER }) { question { id } }
      text: createQuestion(input: { apiaryId: $apiary, text: "Mites?" }) { question { id } }
    }`,
    { apiary },
  );
  const draft = { beehive_id: beehive, answers: [], draft: true };
  const { body: inspection } = await ana.rest('POST', '/inspections', draft);
  const { treatment, followUp } = await treat(ana, beehive);
  records = {
    treatments: [treatment],
    followUps: [followUp],
    apiaries: [apiary],
    beehives: [beehive],
    inventory: [item],
    answered: [number.id, text.id],
    questions: [changing.id],
    inspections: [inspection.id],
    users: [ana.id],
    others: [other.id],
    imports: [(await importsOf(app.database, ana.id)).fileImport],
  };
});
afterAll(() => app.close());

/** Returns the records that a parameter of this name refers to. */
const idsOf =
  ({ path }: Operation): Ids =>
  (name) => {
    if (/apiar/i.test(name) && !/question/.test(name)) return records.apiaries!;
    if (/question|order/.test(name)) return records.answered!;
    if (/hive/i.test(name)) return records.beehives!;
    if (/inventory|item/.test(name)) return records.inventory!;
    if (/followup\/\{/.test(path)) return records.followUps!;
    if (/treatment/.test(name)) return records.treatments!;
    if (/^\/users\/\{id\}\//.test(path)) return records.others!;
    return records[path.split('/')[1]!] ?? [ana.id];
  };

/** The text of a description, with the schemas to which it refers. */
function withSchemas(described: Json): string {
  const text = JSON.stringify(described);
  const names = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name!);
  return [
    text,
    ...names.filter((name) => name.endsWith('Input')).map((name) => withSchemas(openapi.components.schemas[name])),
  ].join();
}

interface Parts {
  path: Record<string, Json>;
  query: Record<string, Json>;
  body?: Json;
  headers?: Record<string, string>;
}
function send({ method, path, described }: Operation, { path: inPath, query, body, headers }: Parts) {
  const client: Client = described.security ? app.anyone : ana;
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(inPath[name]));
  const search = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one) => `${name}=${encodeURIComponent(one)}`),
  );
  return client.rest(method.toUpperCase(), [filled, search.join('&')].filter(Boolean).join('?'), body, headers);
}

const parametersOf = ({ described }: Operation, location: string): Json[] =>
  (described.parameters ?? []).filter((one: Json) => one.in === location);
const bodyOf = bodySchema;

/** What is the id of nobody finds nothing. */
const isAnyId = (bound: string, { items }: Json): boolean => bound.startsWith('items') && items?.format === 'uuid';

/** The query parameters of an operation as the schema of an object. */
const querySchema = (operation: Operation): Json => {
  const all = parametersOf(operation, 'query');
  return {
    type: 'object',
    properties: Object.fromEntries(all.map(({ name, schema }) => [name, schema])),
    required: all.filter(({ required }) => required).map(({ name }) => name),
  };
};
const pathOf = (operation: Operation): Record<string, string> =>
  Object.fromEntries(parametersOf(operation, 'path').map(({ name }) => [name, idsOf(operation)(name)[0]!]));

// What is wrong with one of many readings does not refuse the others (features/measurements).
const withInput = operations.filter(
  (operation) =>
    operation.described.operationId !== 'recordReadings' &&
    (bodyOf(operation) !== undefined || parametersOf(operation, 'query').length > 0),
);

it('every operation with a body or query parameters is among them', () => {
  expect(withInput.length).toBeGreaterThanOrEqual(30);
});

describe.each(withInput.map((one) => [`${one.method} ${one.path}`, one] as const))('%s', (_name, operation) => {
  const document = [operation.described, bodyOf(operation) ?? {}].map(withSchemas).join();
  const isRule = (message: string): boolean =>
    RULES.some(([refusal, described]) => refusal.test(message) && described.test(document));

  it('does not refuse what the document allows', async () => {
    const ids: Ids = (name) => idsOf(operation)(name);
    // The ids are known only now.
    const requests = fc.record({
      query: within('', querySchema(operation), ids),
      body: bodyOf(operation) ? within('', bodyOf(operation), ids) : fc.constant(undefined),
    });
    await fc.assert(
      fc.asyncProperty(requests, async (parts) => {
        const { status, body } = await send(operation, { path: pathOf(operation), ...parts });
        const refusals = status === 400 ? body.message.split('; ') : [];
        expect(refusals.filter((message: string) => !isRule(message))).toEqual([]);
        expect(status).toBeLessThan(500);
      }),
      { numRuns: RUNS },
    );
  });

  it('refuses what is just outside of a bound, and names the field', async () => {
    const ids = idsOf(operation);
    const [query, body] = [querySchema(operation), bodyOf(operation)];
    const base = {
      path: pathOf(operation),
      query: smallest('', query, ids),
      body: body && { ...smallest('', body, ids), ...context(operation) },
    };
    const accepted: string[] = [];
    const check = async (name: string, bound: string, parts: Parts): Promise<void> => {
      const { status, body: answer } = await send(operation, parts);
      // An answer is named by its question.
      if (status !== 400 || ![name, '“Frames?”'].some((named) => answer.message.includes(named)))
        accepted.push(`${name} ${bound}: ${status} ${JSON.stringify(answer)?.slice(0, 200)}`);
    };
    // Every query parameter is text, and none is null.
    // Five hundred ids exceed the limit of the headers.
    for (const [name, schema] of Object.entries<Json>(query.properties))
      for (const [bound, value] of outside(name, schema, ids))
        if (bound !== 'null' && bound !== 'type' && bound !== 'maxItems' && !isAnyId(bound, schema))
          await check(name, bound, { ...base, query: { ...base.query, [name]: value } });
    for (const [name, schema] of Object.entries<Json>(body?.properties ?? {}))
      for (const [bound, value] of outside(name, schema, ids))
        await check(name, bound, { ...base, body: { ...base.body, [name]: value } });
    expect(accepted).toEqual([]);
  });
});

/** The rest of a request in which a bound applies: the example's required values, a hive of answers, a question that has options. */
function context(operation: Operation): Json {
  const { properties, required } = bodyOf(operation);
  const example = exampleBody(operation);
  const plain = required.filter(
    (name: string) => typeof example[name] !== 'object' && properties[name].format !== 'uuid',
  );
  return {
    ...Object.fromEntries(plain.map((name: string) => [name, example[name]])),
    ...('answer' in properties || 'answers' in properties ? { beehive_id: idsOf(operation)('beehive_id')[0] } : {}),
    ...('tipoRespuesta' in properties ? { tipoRespuesta: 'opciones' } : {}),
  };
}
