// One test for each assumption of the mobile app about responses that a server can easily violate.
import { describe, expect, it } from '@jest/globals';
import type { HiveForm } from '../support/mobile-app/forms.js';
import type { MobileClient } from '../support/mobile-app/mobile-client.js';
import { JulyApp, LaterApp, MarchApp } from '../support/mobile-app/versions.js';
import { app, createWorld, json } from './assumptions.fixture.js';
import { newMobileClient, PASSWORD } from './clients.js';

const statusOf = async (
  ...[client, ...request]: [MobileClient, ...Parameters<MobileClient['send']>]
): Promise<number> => (await client.send(...request)).status;

describe('the assumptions of the mobile app', () => {
  it('dates of apiaries are RFC 1123, those of hives ISO 8601', async () => {
    const { client, apiary, hive } = await createWorld(MarchApp);
    const [seen] = await json(client, '/apiaries');
    expect(seen!.created_at).toBe(apiary.created_at!.toUTCString());
    const [first] = await json(client, `/beehives/apiary/${apiary.id}`);
    expect([first!.created_at, first!.updated_at]).toEqual([
      hive.created_at!.toISOString(),
      hive.updated_at!.toISOString(),
    ]);
  });

  it('a JSON content type with an empty body is accepted by GET, DELETE and POST', async () => {
    const { client, apiary } = await createWorld(JulyApp);
    await client.loadDefaults(apiary);
    const [question] = await client.questions(apiary);
    await client.deleteQuestion(question!);
    await client.deleteItem(await client.createItem(apiary, { name: 'Cera', quantity: 1, unit: 'Láminas' }));
    expect([(await client.questions(apiary)).length, await client.items(apiary)]).toEqual([9, []]);
  });

  it('neither /inventory/ nor /apiaries is redirected', async () => {
    const { client, apiary } = await createWorld(MarchApp);
    const body = {
      apiary_id: apiary.id,
      name: 'Cera',
      quantity: 1,
      unit: 'Láminas',
      description: '',
      minimum_stock: 0,
    };
    for (const path of ['/inventory/', '/inventory']) expect(await statusOf(client, 'POST', path, body)).toBe(201);
    for (const path of ['/apiaries', '/apiaries/']) {
      expect(await statusOf(client, 'POST', path, { user_id: client.userId, name: 'La Loma' })).toBe(201);
      expect(await statusOf(client, 'GET', path)).toBe(200);
    }
  });

  it('DELETE of an apiary or a hive accepts a JSON body and returns 204', async () => {
    const { client, apiary, hive } = await createWorld(MarchApp);
    expect(await statusOf(client, 'DELETE', `/beehives/${hive.id}`, { apiary_id: apiary.id })).toBe(204);
    expect(await statusOf(client, 'DELETE', `/apiaries/${apiary.id}`, { user_id: client.userId })).toBe(204);
  });

  it('POST returns 201, PUT 200, DELETE 204', async () => {
    const { client, apiary, hive } = await createWorld(MarchApp);
    const item = await client.createItem(apiary, { name: 'Cera', quantity: 1, unit: 'Láminas' });
    const codes = [
      await statusOf(client, 'POST', '/apiaries', { name: 'La Loma' }),
      await statusOf(client, 'POST', '/beehives', { apiary_id: apiary.id }),
      await statusOf(client, 'POST', '/inventory/', {
        apiary_id: apiary.id,
        name: 'Miel',
        quantity: 1,
        unit: 'Litros',
      }),
      await statusOf(client, 'PUT', `/apiaries/${apiary.id}`, { name: 'La Ceiba' }),
      await statusOf(client, 'PUT', `/beehives/${hive.id}`, { apiary_id: apiary.id, food_frames: 1 }),
      await statusOf(client, 'PUT', `/inventory/${item.id}`, { name: 'Cera', quantity: 2, unit: 'Láminas' }),
      await statusOf(client, 'PUT', `/inventory/${item.id}/adjust`, { adjustment_amount: 1 }),
      await statusOf(client, 'DELETE', `/inventory/${item.id}`),
      await statusOf(client, 'DELETE', `/beehives/${hive.id}`, { apiary_id: apiary.id }),
      await statusOf(client, 'DELETE', `/apiaries/${apiary.id}`, { user_id: client.userId }),
    ];
    expect(codes).toEqual([201, 201, 201, 200, 200, 200, 200, 204, 204, 204]);
  });

  it('lists are bare and complete; questions are in their order, including inactive ones', async () => {
    const { client, apiary } = await createWorld(JulyApp);
    const more = Array.from({ length: 119 }, (_, i) => ({ apiary_id: apiary.id, hive_number: i + 2 }));
    await Promise.all(more.map((body) => statusOf(client, 'POST', '/beehives', body)));
    expect(await client.beehives(apiary)).toHaveLength(120);
    await client.loadDefaults(apiary);
    const [first, ...others] = await client.questions(apiary);
    await client.switchQuestion(first!, false);
    await client.reorder(apiary, [...others, first!]);
    const shown = await client.questions(apiary);
    expect(shown.map(({ id }) => id)).toEqual([...others, first!].map(({ id }) => id));
    expect(shown.map(({ display_order }) => display_order)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(shown.at(-1)!.is_active).toBe(false);
  });

  it('user_id is a string and the same everywhere', async () => {
    const { client, apiary } = await createWorld(LaterApp);
    const other = newMobileClient(LaterApp, { app });
    await other.logIn({ email: client.session.email, password: PASSWORD });
    await other.refresh();
    const [listed] = await json(client, '/apiaries');
    const ids = [other.userId, listed!.user_id, (await client.updateApiary(apiary, { name: 'La Ceiba' })).user_id];
    expect(ids).toEqual(Array(3).fill(client.userId));
    expect((await client.profile()).id).toBe(client.userId);
  });

  it('menu values are returned unchanged, has_production_chamber as text', async () => {
    const { client, apiary } = await createWorld(MarchApp);
    const menus = {
      activity_level: ['Alta', 'Media', 'Baja'],
      bee_population: ['Alta', 'Media', 'Baja'],
      hive_status: [
        'Cámara de cría',
        'Cámara de producción',
        'Cámara de cría y producción',
        'Cámara de cría y doble alza de producción',
      ],
      health_status: [
        ...['Ninguno', 'Presencia barroa', 'Presencia de plagas', 'Enfermedad'],
        ...['Presencia de polilla', 'Presencia de curruncho', 'Mortalidad- malformación en nodrizas'],
      ],
      has_production_chamber: ['Si', 'No', 'Sí'],
    } satisfies Partial<Record<keyof HiveForm, string[]>>;
    const forms = Object.entries(menus).flatMap(([key, words]) => words.map((word) => ({ [key]: word })));
    for (const form of forms) expect(await client.createBeehive(apiary, form)).toMatchObject(form);
    const listed = await client.beehives(apiary);
    for (const form of forms) expect(listed).toContainEqual(expect.objectContaining(form));
  });
});
