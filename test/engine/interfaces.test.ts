// An interface of records: both executors return the same, each type is read with the columns that are selected of it, in one statement.
import { describe, expect, it } from '@jest/globals';
import { byReference } from '../support/by-reference.js';
import { isOfRequest, statementsOf } from '../support/client.js';
import { ana, app, records } from './execution.fixture.js';

const statements = async (query: string): Promise<string[]> =>
  (await statementsOf(app.app, () => ana.ask(query))).filter(isOfRequest);
const timeline = (record: string): string =>
  `{ beehive(id: "${records.beehive}") { timeline { nodes { kind key record { ${record} } } } } }`;

describe('both executors return the same', () => {
  it.each<[string, () => string]>([
    ['names of types', () => '{ worklist { nodes { record { __typename type: __typename } } } }'],
    [
      'fields of the interface',
      () => '{ worklist { nodes { record { id __typename again: id } } } search(text: "1") { nodes { id } } }',
    ],
    [
      'fields of the interface beside those of members',
      () => `${timeline('id ...Any')} fragment Any on TimelineRecord { known: id ... on Inspection { id notes } }`,
    ],
    [
      'fields of members under one name',
      () => timeline('... on Inspection { what: notes } ... on Treatment { what: doseText }'),
    ],
    [
      'fragments on interfaces and on members',
      () => `${timeline('...Any')} fragment Any on TimelineRecord { ... on Node { id } ...Treated ... on QueenReign { startedOn } }
        fragment Treated on Treatment { productName followUps { notes treatment { ...Own } } } fragment Own on Treatment { kind }`,
    ],
    [
      'lists below members',
      () => `{ search(text: "1") { totalCount pageInfo { endCursor } edges { cursor node { __typename
        ... on Beehive { beehiveNumber inspections(first: 2) { totalCount nodes { id occurredAt } } apiary { name } }
        ... on Apiary { name beehives { nodes { id beehiveNumber } } inventoryItems { nodes { itemName stockMovements { nodes { amount } } } } }
        ... on InventoryItem { itemName apiary { beehives { nodes { id } } } } } } } }`,
    ],
    [
      'merged fields',
      () => `{ worklist { nodes { record { ... on Beehive { id } } record { ... on Beehive { beehiveNumber } } } } }`,
    ],
    ['an error below a member', () => timeline('... on Inspection { apiary { beehives(first: 0) { nodes { id } } } }')],
    [
      'ids',
      () => `{ nodes(ids: ["${records.apiary}", "${records.item}"]) { __typename ... on InventoryItem { quantity } } }`,
    ],
  ])('%s', async (_case, query) => {
    const response = await ana.graphql(query());
    const reference = await ana.graphql(byReference(query()));
    const withoutLocations = ({ errors, ...rest }: typeof response): object => ({
      ...rest,
      errors: errors?.map((error) => ({ ...error, locations: undefined })),
    });
    expect(withoutLocations(response)).toEqual(withoutLocations(reference));
    expect(response.data).toBeTruthy();
  });
});

it('a member is read with its selected columns, and the columns that fields below it need', async () => {
  await ana.ask('{ me { id } }'); // caches the session
  const sent = await statements(
    timeline('... on Inspection { notes } ... on Treatment { productName apiary { name } } ... on QueenReign { id }'),
  );
  const of = (table: string): string =>
    sent.find((text) => text.includes(`from "${table}" where case when`)) ??
    sent.find((text) => text.includes(`from "${table}" where`) && text.includes('any('))!;
  expect(of('inspections')).toContain('"notes"');
  expect(of('inspections')).not.toContain('"product_name"');
  for (const column of ['"product_name"', '"apiary_id" as "apiaryId"']) expect(of('treatments')).toContain(column);
  expect(of('treatments')).not.toContain('"dose_text"');
});

it('records are found by their ids with the selected columns', async () => {
  const query = `{ node(id: "${records.item}") { ... on InventoryItem { itemName } ... on Beehive { observations } } }`;
  await ana.ask(query);
  const [, items] = await statements(query);
  expect(items).toContain('"item_name"');
  expect(items).not.toContain('"supplier"');
});

it('a record that is found is not read for its id alone', async () => {
  const query = '{ search(text: "1") { nodes { __typename id } } }';
  expect((await ana.ask(query)).search.nodes).not.toEqual([]);
  expect(await statements(query)).toHaveLength(1);
});

it('a field that the interface does not have is refused', async () => {
  const { data, errors } = await ana.graphql('{ worklist { nodes { record { beehiveNumber } } } }');
  expect(data).toBeFalsy();
  expect(errors![0]!.message).toMatch(/Cannot query field "beehiveNumber" on type "WorklistRecord"/);
});
