// An Idempotency-Key over GraphQL.
import { createHash, randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { Client } from '../support/client.js';
import { ana, apiary, app, countOf, graphql, keyed, wasReplayed } from './idempotency.fixture.js';

describe('an Idempotency-Key over GraphQL', () => {
  const create =
    'mutation ($name: String!) { createApiary(input: { name: $name }) { apiary { id name beehivesCount } } }';

  it('runs a repeated operation once and returns the stored response', async () => {
    const key = randomUUID();
    const first = await graphql(ana, create, key, { name: 'Twice' });
    const before = await countOf('apiaries');
    const second = await graphql(ana, create, key, { name: 'Twice' });
    expect(second.data).toEqual(first.data);
    expect([first.status, second.status, wasReplayed(first), wasReplayed(second)]).toEqual([200, 200, false, true]);
    expect(await countOf('apiaries')).toBe(before);
  });

  it('is refused with other variables', async () => {
    const key = randomUUID();
    await graphql(ana, create, key, { name: 'One' });
    const { errors } = await graphql(ana, create, key, { name: 'Two' });
    expect(errors).toMatchObject([{ extensions: { code: 'CONFLICT', reason: 'IDEMPOTENCY_KEY_REUSED' } }]);
  });

  it('commits several mutations together or not at all', async () => {
    const key = randomUUID();
    const both = `mutation ($second: String!) {
      first: createApiary(input: { name: "First" }) { apiary { id } }
      second: createApiary(input: { name: $second }) { apiary { id } }
    }`;
    const before = await countOf('apiaries');
    const failed = await graphql(ana, both, key, { second: '' });
    expect(failed).toMatchObject({
      status: 200,
      data: null,
      errors: [{ path: ['second'], extensions: { code: 'BAD_USER_INPUT' } }],
    });
    expect(await countOf('apiaries')).toBe(before);
    const done = await graphql(ana, both, key, { second: 'Second' });
    expect(done.errors).toBeUndefined();
    expect(await countOf('apiaries')).toBe(before + 2);
    expect((await graphql(ana, both, key, { second: 'Second' })).data).toEqual(done.data);
  });

  it('runs one of ten concurrent requests', async () => {
    const item = await ana.item(apiary, { quantity: 50 });
    const key = randomUUID();
    const adjust = `mutation { adjustStock(input: { id: "${item}", amount: -5 }) { inventoryItem { quantity } } }`;
    const answers = await Promise.all(Array.from({ length: 10 }, () => graphql(ana, adjust, key)));
    expect(answers.map(({ data }) => data.adjustStock.inventoryItem.quantity)).toEqual(Array(10).fill(45));
  });

  it('applies through fragments, and is refused beside a mutation that ignores it', async () => {
    const key = randomUUID();
    const through =
      'mutation ($name: String!) { ...create } fragment create on Mutation { ... on Mutation { createApiary(input: { name: $name }) { apiary { id } } } }';
    const first = await graphql(ana, through, key, { name: 'One' });
    expect((await graphql(ana, through, key, { name: 'One' })).data).toEqual(first.data);
    const mixed = `mutation { createApiary(input: { name: "A" }) { apiary { id } } requestPasswordReset(input: { email: "a@example.org" }) { success } }`;
    expect(await graphql(ana, mixed, randomUUID())).toMatchObject({
      status: 400,
      errors: [{ extensions: { fields: [{ field: 'Idempotency-Key' }] } }],
    });
  });

  it('belongs to the root fields and their arguments, not to the text: an updated app can send its queue', async () => {
    const key = randomUUID();
    const first = await graphql(ana, create, key, { name: 'Queued' });
    const before = await countOf('apiaries');
    const updated = [
      'mutation ($name: String!) { createApiary(input: { name: $name }) { apiary { id name beehivesCount viewerRole } } }',
      'mutation Create($input: CreateApiaryInput!) { createApiary(input: $input) { apiary { id } } }',
      'mutation { made: createApiary(input: { name: "Queued" }) { apiary { __typename } } }',
      'mutation ($name: String!) { ...all } fragment all on Mutation { createApiary(input: { name: $name }) { apiary { id } } }',
      'mutation ($name: String! = "Queued") { __typename createApiary(input: { name: $name }) { apiary { id } } }',
      'mutation ($name: String!) { ...id createApiary(input: { name: $name }) { apiary { name } } } fragment id on Mutation { createApiary(input: { name: $name }) { apiary { id } } }',
      'mutation ($name: String!) { createApiary(input: { name: $name }) @include(if: true) { apiary { id } } deleteApiary(input: { id: "x" }) @skip(if: true) { deletedId } }',
    ];
    for (const text of updated) {
      const again = await graphql(ana, text, key, { name: 'Queued', input: { name: 'Queued' } });
      // As it was stored, so without the new field.
      expect([again.data, wasReplayed(again)]).toEqual([first.data, true]);
    }
    expect(await countOf('apiaries')).toBe(before);
  });

  it('is refused for other arguments, other fields and another order of fields', async () => {
    const [a, b] = ['A', 'B'].map((name) => `createApiary(input: { name: "${name}" }) { apiary { id } }`);
    const key = randomUUID();
    await graphql(ana, `mutation { a: ${a} b: ${b} }`, key);
    const others = [
      `mutation { b: ${b} a: ${a} }`,
      `mutation { a: ${a} }`,
      `mutation { a: ${a} b: createApiary(input: { name: "B", location: null }) { apiary { id } } }`,
      `mutation { a: ${a} b: updateApiary(input: { id: "${apiary}", name: "B" }) { apiary { id } } }`,
    ];
    for (const other of others)
      expect((await graphql(ana, other, key)).errors).toMatchObject([
        { extensions: { code: 'CONFLICT', reason: 'IDEMPOTENCY_KEY_REUSED' } },
      ]);
  });

  it('belongs to what is executed: not to what a directive leaves out, and to a field as often as it is executed', async () => {
    const create = 'createApiary(input: { name: "A" }) { apiary { id } }';
    const skipped = (within: string, beside: string) =>
      `mutation { ... @skip(if: true) { deleteApiary(input: { id: "${apiary}" }) { deletedId } ${within} } ${beside} }`;
    const pairs = [
      [skipped('', create), skipped(create, 'updateApiary(input: { id: "x" }) { apiary { id } }')],
      [skipped('', create), skipped(create, '__typename')],
      [`mutation { ${create} ${create} }`, `mutation { a: ${create} b: ${create} }`],
    ];
    for (const [first, second] of pairs) {
      const key = randomUUID();
      expect((await graphql(ana, first!, key)).data.createApiary.apiary.id).toEqual(expect.any(String));
      expect((await graphql(ana, second!, key)).errors).toMatchObject([
        { extensions: { code: 'CONFLICT', reason: 'IDEMPOTENCY_KEY_REUSED' } },
      ]);
    }
  });

  it('distinguishes persisted queries, which are sent by their hash only', async () => {
    const sent = async (query: string, withText: boolean, key: string) => {
      const sha256Hash = createHash('sha256').update(query).digest('hex');
      const body = { extensions: { persistedQuery: { version: 1, sha256Hash } }, ...(withText && { query }) };
      const headers = {
        'content-type': 'application/json',
        authorization: `Bearer ${ana.token}`,
        'idempotency-key': key,
      };
      const response = await fetch(`${app.url}/graphql`, { method: 'POST', headers, body: JSON.stringify(body) });
      return (await response.json()) as { data?: object; errors?: object[] };
    };
    const [a, b] = ['A', 'B'].map(
      (name) => `mutation { createApiary(input: { name: "${name}" }) { apiary { id name } } }`,
    ) as [string, string];
    for (const query of [a, b]) expect((await sent(query, true, randomUUID())).errors).toBeUndefined();
    const key = randomUUID();
    const first = await sent(a, false, key);
    expect(await sent(a, true, key)).toEqual(first);
    expect((await sent(b, false, key)).errors).toMatchObject([{ extensions: { reason: 'IDEMPOTENCY_KEY_REUSED' } }]);
  });

  it('refuses a response that is too large to be stored, without any change', async () => {
    const place = await ana.apiary({ name: 'Large' });
    const hives = Array.from({ length: 40 }, (_, number) =>
      ana.beehive(place, { beehiveNumber: number, observations: 'x'.repeat(4000) }),
    );
    await Promise.all(hives);
    const aliases = ['a', 'b'].map((alias) => `${alias}: beehives { nodes { observations } }`).join(' ');
    const update = `mutation { updateApiary(input: { id: "${place}", name: "Larger" }) { apiary { ${aliases} } } }`;
    expect((await graphql(ana, update, randomUUID())).errors).toMatchObject([
      { extensions: { code: 'PAYLOAD_TOO_LARGE' } },
    ]);
    expect((await ana.rest('GET', `/apiaries/${place}`)).body.name).toBe('Large');
  });

  it('ignores what the operation does not declare, however deeply it is nested', async () => {
    const deep = `${'['.repeat(8000)}${']'.repeat(8000)}`;
    const response = await fetch(`${app.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${ana.token}`, ...keyed() },
      body: `{"query": ${JSON.stringify(create)}, "variables": {"name": "A", "junk": ${deep}}}`,
    });
    expect(await response.json()).toEqual({ data: expect.anything() });
    expect((await ana.rest('POST', '/apiaries', `{"name": "A", "junk": ${deep}}`, keyed())).status).toBe(201);
  });

  it('refuses invalid variables and invalid keys as input', async () => {
    const { status, errors } = await graphql(ana, create, randomUUID(), { name: 7 });
    expect(status).toBe(400);
    expect(errors).toMatchObject([{ message: 'name must be text', extensions: { code: 'BAD_USER_INPUT' } }]);
    const bad = await graphql(ana, create, 'a b', { name: 'A' });
    expect(bad).toMatchObject({ status: 400, errors: [{ extensions: { fields: [{ field: 'Idempotency-Key' }] } }] });
  });

  it('returns the usual error for an invalid token', async () => {
    const { status, errors } = await graphql(new Client(app.url, 'nonsense'), create, randomUUID(), { name: 'A' });
    expect(status).toBe(401);
    expect(errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
  });
});
