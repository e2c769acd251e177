// What a message suggests to somebody who writes a document from habit: with the names of GitHub, Shopify and Relay, with a beekeeper's words,
// or with a typing error.
import { describe, expect, it } from '@jest/globals';
import { ana } from './client-schema.fixture.js';

/** The message after the name that is unknown. */
const messageOf = async (document: string): Promise<string> => {
  const { errors } = await ana.graphql(document);
  expect(errors).toMatchObject([{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }]);
  return errors![0]!.message.replace(/^.*?"( enum)?\.( |$)/, '');
};

describe('an unknown name suggests what is probably meant', () => {
  it.each([
    ['{ viewer { id } }', 'me'],
    ['{ currentUser { id } }', 'me'],
    ['{ me { name } }', 'username'],
    ['{ hive(id: "1") { id } }', 'beehives?" or "beehives?'],
    ['{ hives { totalCount } }', 'beehives?" or "beehives?'],
    ['{ beehives { nodes { number } } }', 'beehiveNumber'],
    ['{ apiaries { nodes { hiveCount } } }', 'beehivesCount'],
    ['{ apiaries { nodez { id } } }', 'nodes'],
    ['{ auditLog { totalCount } }', 'auditEntries'],
    ['{ tasks { nodes { dueDate } } }', 'dueOn'],
    ['{ inspections { nodes { inspector { id } } } }', 'actor'],
    ['mutation { hiveUpdate(input: {}) { id } }', 'updateBeehive'],
    ['mutation { removeBeehive { id } }', 'deleteBeehive'],
    ['mutation { startInspection { id } }', 'recordInspection'],
    ['mutation { finishInspection { id } }', 'completeInspection'],
    ['mutation { deactivateUser { id } }', 'setUserStatus'],
    ['mutation { inviteMember { id } }', 'inviteToApiary'],
    ['mutation { createTreatment { id } }', 'recordTreatment'],
    ['mutation { signUp { id } }', 'register'],
    ['{ search(text: "a", query: "b") { totalCount } }', 'text'],
    ['mutation { createApiary(input: { name: "A", lokation: "B" }) { apiary { id } } }', 'location'],
    ['mutation { createBeehive(input: { apiaryId: "1", health: AT_RISK }) { beehive { id } } }', 'state.health'],
    ['{ beehives(health: [AT_RISK]) { totalCount } }', 'filter.health'],
    ['{ apiaries { name } }', 'nodes.name'],
  ])('%s', async (document, meant) => {
    expect(await messageOf(document)).toMatch(new RegExp(`^Did you mean "${meant}"`));
  });
});

describe('a name for what is done in another way says which', () => {
  it.each([
    ['{ tasks(last: 3) { totalCount } }', '`after`'],
    ['{ beehives(sortKey: NUMBER) { totalCount } }', '`orderBy`'],
    ['{ users(orderBy: { field: NAME, direction: ASC }) { totalCount } }', 'CREATED_AT'],
    ['mutation { createApiary(input: { name: "A" }) { userErrors { message } } }', '`errors`'],
    ['mutation { createApiary(input: { name: "A", clientMutationId: "1" }) { apiary { id } } }', '`Idempotency-Key`'],
  ])('%s', async (document, way) => {
    expect(await messageOf(document)).toContain(way);
  });
});

describe('a name that nothing stands for has no suggestion', () => {
  it.each(['colour', 'constructor', 'toString', 'hasOwnProperty'])('%s', async (name) => {
    expect(await messageOf(`{ apiaries { nodes { ${name} } } }`)).toBe('');
    const { errors } = await ana.graphql(
      'mutation ($input: CreateApiaryInput!) { createApiary(input: $input) { apiary { id } } }',
      { input: { name: 'A', [name]: 1 } },
    );
    const message = 'is not defined by type CreateApiaryInput';
    expect(errors).toMatchObject([{ extensions: { fields: [{ field: name, message }] } }]);
  });
});
