// The service on a database of the first version.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, startTestApp, type TestApp } from '../support/client.js';
import {
  ANA,
  APIARY,
  BEEHIVE,
  CREDENTIALS,
  DELETED_APIARY,
  DELETED_HIVE_QUESTION,
  database,
  HIVE_QUESTION,
  ITEM,
  id,
  QUESTION,
  REFRESH_TOKEN,
  STORED_BODY,
  VERIFICATION_TOKEN,
} from './upgrade.fixture.js';

/** A request with an Idempotency-Key, and the hash and the response that commit 526607e stored for it. */
const REPEATED_REQUEST = { name: 'Hilltop', location: 'North' };

describe('the service on such a database', () => {
  let app: TestApp;
  let ana: Client;
  beforeAll(async () => {
    app = await startTestApp({}, database);
    const { status, body } = await app.anyone.rest('POST', '/auth/login', CREDENTIALS);
    expect(status).toBe(200);
    ana = new Client(app.url, body.access_token);
  });
  afterAll(() => app.close());

  it('returns accounts, apiaries, hives, items, questions and inspections over GraphQL', async () => {
    const { me, apiary } = await ana.ask(
      `query ($id: ID!) {
        me { username fullName phone location language role }
        apiary(id: $id) {
          userId name location treatments
          beehives { nodes { beehiveNumber activity healthStatus health isTreated observations } }
          inventoryItems { nodes { itemName description quantity minimumStock unitKind movements { nodes { kind amount balanceAfter } } } }
          questions { text options required position }
          inspections { nodes { notes answers { choice score } } }
        }
      }`,
      { id: APIARY },
    );
    expect(me).toEqual({
      username: 'ana',
      fullName: 'Ana Peñón',
      phone: '600123456',
      location: 'Ávila',
      language: 'EN',
      role: 'ADMIN',
    });
    expect(apiary).toEqual({
      userId: ANA,
      name: 'El Encinar',
      location: 'Camino viejo, 3',
      treatments: true,
      beehives: {
        nodes: [
          {
            beehiveNumber: 17,
            activity: 'HIGH',
            healthStatus: 'Presencia barroa',
            health: 'AT_RISK',
            isTreated: true,
            observations: 'Cría salteada',
          },
        ],
      },
      inventoryItems: {
        nodes: [
          {
            itemName: 'Láminas de cera',
            description: 'Cera estampada',
            quantity: 40,
            minimumStock: 50,
            unitKind: 'SHEETS',
            movements: { nodes: [{ kind: 'INITIAL', amount: 40, balanceAfter: 40 }] },
          },
        ],
      },
      questions: [{ text: '¿Pudo ver a la reina?', options: ['Sí', 'No'], required: true, position: 1 }],
      inspections: { nodes: [{ notes: 'Mucho polen', answers: [{ choice: 'Sí', score: 5 }] }] },
    });
  });

  it('returns them over REST', async () => {
    expect((await ana.rest('GET', `/beehives/apiary/${APIARY}`)).body).toMatchObject([
      { id: BEEHIVE, hive_number: 17, treatments: true },
    ]);
    expect((await ana.rest('GET', `/inventory/${APIARY}/low-stock`)).body).toMatchObject([
      { id: ITEM, name: 'Láminas de cera', quantity: 40 },
    ]);
    expect((await ana.rest('GET', `/inventory/${APIARY}/search?q=laminas`)).body).toHaveLength(1);
    expect((await ana.rest('GET', `/answers/hive/${BEEHIVE}`)).body).toMatchObject([{ answer: 'Sí', score: 5 }]);
  });

  it('returns the override of a question for a hive', async () => {
    const { beehive } = await ana.ask(
      'query ($id: ID!) { beehive(id: $id) { questionOverrides { id questionId position active } } }',
      { id: BEEHIVE },
    );
    expect(beehive.questionOverrides).toEqual([
      { id: HIVE_QUESTION, questionId: QUESTION, position: 3, active: false },
    ]);
  });

  it('returns the stored response to a request that is repeated with its Idempotency-Key', async () => {
    // As it was then: not with what openapi.json has added since.
    const { status, headers, text } = await fetch(`${ana.url}/api/v1/apiaries`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${ana.token}`,
        'idempotency-key': 'key-1',
      },
      body: JSON.stringify(REPEATED_REQUEST),
    }).then(async (response) => ({ status: response.status, headers: response.headers, text: await response.text() }));
    expect([status, headers.get('idempotency-replayed'), text]).toEqual([201, 'true', STORED_BODY]);
  });

  it('answers a repeated delete like the first, for an apiary and for an override', async () => {
    expect((await ana.rest('DELETE', `/apiaries/${DELETED_APIARY}`)).status).toBe(204);
    expect((await ana.rest('DELETE', `/questions/hive/${DELETED_HIVE_QUESTION}`)).status).toBe(204);
    expect((await ana.rest('DELETE', `/apiaries/${id(99)}`)).status).toBe(404);
  });

  it('accepts the refresh token and the verification token that the first version issued', async () => {
    const refreshed = await app.anyone.rest('POST', '/auth/refresh', { refresh_token: REFRESH_TOKEN });
    expect([refreshed.status, refreshed.body.user_id]).toEqual([200, ANA]);
    const verify = 'mutation ($token: String!) { verifyEmail(input: { token: $token }) { user { id isVerified } } }';
    const { verifyEmail } = await app.anyone.ask(verify, { token: VERIFICATION_TOKEN });
    expect(verifyEmail.user).toEqual({ id: ANA, isVerified: true });
  });

  it('logs the deletion of an apiary and of everything in it', async () => {
    const { body } = await ana.rest('POST', '/questions/hive', { hive_id: BEEHIVE, apiary_question_id: QUESTION });
    expect(body.id).toBe(HIVE_QUESTION);
    expect((await ana.rest('DELETE', `/apiaries/${APIARY}`)).status).toBe(204);
    for (const path of [
      `/apiaries/${APIARY}`,
      `/beehives/${BEEHIVE}`,
      `/questions/${QUESTION}`,
      `/questions/hive/${HIVE_QUESTION}`,
      `/inventory/${ITEM}`,
    ])
      expect([path, (await ana.rest('DELETE', path)).status]).toEqual([path, 204]);
  });
});
