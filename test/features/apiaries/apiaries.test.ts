// Apiaries over both APIs: created, changed and deleted, and the number of their hives.
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { expectBadInput, expectGraphqlRefused, expectRefused } from '../../support/refusals.js';
import { beekeeper } from '../../support/world.js';
import { type Apiary, ana, app, bea, change, create, full, list, read } from './apiaries.fixture.js';

/** `Wed, 18 Mar 2026 04:47:59 GMT` */
const RFC_1123 =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d GMT$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe('the calls of the mobile app', () => {
  it('creates an apiary from all five keys: 201 with the whole apiary', async () => {
    const { status, body } = await create({
      user_id: ana.id,
      name: 'El Roble',
      location: null,
      treatments: true,
      beehives_count: 0,
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      time_zone: 'UTC',
      id: expect.stringMatching(UUID),
      user_id: ana.id,
      owner_id: ana.id,
      name: 'El Roble',
      location: null,
      beehives_count: 0,
      treatments: true,
      created_at: expect.stringMatching(RFC_1123),
    });
    expect(await read(body.id)).toEqual(body);
  });

  it('creates an apiary without treatments if the key is omitted, as by the later app', async () => {
    expect((await create()).body.treatments).toBe(false);
    expect((await create({ treatments: null })).body.treatments).toBe(false);
  });

  it('lists apiaries as a bare array, the oldest first, each as it is returned alone', async () => {
    const luz = await beekeeper(app);
    expect(await list(luz)).toEqual([]);
    const ids: string[] = [];
    for (const name of ['Zeta', 'Alfa', 'Mu']) ids.push((await create({ name }, luz)).body.id);
    const { status, body } = await luz.rest<Apiary[]>('GET', '/apiaries');
    expect(status).toBe(200);
    expect(body.map(({ name }) => name)).toEqual(['Zeta', 'Alfa', 'Mu']);
    expect(body).toEqual(await Promise.all(ids.map((id) => read(id, luz))));
  });

  it('user_id equals the user_id of the registration, otherwise the app hides the apiary', async () => {
    await create();
    expect(new Set((await list()).map(({ user_id }) => user_id))).toEqual(new Set([ana.id]));
  });

  it('created_at is RFC 1123 in every response, because ISO 8601 empties the list in the app', async () => {
    const { body } = await create();
    const answers = [body, await read(body.id), (await change(body.id, { name: 'B' })).body, ...(await list())];
    for (const { created_at } of answers) expect(created_at).toMatch(RFC_1123);
    const { apiary } = await ana.ask('query ($id: ID!) { apiary(id: $id) { createdAt } }', { id: body.id });
    expect(new Date(apiary.createdAt).toUTCString()).toBe(body.created_at);
  });

  it('updates an apiary: 200 with the whole apiary', async () => {
    const before = await full();
    const { status, body } = await change(before.id, { user_id: ana.id, name: 'La Ceiba', beehives_count: 0 });
    expect([status, body]).toEqual([200, { ...before, name: 'La Ceiba' }]);
    expect(await read(before.id)).toEqual(body);
  });

  it('deletes an apiary, with a request body: 204 without a body', async () => {
    const { body } = await create();
    expect(await ana.rest('DELETE', `/apiaries/${body.id}`, { user_id: ana.id })).toMatchObject({
      status: 204,
      body: undefined,
    });
    expectRefused(await ana.rest('GET', `/apiaries/${body.id}`), { status: 404, code: 'NOT_FOUND' });
    expect((await list()).map(({ id }) => id)).not.toContain(body.id);
  });

  it('accepts an empty JSON body on GET and DELETE', async () => {
    const { body } = await create();
    expect((await ana.rest('GET', `/apiaries/${body.id}`)).status).toBe(200);
    expect((await ana.rest('DELETE', `/apiaries/${body.id}`)).status).toBe(204);
  });

  it('serves a path with a trailing slash without a redirect', async () => {
    const { status, body } = await ana.rest<Apiary>('POST', '/apiaries/', { name: 'Slash' });
    expect(status).toBe(201);
    expect((await ana.rest('GET', '/apiaries/')).body).toEqual(await list());
    expect((await ana.rest('GET', `/apiaries/${body.id}/`)).body).toEqual(body);
    expect((await ana.rest('PUT', `/apiaries/${body.id}/`, { name: 'Slashed' })).status).toBe(200);
    expect((await ana.rest('DELETE', `/apiaries/${body.id}/`)).status).toBe(204);
  });
});

describe('a partial update', () => {
  it('leaves omitted fields unchanged', async () => {
    const before = await full();
    expect(await change(before.id, {})).toMatchObject({ status: 200, body: before });
    expect((await change(before.id, { treatments: false })).body).toEqual({ ...before, treatments: false });
    expect((await ana.rest('PUT', `/apiaries/${before.id}`)).body).toEqual({ ...before, treatments: false });
  });

  it('clears the location by null', async () => {
    const before = await full();
    expect((await change(before.id, { location: null })).body).toEqual({ ...before, location: null });
  });

  it.each(['name', 'treatments'])('refuses null for %s', async (field) => {
    const before = await full();
    expectBadInput(await change(before.id, { location: 'elsewhere', [field]: null }), field);
    expect(await read(before.id)).toEqual(before);
  });

  it('has the same semantics over GraphQL', async () => {
    const before = await full();
    const update = (input: object) =>
      ana.graphql('mutation ($input: UpdateApiaryInput!) { updateApiary(input: $input) { apiary { id } } }', {
        input: { id: before.id, ...input },
      });
    await update({ name: 'La Ceiba' });
    expect(await read(before.id)).toEqual({ ...before, name: 'La Ceiba' });
    await update({ location: null });
    expect(await read(before.id)).toEqual({ ...before, name: 'La Ceiba', location: null });
    for (const field of ['name', 'treatments']) {
      expectGraphqlRefused(await update({ [field]: null }), { code: 'BAD_USER_INPUT', field });
    }
  });

  it('keeps concurrent changes of different fields', async () => {
    const { id } = await full();
    await Promise.all([
      change(id, { name: 'Both' }),
      change(id, { location: 'Here' }),
      change(id, { treatments: false }),
    ]);
    expect(await read(id)).toMatchObject({ name: 'Both', location: 'Here', treatments: false });
  });
});

describe('fields that a body cannot set', () => {
  it('ignores the id and the owner', async () => {
    const id = randomUUID();
    const { status, body } = await create({ id, user_id: bea.id, userId: bea.id, ownerId: bea.id });
    expect([status, body.user_id]).toEqual([201, ana.id]);
    expect(body.id).not.toBe(id);
    const other = await full();
    expect(await change(body.id, { id: other.id, user_id: bea.id, name: 'Changed' })).toMatchObject({
      status: 200,
      body: { id: body.id, user_id: ana.id, name: 'Changed' },
    });
    expect(await read(other.id)).toEqual(other);
    expect((await list(bea)).map((apiary) => apiary.id)).not.toContain(body.id);
  });

  it('ignores a stale or invalid number of hives', async () => {
    const { body } = await create({ beehives_count: 99 });
    expect(body.beehives_count).toBe(0);
    await ana.beehive(body.id);
    for (const count of [
      { beehives_count: 0 },
      { beehivesCount: 7 },
      { beehives_count: 'many' },
      { beehives_count: null },
    ]) {
      expect((await change(body.id, count)).body.beehives_count).toBe(1);
    }
  });

  it('ignores unknown keys', async () => {
    const { status, body } = await create({ colour: 'yellow', nested: { name: 'no' }, created_at: 'yesterday' });
    expect([status, body.name]).toEqual([201, 'El Roble']);
    expect(new Date(body.created_at).getFullYear()).toBeGreaterThan(2000);
  });
});

describe('the number of hives', () => {
  it('follows creations, moves and deletions, over both APIs and in lists', async () => {
    const [home, away] = [await ana.apiary(), await ana.apiary()];
    const counts = async (): Promise<number[]> => {
      const { a, b } = await ana.ask(
        'query ($home: ID!, $away: ID!) { a: apiary(id: $home) { beehivesCount } b: apiary(id: $away) { beehivesCount } }',
        { home, away },
      );
      const byRest = [(await read(home)).beehives_count, (await read(away)).beehives_count];
      const listed = await list();
      const inList = [home, away].map((id) => listed.find((apiary) => apiary.id === id)?.beehives_count);
      expect([byRest, inList]).toEqual([[a.beehivesCount, b.beehivesCount], byRest]);
      return byRest;
    };
    expect(await counts()).toEqual([0, 0]);
    const [one] = [await ana.beehive(home), await ana.beehive(home), await ana.beehive(away)];
    expect(await counts()).toEqual([2, 1]);
    await ana.rest('PUT', `/beehives/${one}`, { apiary_id: away });
    expect(await counts()).toEqual([1, 2]);
    await ana.rest('DELETE', `/beehives/${one}`);
    expect(await counts()).toEqual([1, 1]);
  });
});

describe('deleting an apiary', () => {
  it('deletes its hives and no other hives', async () => {
    const [deleted, kept] = [await ana.apiary(), await ana.apiary()];
    const hives = [await ana.beehive(deleted, { beehiveNumber: 1 }), await ana.beehive(deleted)];
    const other = await ana.beehive(kept, { beehiveNumber: 1 });
    expect((await ana.rest('DELETE', `/apiaries/${deleted}`)).status).toBe(204);
    for (const id of hives) expect((await ana.rest('GET', `/beehives/${id}`)).status).toBe(404);
    expect((await ana.rest('GET', `/beehives?apiary_id=${deleted}`)).status).toBe(404);
    expect((await ana.rest('GET', `/beehives/${other}`)).status).toBe(200);
    expect(await app.database.sql('select 1 from beehives where id = any($1)', [hives])).toEqual([]);
  });

  it('returns its id over GraphQL, also when it is repeated', async () => {
    const id = await ana.apiary();
    const DELETE = 'mutation ($id: ID!) { deleteApiary(input: { id: $id }) { deletedId } }';
    for (const _again of [1, 2]) expect(await ana.ask(DELETE, { id })).toEqual({ deleteApiary: { deletedId: id } });
    expectGraphqlRefused(await ana.graphql('query ($id: ID!) { apiary(id: $id) { id } }', { id }), {
      code: 'NOT_FOUND',
    });
  });

  it('leaves no hive without an apiary if hives are created in it concurrently', async () => {
    const id = await ana.apiary();
    const adding = Array.from({ length: 10 }, (_, i) =>
      ana.rest('POST', '/beehives', { apiary_id: id, hive_number: i }),
    );
    const [deletion, ...added] = await Promise.all([ana.rest('DELETE', `/apiaries/${id}`), ...adding]);
    expect(deletion.status).toBe(204);
    for (const { status } of added) expect([201, 404, 409]).toContain(status);
    expect(await app.database.sql('select 1 from beehives where apiary_id = $1', [id])).toEqual([]);
  });
});
