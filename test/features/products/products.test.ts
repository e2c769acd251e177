// Products: from the bank and of one's own, who sees them, and what treatments take from them.
import { describe, expect, it } from '@jest/globals';
import { BANK } from '../../../src/features/products/bank.texts.js';
import { remove, restored } from '../../support/deletions.js';
import { share, transfer } from '../../support/members.js';
import {
  ana,
  apiary,
  bea,
  CREATE,
  create,
  hive,
  RECORD,
  refused,
  refusedAs,
  STRIPS,
  treat,
} from './products.fixture.js';

describe('the bank', () => {
  it('is there in both languages, for a country, and by words', async () => {
    const list = async (filter: object, language = 'EN') =>
      (
        await ana.ask(
          `query ($filter: ProductBankFilter, $language: Language) { productBank(filter: $filter, language: $language) {
            key kind name authorisations { country } ingredients { name } } }`,
          { filter, language },
        )
      ).productBank;
    expect(await list({})).toHaveLength(BANK.length);
    expect((await list({ search: 'OXÁLICO' }, 'ES')).length).toBeGreaterThan(3);
    expect(await list({ search: 'oxálico' })).toEqual([]);
    const british = await list({ country: 'GB', kind: 'MEDICINE' });
    expect(british.length).toBeGreaterThan(5);
    for (const { authorisations } of british) expect(authorisations).toContainEqual({ country: 'GB' });
    expect((await list({ country: 'CO' })).map(({ kind }: { kind: string }) => kind)).not.toContain('MEDICINE');
  });

  it.each(BANK.flatMap(({ key, authorisations }) => (authorisations ?? [undefined]).map((one) => [key, one] as const)))(
    'has %s for %j as a product that can be created',
    async (bankKey, authorisation) => {
      const entry = BANK.find(({ key }) => key === bankKey)!;
      const country = authorisation?.country;
      const product = await create({ bankKey, authorisationCountry: country });
      expect(product).toMatchObject({
        bankKey,
        kind: entry.kind,
        authorisationCountry: country ?? null,
        authorisationNumber: authorisation?.number ?? null,
        withdrawalDays: authorisation?.withdrawalDays ?? null,
        sugarPercent: entry.sugarPercent ?? null,
      });
    },
  );

  it('asks for the country of a medicine', async () => {
    await refused(CREATE, { bankKey: 'apivar' }, 'authorisationCountry');
    await refused(CREATE, { bankKey: 'apivar', authorisationCountry: 'CO' }, 'authorisationCountry');
    await refused(CREATE, { bankKey: 'none' }, 'bankKey');
    await refused(CREATE, { bankKey: 'syrup_1_1', kind: 'FEED' }, 'kind');
  });

  it('is overridden by what is stated, in the language of the account', async () => {
    const own = { bankKey: 'apitraz', authorisationCountry: 'FR', name: 'Mine', withdrawalDays: 5 };
    expect(await create(own)).toMatchObject({
      name: 'Mine',
      withdrawalDays: 5,
      doseUnit: expect.stringMatching(/^(strip|tira)$/),
    });
  });
});

describe('a product of one’s own', () => {
  it.each([
    [{ name: 'A' }, 'kind'],
    [{ kind: 'OTHER' }, 'name'],
    [{ kind: 'FEED', name: 'A' }, 'feedKind'],
    [{ kind: 'OTHER', name: 'A', feedKind: 'SYRUP' }, 'feedKind'],
    [{ kind: 'MEDICINE', name: 'A', sugarPercent: '5' }, 'sugarPercent'],
    [{ kind: 'MEDICINE', name: 'A', ingredients: STRIPS.ingredients }, 'doseUnit'],
    [{ ...STRIPS, ingredients: [{ name: 'x', amount: '5', unit: 'PERCENT' }] }, 'ingredients.0.unit'],
    [{ ...STRIPS, ingredients: [{ name: 'x', amount: '0', unit: 'GRAMS' }] }, 'ingredients.0.amount'],
    [{ ...STRIPS, ingredients: Array(2).fill(STRIPS.ingredients[0]) }, 'ingredients.1.name'],
    [
      { ...STRIPS, doseUnit: 'g', ingredients: [{ name: 'x', amount: '101', unit: 'PERCENT' }] },
      'ingredients.0.amount',
    ],
    [{ ...STRIPS, ingredients: Array(11).fill(STRIPS.ingredients[0]) }, 'ingredients'],
    [{ kind: 'FEED', name: 'A', feedKind: 'SYRUP', sugarPercent: '100.5' }, 'sugarPercent'],
    [{ kind: 'FEED', name: 'A', feedKind: 'SYRUP', density: '0.5' }, 'density'],
    [{ kind: 'OTHER', name: 'A', apiaryId: 'x' }, undefined],
  ])('refuses %j', async (input, field) => {
    if (field) await refused(CREATE, input, field);
    else await refusedAs('NOT_FOUND', ana, CREATE, { input });
  });

  it('is seen by the members of its apiary; one without an apiary, by its account alone', async () => {
    const [shared, alone] = [await create({ ...STRIPS, apiaryId: apiary }), await create(STRIPS)];
    const read = 'query ($id: ID!) { product(id: $id) { name } }';
    expect((await bea.ask(read, { id: shared.id })).product).toEqual({ name: 'Strips' });
    await refusedAs('NOT_FOUND', bea, read, { id: alone.id });
    const listed = (await bea.ask('{ products { nodes { id } } }')).products.nodes.map(({ id }: { id: string }) => id);
    expect(listed).toContain(shared.id);
    expect(listed).not.toContain(alone.id);
    // A worker records with it, and changes nothing of it.
    expect(await treat({ productId: shared.id }, bea)).toMatchObject({ productName: 'Strips', productId: shared.id });
    await refusedAs('FORBIDDEN', bea, CREATE, { input: { ...STRIPS, apiaryId: apiary } });
  });

  it('stays with its account when its apiary is deleted', async () => {
    const other = await ana.apiary();
    const { id } = await create({ ...STRIPS, apiaryId: other });
    await ana.ask('mutation ($id: ID!) { deleteApiary(input: { id: $id }) { deletedId } }', { id: other });
    expect((await ana.ask('query ($id: ID!) { product(id: $id) { apiaryId name } }', { id })).product).toEqual({
      apiaryId: null,
      name: 'Strips',
    });
  });
});

describe('a treatment with a product', () => {
  it('takes what it does not state, and keeps it', async () => {
    const { id } = await create({ ...STRIPS, apiaryId: apiary });
    const copy = {
      ...{ kind: 'Varroa', productName: 'Strips', activeIngredient: 'amitraz', target: 'Varroa', method: 'strips' },
      ...{ dose: '2', doseUnit: 'strip', plannedDays: 42, withdrawalDays: 3, authorisationNumber: 'ES-1' },
      ingredients: [{ name: 'amitraz', amount: '500', unit: 'MILLIGRAMS', per: 'strip' }],
      productId: id,
    };
    const whole = await treat({ productId: id });
    expect(whole).toMatchObject(copy);
    expect(
      await treat({ productId: id, dose: '3', withdrawalDays: 9, productName: 'As it is called here' }),
    ).toMatchObject({ ...copy, dose: '3', withdrawalDays: 9, productName: 'As it is called here' });
    expect(await treat({ productId: id, doseText: 'a bit' })).toMatchObject({
      doseText: 'a bit',
      dose: null,
      doseUnit: null,
    });
    await ana.ask(
      `mutation ($id: ID!) { updateProduct(input: { id: $id, name: "Other", withdrawalDays: 99, ingredients: [] }) { product { id } } }`,
      { id },
    );
    const read = async () =>
      (
        await ana.ask(
          `query ($id: ID!) { treatment(id: $id) { kind productName activeIngredient withdrawalDays productId ingredients { name amount unit per } } }`,
          { id: whole.id },
        )
      ).treatment;
    const { kind, productName, activeIngredient, withdrawalDays, ingredients } = copy;
    const kept = { kind, productName, activeIngredient, withdrawalDays, ingredients };
    expect(await read()).toEqual({ ...kept, productId: id });
    await ana.ask('mutation ($id: ID!) { deleteProduct(input: { id: $id }) { deletedId } }', { id });
    expect(await read()).toEqual({ ...kept, productId: null });
  });

  it('is refused with a feed, with a product of others, and without a name', async () => {
    const { id } = await create({ bankKey: 'syrup_1_1' });
    const input = { beehiveIds: [hive], startedOn: '2026-05-01' };
    await refused(RECORD, { ...input, productId: id }, 'productId');
    await refused(RECORD, { ...input, kind: 'a' }, 'productName');
    await refused(RECORD, { ...input, productName: 'a' }, 'kind');
    const alone = await create(STRIPS);
    await refusedAs('NOT_FOUND', bea, RECORD, { input: { ...input, productId: alone.id } });
  });

  it('is corrected to another product, or to a name', async () => {
    const [one, other] = [
      await create(STRIPS),
      await create({ ...STRIPS, name: 'Gel', withdrawalDays: 7, doseUnit: 'g' }),
    ];
    const { id } = await treat({ productId: one.id });
    const CORRECT = `mutation ($input: CorrectTreatmentInput!) { correctTreatment(input: $input) { treatment {
      productName withdrawalDays productId ingredients { per } } } }`;
    const correct = async (changes: object) =>
      (await ana.ask(CORRECT, { input: { id, reason: 'Typo', ...changes } })).correctTreatment.treatment;
    expect(await correct({ productId: other.id })).toEqual({
      ...{ productName: 'Gel', withdrawalDays: 7, productId: other.id },
      ingredients: [{ per: 'g' }],
    });
    expect(await correct({ productName: 'Powder' })).toMatchObject({
      productName: 'Powder',
      productId: null,
      ingredients: null,
    });
  });
});

describe('a product that was used', () => {
  const REMOVE = 'mutation ($id: ID!) { deleteProduct(input: { id: $id }) { deletedId } }';

  it('is deleted and restored, also when its treatments have revisions', async () => {
    const { id } = await create({ ...STRIPS, apiaryId: apiary });
    const { id: treatment } = await treat({ productId: id });
    await ana.ask('mutation ($id: ID!) { endTreatment(input: { id: $id }) { treatment { id } } }', { id: treatment });
    const REVISIONS = `query ($id: ID!) { treatment(id: $id) { revisions { productId ingredients { name } } } }`;
    const kept = { ingredients: [{ name: 'amitraz' }] };
    const revisions = async () => (await ana.ask(REVISIONS, { id: treatment })).treatment.revisions;
    expect(await revisions()).toEqual(Array(2).fill({ ...kept, productId: id }));
    const { id: deletion } = await remove(ana, 'deleteProduct', id);
    expect(await revisions()).toEqual(Array(2).fill({ ...kept, productId: null }));
    await restored(ana, deletion);
    expect((await ana.ask('query ($id: ID!) { product(id: $id) { name } }', { id })).product).toEqual({
      name: 'Strips',
    });
    await ana.ask(REMOVE, { id });
  });

  it('stays with its account when an apiary with its treatments is given away', async () => {
    const place = await ana.apiary();
    const given = await ana.beehive(place);
    const { id } = await create(STRIPS);
    const item = await ana.item(place, { productId: id, quantity: 9 });
    const { id: treatment } = await treat({ beehiveIds: [given], productId: id });
    await ana.ask('mutation ($id: ID!) { endTreatment(input: { id: $id }) { treatment { id } } }', { id: treatment });
    await share(ana, place, bea, 'MANAGER');
    expect((await transfer(ana, place, bea.id)).errors).toBeUndefined();
    const read = `query ($hive: ID!, $item: ID!) { beehive(id: $hive) { treatments { nodes { productName productId ingredients { name } } } }
      inventoryItem(id: $item) { productId } }`;
    expect(await bea.ask(read, { hive: given, item })).toEqual({
      beehive: {
        treatments: { nodes: [{ productName: 'Strips', productId: null, ingredients: [{ name: 'amitraz' }] }] },
      },
      inventoryItem: { productId: null },
    });
    expect((await ana.ask('query ($id: ID!) { product(id: $id) { name } }', { id })).product).toEqual({
      name: 'Strips',
    });
  });

  it('is named again in a correction without a new copy of it', async () => {
    const { id } = await create(STRIPS);
    const { id: treatment } = await treat({ productId: id, withdrawalDays: 9 });
    await ana.ask('mutation ($id: ID!) { updateProduct(input: { id: $id, name: "New" }) { product { id } } }', { id });
    const CORRECT = `mutation ($input: CorrectTreatmentInput!) { correctTreatment(input: $input) { treatment { productName withdrawalDays revision authorisationNumber } } }`;
    const correct = async (changes: object) =>
      (await ana.ask(CORRECT, { input: { id: treatment, reason: 'Form', ...changes } })).correctTreatment.treatment;
    const same = { productName: 'Strips', withdrawalDays: 9, authorisationNumber: 'ES-1' };
    expect(await correct({ productId: id })).toEqual({ ...same, revision: 1 });
    expect(await correct({ productId: id, finalResult: 'Good' })).toEqual({ ...same, revision: 2 });
    // As an app that knows no products does.
    expect(await correct({ productName: 'Powder' })).toEqual({
      ...{ productName: 'Powder', withdrawalDays: 9, authorisationNumber: null, revision: 3 },
    });
  });

  it('demands what it contains with another unit of the dose', async () => {
    const { id } = await create(STRIPS);
    const UPDATE = 'mutation ($input: UpdateProductInput!) { updateProduct(input: $input) { product { doseUnit } } }';
    await refused(UPDATE, { id, doseUnit: 'g' }, 'ingredients');
    await refused(CREATE, { bankKey: 'apivar', authorisationCountry: 'ES', doseUnit: 'g' }, 'ingredients');
    const ingredients = [{ name: 'amitraz', amount: '3', unit: 'PERCENT' }];
    expect((await ana.ask(UPDATE, { input: { id, doseUnit: 'g', ingredients } })).updateProduct.product.doseUnit).toBe(
      'g',
    );
  });

  it('gives its unit to a dose that is a number in words', async () => {
    const { id } = await create(STRIPS);
    expect(await treat({ productId: id, doseText: '3' })).toMatchObject({
      dose: '3',
      doseText: '3',
      doseUnit: 'strip',
    });
    expect(await treat({ productId: id, doseText: ' ' })).toMatchObject({
      dose: '2',
      doseText: null,
      doseUnit: 'strip',
    });
  });
});

describe('active ingredients', () => {
  it('add up exactly, by hive and by apiary', async () => {
    const place = await ana.apiary();
    const [first, second] = [await ana.beehive(place), await ana.beehive(place)];
    const strips = await create(STRIPS);
    const powder = await create({
      ...{ kind: 'MEDICINE', name: 'Powder', target: 'Varroa', doseUnit: 'g' },
      ingredients: [
        { name: 'oxalic acid', amount: '88.6', unit: 'PERCENT' },
        { name: 'AMITRAZ', amount: '0.1', unit: 'GRAMS' },
        { name: 'oil', amount: '0.5', unit: 'MILLILITRES' },
      ],
    });
    await treat({ beehiveIds: [first, second], productId: strips.id });
    await treat({ beehiveIds: [first], productId: powder.id, dose: '2.3', startedOn: '2026-05-02' });
    const spanish = await create({ ...STRIPS, ingredients: [{ name: 'Timol', amount: '3', unit: 'GRAMS' }] });
    const english = await create({ ...STRIPS, ingredients: [{ name: 'thymol', amount: '1', unit: 'GRAMS' }] });
    for (const { id } of [spanish, english])
      await treat({ beehiveIds: [first], productId: id, startedOn: '2026-05-02' });
    await treat({ beehiveIds: [second], productId: strips.id, dose: '1', doseUnit: 'box' });
    await treat({ beehiveIds: [second], productName: 'Unknown', kind: 'Varroa' });
    const TOTALS = '{ totals { name grams millilitres treatmentsCount } uncountedTreatmentsCount }';
    const { apiary: all } = await ana.ask(
      `query ($id: ID!) { apiary(id: $id) { ingredients ${TOTALS} early: ingredients(to: "2026-05-01") ${TOTALS}
        beehives { nodes { id ingredients ${TOTALS} } } } }`,
      { id: place },
    );
    const total = (name: string, grams: string | null, treatmentsCount: number, millilitres: string | null = null) => ({
      ...{ name, grams, millilitres, treatmentsCount },
    });
    expect(all.ingredients).toEqual({
      totals: [
        total('AMITRAZ', '2.23', 3),
        total('oil', null, 1, '1.15'),
        total('oxalic acid', '2.0378', 1),
        total('Timol', '8', 2),
      ],
      uncountedTreatmentsCount: 2,
    });
    expect(all.early).toEqual({ totals: [total('amitraz', '2', 2)], uncountedTreatmentsCount: 2 });
    const ofSecond = all.beehives.nodes.find(({ id }: { id: string }) => id === second);
    expect(ofSecond.ingredients).toEqual({ totals: [total('amitraz', '1', 1)], uncountedTreatmentsCount: 2 });
  });
});
