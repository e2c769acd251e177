// The question bank, and the default questions that an apiary loads from it.
import { beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from '../../support/client.js';
import { expectGraphqlRefused } from '../../support/refusals.js';
import { beekeeper, PASSWORD } from '../../support/world.js';
import { ana, apiaryWith, app, expectDense, list, loadDefaults, textsOf } from './questions.fixture.js';

describe('the default questions', () => {
  const templates = async () => (await ana.rest('GET', '/questions/templates')).body;

  it('are the ten default templates; a second call adds none', async () => {
    const id = await ana.apiary();
    const answer = await loadDefaults(id);
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 204, body: undefined });
    const loaded = await list(id);
    const shape = ({ texto, tipoRespuesta, categoria, obligatoria, opciones, min, max }: Record<string, unknown>) => ({
      texto,
      tipoRespuesta,
      categoria,
      obligatoria,
      opciones,
      min,
      max,
    });
    expect(loaded).toHaveLength(10);
    expect(loaded.map((question) => shape({ ...question }))).toEqual((await templates()).slice(0, 10).map(shape));
    expect(loaded).toEqual(loaded.map((question, i) => ({ ...question, activa: true, orden: i + 1 })));
    expect((await loadDefaults(id)).status).toBe(204);
    expect(await list(id)).toEqual(loaded);
  });

  it('are loaded once by 8 concurrent requests', async () => {
    const id = await ana.apiary();
    const answers = await Promise.all(Array.from({ length: 8 }, () => loadDefaults(id)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(204));
    expect(await list(id)).toHaveLength(10);
    await expectDense(id);
  });

  it('are appended, except those with the text of an existing question', async () => {
    const [first, second] = await templates();
    const { id } = await apiaryWith('Own', `  ${first.texto.toUpperCase()} `);
    await loadDefaults(id);
    const texts = await textsOf(id);
    expect(texts.slice(0, 3)).toEqual(['Own', `  ${first.texto.toUpperCase()} `, second.texto]);
    expect(texts).toHaveLength(11);
    await expectDense(id);
  });

  it('are loaded again after a deletion', async () => {
    const id = await ana.apiary();
    await loadDefaults(id);
    const [first] = await list(id);
    await ana.rest('DELETE', `/questions/${first!.id}`);
    await loadDefaults(id);
    expect((await list(id)).at(-1)).toMatchObject({ texto: first!.texto, orden: 10 });
  });

  it('are available in English over GraphQL, which returns all questions', async () => {
    const id = await ana.apiary();
    const load = (language: string) =>
      ana.ask(
        `mutation { q: loadDefaultQuestions(input: { apiaryId: "${id}", language: ${language} }) { questions { text position } } }`,
      );
    const { questionTemplates } = await ana.ask('{ questionTemplates { text(language: EN) } }');
    const { q } = await load('EN');
    expect(q.questions).toEqual(
      questionTemplates
        .slice(0, 10)
        .map(({ text }: object & { text: string }, i: number) => ({ text, position: i + 1 })),
    );
    expect((await load('ES')).q).toEqual(q);
  });
});

describe('the question bank', () => {
  const DEFAULTS = [
    ['Salud', 'opciones', true, ['Sí', 'No'], null, null],
    ['Salud', 'texto', false, null, null, null],
    ['Estado de la Colmena', 'opciones', true, ['Alta', 'Media', 'Baja'], null, null],
    ['Producción', 'numero', true, null, 0, 20],
    ['Estado de la Colmena', 'opciones', true, ['Excelente', 'Bueno', 'Regular', 'Malo'], null, null],
    ['Alimentación', 'opciones', true, ['Sí', 'No'], null, null],
    ['Salud', 'opciones', true, ['Sí', 'No'], null, null],
    ['Producción', 'numero', true, null, 0, 20],
    ['Mantenimiento', 'opciones', true, ['Sí', 'No'], null, null],
    ['Estado de la Colmena', 'opciones', true, ['Dócil', 'Nervioso', 'Agresivo'], null, null],
  ];

  it('starts with the ten questions of the app, under both sets of names and without an id', async () => {
    const { status, body } = await ana.rest('GET', '/questions/templates', undefined, { 'accept-language': 'es' });
    expect(status).toBe(200);
    expect(body.length).toBeGreaterThan(10);
    for (const template of body) {
      expect(Object.keys(template)).not.toContain('id');
      const { texto, tipoRespuesta, categoria, obligatoria, opciones, min, max } = template;
      expect(texto).toMatch(/\S/);
      expect(template).toMatchObject({
        question_text: texto,
        question_type: tipoRespuesta,
        category: categoria,
        is_required: obligatoria,
        options: opciones,
        min_value: min,
        max_value: max,
      });
    }
    const facts = body
      .slice(0, 10)
      .map((t: Record<string, unknown>) => [t.categoria, t.tipoRespuesta, t.obligatoria, t.opciones, t.min, t.max]);
    expect(facts).toEqual(DEFAULTS);
  });

  it('has the same questions in both languages, and several for each category', async () => {
    const ask = async (language: string, category = 'null') => {
      const texts = ['text', 'group', 'options'].map((field) => `${field}${language && `(language: ${language})`}`);
      const fields = `key ${texts.join(' ')} category answerType min max isDefault`;
      return (await ana.ask(`{ t: questionTemplates(category: ${category}) { ${fields} } }`)).t;
    };
    const [es, en, omitted] = [await ask('ES'), await ask('EN'), await ask('')];
    expect(omitted).toEqual(es);
    await ana.ask('mutation { updateProfile(input: { language: EN }) { user { id } } }');
    expect(await ask('')).toEqual(en);
    await ana.ask('mutation { updateProfile(input: { language: ES }) { user { id } } }');
    const { t } = await ana.ask('{ t: questionTemplates { translations { language text group options } } }');
    const both = (i: number) =>
      Object.entries({ ES: es[i], EN: en[i] }).map(([language, { text, group, options }]) => ({
        language,
        text,
        group,
        options,
      }));
    expect(t).toEqual(es.map((_: object, i: number) => ({ translations: both(i) })));
    expect(en).toHaveLength(es.length);
    for (const [i, spanish] of es.entries()) {
      const english = en[i];
      expect({ ...english, text: '', group: '', options: english.options?.length }).toEqual({
        ...spanish,
        text: '',
        group: '',
        options: spanish.options?.length,
      });
      expect(english.text).not.toBe(spanish.text);
    }
    expect(es.filter((t: { isDefault: boolean }) => t.isDefault)).toEqual(es.slice(0, 10));
    for (const category of ['COLONY_HEALTH', 'QUEEN_STATUS', 'FOOD_STORES', 'PESTS_AND_DISEASE', 'EQUIPMENT']) {
      const some = await ask('EN', category);
      expect(some).toEqual(en.filter((t: { category: string }) => t.category === category));
      expect(some.length).toBeGreaterThan(1);
    }
  });

  describe('for administrators', () => {
    let admin: Client;
    beforeAll(async () => {
      const { id, email } = await beekeeper(app);
      await app.database.sql("update users set role = 'ADMIN' where id = $1", [id]);
      const { body } = await app.anyone.rest('POST', '/auth/login', { email, password: PASSWORD });
      admin = new Client(app.url, body.access_token);
    });

    const ADD =
      'mutation ($input: AddQuestionTemplateInput!) { t: addQuestionTemplate(input: $input) { questionTemplate { key text options } } }';
    const retire = (who: Client, key: string) =>
      who.graphql(`mutation { t: retireQuestionTemplate(input: { key: "${key}" }) { questionTemplate { key } } }`);
    const spanish = (key: string) => ({
      language: 'ES',
      text: `¿Pregunta ${key}?`,
      group: 'Grupo',
      options: ['Sí', 'No'],
    });
    const english = (key: string) => ({
      language: 'EN',
      text: `Question ${key}?`,
      group: 'Group',
      options: ['Yes', 'No'],
    });
    const template = (key: string, fields: object = {}) => ({
      key,
      category: 'EQUIPMENT',
      translations: [spanish(key), english(key)],
      answerType: 'CHOICE',
      isDefault: true,
      ...fields,
    });
    const keys = async () => (await ana.rest('GET', '/questions/templates')).body.map((t: { key: string }) => t.key);

    it('adds and retires templates; questions created from a template stay', async () => {
      const before = await keys();
      expect((await admin.ask(ADD, { input: template('tapa_nueva') })).t.questionTemplate).toEqual({
        key: 'tapa_nueva',
        text: '¿Pregunta tapa_nueva?',
        options: ['Sí', 'No'],
      });
      expect((await keys()).toSorted()).toEqual([...before, 'tapa_nueva'].toSorted());
      const id = await ana.apiary();
      await loadDefaults(id);
      expect(await textsOf(id)).toHaveLength(11);
      expect((await retire(admin, 'tapa_nueva')).data).toEqual({ t: { questionTemplate: { key: 'tapa_nueva' } } });
      expect(await keys()).toEqual(before);
      expect(await textsOf(id)).toContain('Question tapa_nueva?');
      const later = await ana.apiary();
      await loadDefaults(later);
      expect(await textsOf(later)).toHaveLength(10);
    });

    it('refuses a key that is taken or has other characters than letters, digits and _', async () => {
      expectGraphqlRefused(await admin.graphql(ADD, { input: template('presencia_reina') }), { code: 'CONFLICT' });
      for (const key of ['', 'Tapa', 'a b', 'ñ'])
        expectGraphqlRefused(await admin.graphql(ADD, { input: template(key) }), {
          code: 'BAD_USER_INPUT',
          field: 'key',
        });
      expectGraphqlRefused(await retire(admin, 'nothing'), { code: 'NOT_FOUND' });
    });

    it('checks a template like a question', async () => {
      const refused = async (fields: object, field: string) =>
        expectGraphqlRefused(await admin.graphql(ADD, { input: template('ruled', fields) }), {
          code: 'BAD_USER_INPUT',
          field,
        });
      const [es, en] = [spanish('ruled'), english('ruled')];
      await refused({ translations: [es, { ...en, options: ['Yes'] }] }, 'translations');
      for (const translations of [[], [es], [es, es], [es, en, en]]) await refused({ translations }, 'translations');
      await refused({ answerType: 'NUMBER', min: 2, max: 1 }, 'min');
      await refused({ importance: 11 }, 'importance');
      await refused({ translations: [es, { ...en, text: ' ' }] }, 'translations.1.text');
      expect(await keys()).not.toContain('ruled');
    });

    it('refuses other accounts', async () => {
      for (const answer of [
        await ana.graphql(ADD, { input: template('forbidden') }),
        await retire(ana, 'presencia_reina'),
      ])
        expectGraphqlRefused(answer, { code: 'FORBIDDEN' });
      expect(await keys()).toContain('presencia_reina');
      expect(await keys()).not.toContain('forbidden');
    });
  });
});

describe('over REST, the language of the bank', () => {
  const inLanguage = async (of: { id: string; token?: string }, accepted?: string) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${of.token}` };
    // fetch sends `Accept-Language: *` by itself, which means any.
    const send = (method: string, path: string) =>
      fetch(`${app.url}/api/v1${path}`, {
        method,
        headers: { ...headers, ...(accepted && { 'accept-language': accepted }) },
      });
    const { id } = (await ana.rest('POST', '/apiaries', { name: 'x' }, headers)).body;
    expect((await send('POST', `/questions/load_defaults/${id}`)).status).toBe(204);
    const loaded = (await (await send('GET', `/questions/apiary/${id}`)).json()) as Template[];
    const response = await send('GET', '/questions/templates');
    const templates = (await response.json()) as Template[];
    // The app compares the texts to know which templates it has imported.
    for (const field of ['texto', 'categoria', 'opciones'] as const)
      expect(loaded.map((one) => one[field])).toEqual(templates.slice(0, loaded.length).map((one) => one[field]));
    const choice = templates.find(({ key }) => key === 'estado_general')!;
    return [templates[0]!.texto, choice.opciones[0], response.headers.get('content-language')];
  };
  interface Template {
    key: string;
    texto: string;
    categoria: string;
    opciones: string[];
  }

  it('is that of the request, else that of the account', async () => {
    const owner = await beekeeper(app);
    const spanish = await inLanguage(owner);
    expect(spanish).toEqual([expect.stringContaining('?'), 'Excelente', 'es']);
    const english = await inLanguage(owner, 'en');
    expect(english).toEqual([expect.stringContaining('?'), 'Excellent', null]);
    expect(english[0]).not.toBe(spanish[0]);
    expect(await inLanguage(owner, 'fr')).toEqual(spanish);
    await owner.ask('mutation { updateProfile(input: { language: EN }) { user { id } } }');
    expect(await inLanguage(owner)).toEqual(english);
    expect(await inLanguage(owner, 'es-CO,es;q=0.9')).toEqual(spanish);
  });
});
