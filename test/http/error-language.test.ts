// The language of messages, of errors and of successes: of Accept-Language, of the account, or English. Codes and fields are the same in each.
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/client.js';
import { resetMail, tokenIn, verificationMail } from '../support/mail.js';
import { type Beekeeper, beekeeper, PASSWORD } from '../support/world.js';

let app: TestApp;
let ana: Beekeeper;
let apiary: string;
let item: string;
beforeAll(async () => {
  app = await startTestApp({ RATE_LIMITS: 'on', RATE_LIMIT_REGISTRATIONS: '100/1h' });
  ana = await beekeeper(app);
  apiary = await ana.apiary();
  item = await ana.item(apiary, { quantity: 2 });
});
afterAll(() => app.close());

interface Refusal {
  status: number;
  language: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: a test may read any JSON
  body: any;
}

/** Sends exactly these headers: fetch would add an Accept-Language. */
function send(
  method: string,
  path: string,
  headers: Record<string, string | undefined>,
  body?: unknown,
): Promise<Refusal> {
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  const sent = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)), ...headers };
  const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
  return new Promise((resolve, reject) => {
    const sending = request(
      `${app.url}${path}`,
      { method, headers: given as Record<string, string> },
      async (response) => {
        let received = '';
        for await (const chunk of response) received += chunk;
        const { statusCode, headers: answered } = response;
        resolve({ status: statusCode!, language: answered['content-language'], body: JSON.parse(received) });
      },
    );
    sending.on('error', reject).end(text);
  });
}
const asAna = (language?: string) => ({ authorization: `Bearer ${ana.token}`, 'accept-language': language });
const rest = (method: string, path: string, language?: string, body?: unknown) =>
  send(method, `/api/v1${path}`, asAna(language), body);
const graphql = (query: string, language?: string, headers: Record<string, string> = {}) =>
  send('POST', '/graphql', { ...asAna(language), ...headers }, { query });

const ENGLISH = 'Apiary not found';
const SPANISH = 'No se encontró el apiario';
const MISSING = '0190a000-0000-7000-8000-000000000000';

describe.each([
  ['es', SPANISH],
  ['es-MX;q=0.9', SPANISH],
  ['es-419,es;q=0.9,en;q=0.8', SPANISH],
  ['en;q=0.5, es;q=0.7', SPANISH],
  ['fr;q=0.9, es;q=0.1', SPANISH],
  ['ES', SPANISH],
  ['en', ENGLISH],
  ['en-GB,en;q=0.9,es;q=0.5', ENGLISH],
  ['es;q=0, en', ENGLISH],
  ['en, *;q=0.5', ENGLISH],
  // Any language, as Node's fetch and others send by themselves: that of the account, which is Spanish.
  ['*', SPANISH],
  ['*;q=0.5', SPANISH],
  // Neither language is named: that of the account.
  ['fr', SPANISH],
  ['de-DE,de;q=0.9', SPANISH],
  [';;,=q', SPANISH],
  ['', SPANISH],
  [undefined, SPANISH],
] as const)('with Accept-Language: %s', (language, message) => {
  const contentLanguage = message === SPANISH ? 'es' : undefined;

  it('REST', async () => {
    expect(await rest('PUT', `/apiaries/${MISSING}`, language, { name: 'North' })).toEqual({
      status: 404,
      language: contentLanguage,
      body: { message, error: message, error_code: 'NOT_FOUND' },
    });
  });

  it.each([
    ['over the engine', {}],
    ['over Express', { 'content-type': 'application/json; charset="utf-8"' }],
  ])('GraphQL, %s', async (_, headers) => {
    const answer = await graphql(`{ apiary(id: "${MISSING}") { id } }`, language, headers);
    expect({ language: answer.language, errors: answer.body.errors }).toEqual({
      language: contentLanguage,
      errors: [{ message, path: ['apiary'], locations: expect.anything(), extensions: { code: 'NOT_FOUND' } }],
    });
  });
});

describe('the language of the account', () => {
  it('is followed at once when it changes', async () => {
    const eva = await beekeeper(app);
    const ask = () => send('GET', `/api/v1/beehives/${MISSING}`, { authorization: `Bearer ${eva.token}` });
    expect((await ask()).body.message).toBe('No se encontró la colmena');
    await eva.ask('mutation { updateProfile(input: { language: EN }) { user { id } } }');
    expect((await ask()).body.message).toBe('Beehive not found');
  });

  it('is not known without a session: English', async () => {
    const { status, language, body } = await send(
      'POST',
      '/api/v1/auth/login',
      {},
      { email: ana.email, password: 'x' },
    );
    expect([status, language, body.message]).toEqual([401, undefined, 'The e-mail address or the password is wrong']);
  });
});

it('“No token found” is the same in every language', async () => {
  for (const language of ['es', 'en', undefined]) {
    const { body } = await send('GET', '/api/v1/apiaries', { 'accept-language': language });
    expect(body).toEqual({ message: 'No token found', error: 'No token found', error_code: 'TOKEN_MISSING' });
  }
});

/** Method, path, body, status, message and error_code. */
const REFUSALS: [string, string, unknown, number, string, string][] = [
  ['POST', '/apiaries', {}, 400, 'name es obligatorio', 'BAD_USER_INPUT'],
  ['POST', '/apiaries', { name: ' ' }, 400, 'name no debe estar vacío', 'BAD_USER_INPUT'],
  ['POST', '/apiaries', { name: 5 }, 400, 'name debe ser texto', 'BAD_USER_INPUT'],
  ['POST', '/apiaries', { name: 'x'.repeat(201) }, 400, 'name debe tener 200 caracteres como máximo', 'BAD_USER_INPUT'],
  ['POST', '/apiaries', '{', 400, 'El cuerpo no es JSON válido', 'BAD_USER_INPUT'],
  ['POST', '/apiaries', [], 400, 'El cuerpo debe ser un objeto JSON', 'BAD_USER_INPUT'],
  ['POST', '/apiaries', { name: 'x'.repeat(270_000) }, 413, 'El cuerpo no debe superar 256kb', 'PAYLOAD_TOO_LARGE'],
  ['PATCH', '/apiaries', {}, 405, 'PATCH no está permitido aquí; métodos permitidos: GET, POST', 'METHOD_NOT_ALLOWED'],
  ['GET', '/nowhere', undefined, 404, 'No hay nada en GET /api/v1/nowhere', 'NOT_FOUND'],
  ['GET', '/apiaries?first=0', undefined, 400, 'first debe ser un número entero de 1 a 500', 'BAD_USER_INPUT'],
];

describe('REST in Spanish', () => {
  it.each(REFUSALS)('%s %s: case %#', async (method, path, body, status, message, code) => {
    const [, field, problem] = /^(name|first) (.*)$/.exec(message) ?? [];
    const fields = field ? { fields: [{ field, message: problem }] } : {};
    const expected = { status, language: 'es', body: { message, error: message, error_code: code, ...fields } };
    expect(await rest(method, path, 'es', body)).toEqual(expected);
  });

  it('keeps the wire names of fields', async () => {
    await rest('POST', '/beehives', 'es', { apiary_id: apiary, hive_number: 7 });
    const invalid = await rest('POST', '/beehives', 'es', { apiary_id: apiary, hive_number: 0, food_frames: 'many' });
    expect(invalid.body.message).toMatch(/food_frames debe ser un número entero/);
    const below = await rest('POST', '/beehives', 'es', { apiary_id: apiary, hive_number: 8, food_frames: -1 });
    expect(below.body.message).toMatch(/^food_frames debe ser un número entero de 0 a \d+$/);
    const taken = await rest('POST', '/beehives', 'es', { apiary_id: apiary, hive_number: 7, food_frames: 1 });
    expect(taken.body).toMatchObject({
      message: 'El apiario ya tiene una colmena con este número',
      error_code: 'BEEHIVE_NUMBER_TAKEN',
    });
  });

  it('states values', async () => {
    const { body } = await rest('POST', `/inventory/${item}/exit`, 'es', { quantity: 5, person: 'Luz' });
    expect(body).toMatchObject({ message: 'Solo hay 2 (kg) en inventario', error_code: 'INSUFFICIENT_STOCK' });
  });

  it('successes of which the message is all', async () => {
    const eva = await beekeeper(app);
    const [proof, { email }] = [tokenIn(await verificationMail(app, eva.email)), eva];
    const call = async (path: string, language: string | undefined, body: object) => {
      const answer = await send('POST', `/api/v1/auth/${path}`, { 'accept-language': language }, body);
      return [answer.status, answer.language, answer.body];
    };
    const spanish = (message: string) => [200, 'es', { message }];
    const english = (message: string) => [200, undefined, { message }];
    const toVerify = 'Si la dirección debe verificarse, le llegará un correo con un enlace.';
    expect(await call('resend-verification', 'es', { email: 'nobody@example.org' })).toEqual(spanish(toVerify));
    expect(await call('verify-email', 'es', { token: proof })).toEqual(
      spanish('La dirección de correo electrónico está verificada.'),
    );
    const sent = 'Si hay una cuenta con esta dirección, le llegará un correo con un enlace.';
    expect(await call('forgot-password', 'es-CO,es;q=0.9', { email })).toEqual(spanish(sent));
    expect(await call('forgot-password', 'es', { email: 'nobody@example.org' })).toEqual(spanish(sent));
    for (const language of ['en', '*', undefined])
      expect(await call('forgot-password', language, { email: 'nobody@example.org' })).toEqual(
        english('If there is an account with this address, a mail with a link is on its way to it.'),
      );
    const token = tokenIn(await resetMail(app, email));
    expect(await call('reset-password', 'es', { token, new_password: 'Colmena-2027' })).toEqual(
      spanish('La contraseña ha cambiado: inicie sesión con la nueva.'),
    );
  });

  it('registration, without a session', async () => {
    const register = (fields: object) =>
      send(
        'POST',
        '/api/v1/auth/register',
        { 'accept-language': 'es-CO' },
        { username: 'bee', email: ana.email, password: PASSWORD, ...fields },
      );
    const messages = [
      await register({}),
      await register({ email: 'nobody', confirm_password: 'x' }),
      await register({ email: 'new@example.org', password: 'short' }),
      await register({ email: 'new@example.org', password: 'Password1' }),
    ].map(({ body }) => body.message);
    expect(messages).toEqual([
      'Ya existe una cuenta con este correo electrónico',
      'email debe ser una dirección de correo electrónico; confirm_password debe ser igual a la contraseña',
      expect.stringMatching(/^password debe tener al menos 8 caracteres .* 16 caracteres, y 128 como máximo$/),
      'password es demasiado común',
    ]);
  });
});

describe('GraphQL in Spanish', () => {
  it('names the fields in extensions, with the code', async () => {
    const { body } = await graphql('mutation { createApiary(input: { name: "" }) { apiary { id } } }', 'es');
    expect(body.errors).toMatchObject([
      {
        message: 'name no debe estar vacío',
        extensions: { code: 'BAD_USER_INPUT', fields: [{ field: 'name', message: 'no debe estar vacío' }] },
      },
    ]);
    expect(Object.keys(body.errors[0].extensions).sort()).toEqual(['code', 'fields']);
  });

  it('variables, by their names', async () => {
    const query = 'mutation ($input: CreateApiaryInput!) { createApiary(input: $input) { apiary { id } } }';
    const { body } = await send('POST', '/graphql', asAna('es'), {
      query,
      variables: { input: { name: 5, color: 1 } },
    });
    expect(body.errors[0].message).toBe('name debe ser texto; color no está definido en el tipo CreateApiaryInput');
  });

  it('an answer: with the text of its question, and the hives of a visit', async () => {
    const { createQuestion } = await ana.ask(
      `mutation ($input: CreateQuestionInput!) { createQuestion(input: $input) { question { id } } }`,
      { input: { apiaryId: apiary, text: 'Frames {max} with brood?', answerType: 'NUMBER', min: 0, max: 10 } },
    );
    const hives = [await ana.beehive(apiary, { beehiveNumber: 21 }), await ana.beehive(apiary)];
    const record = async (beehives: object[], answers: object[], language: string) => {
      const query = `mutation ($input: RecordVisitInput!) { recordVisit(input: $input) { inspections { id } } }`;
      const { body } = await send('POST', '/graphql', asAna(language), {
        query,
        variables: { input: { beehives, answers } },
      });
      return body.errors[0].message;
    };
    const wrong = [{ questionId: createQuestion.question.id, number: 12 }];
    const [first, second] = hives.map((beehiveId) => ({ beehiveId }));
    expect([
      await record([first!], wrong, 'es'),
      await record([first!, second!], wrong, 'es'),
      await record([{ ...second!, answers: wrong }, first!], [], 'es'),
      await record([{ ...second!, answers: wrong }, first!], [], 'en'),
    ]).toEqual([
      'Colmena 21: «Frames {max} with brood?» debe ser 10 como máximo',
      'Todas las colmenas: «Frames {max} with brood?» debe ser 10 como máximo',
      `Colmena ${hives[1]!.slice(-8)}: «Frames {max} with brood?» debe ser 10 como máximo`,
      `Hive ${hives[1]!.slice(-8)}: “Frames {max} with brood?” must be at most 10`,
    ]);
  });

  it('an error before the document is read', async () => {
    const answer = await send('POST', '/graphql', asAna('es'), '{');
    const message = 'El cuerpo no es JSON válido';
    expect(answer).toEqual({
      status: 400,
      language: 'es',
      body: { message, errors: [{ message, extensions: { code: 'BAD_USER_INPUT' } }] },
    });
  });

  it('a mistake in the document stays English: it is for its author', async () => {
    const { language, body } = await graphql('{ apiaryy { id } }', 'es');
    expect(body.errors[0].message).toMatch(/^Cannot query field "apiaryy"/);
    expect(language).toBeUndefined();
  });
});

describe('an Idempotency-Key', () => {
  const create = (language: string, name: string, key: string) =>
    send('POST', '/api/v1/apiaries', { ...asAna(language), 'idempotency-key': key }, { name });

  it('used for another request is refused in the language of the request, or of the account', async () => {
    await create('es', 'North', 'key-1');
    const spanish = 'Esta Idempotency-Key ya se usó para otra solicitud';
    expect((await create('es', 'South', 'key-1')).body.message).toBe(spanish);
    expect((await create('fr', 'South', 'key-1')).body).toMatchObject({
      message: spanish,
      error_code: 'IDEMPOTENCY_KEY_REUSED',
    });
    expect((await create('en', 'South', 'key-1')).body.message).toMatch(/^This Idempotency-Key/);
  });

  it('does not store a refusal: a repetition in another language is refused in that language', async () => {
    expect((await create('es', '', 'key-2')).body.message).toBe('name no debe estar vacío');
    expect((await create('en', '', 'key-2')).body.message).toBe('name must not be empty');
  });
});

it('a locked account is reported in Spanish, with Retry-After', async () => {
  const eva = await beekeeper(app);
  const attempt = () =>
    send('POST', '/api/v1/auth/login', { 'accept-language': 'es' }, { email: eva.email, password: 'wrong' });
  const messages = new Set<string>();
  for (let i = 0; i < 15; i++) messages.add((await attempt()).body.message.replace(/\d+/, 'N'));
  expect([...messages]).toEqual([
    'El correo electrónico o la contraseña son incorrectos',
    expect.stringMatching(/^(Demasiados intentos: inténtelo de nuevo en|La cuenta está bloqueada durante) N segundos/),
  ]);
});
