// What a refusal tells the author of a client: which field, what there is instead, and in the language of the account.
import { expect, it } from '@jest/globals';
import { ana, apiary } from './client-schema.fixture.js';

const CREATE = 'mutation ($input: CreateBeehiveInput!) { createBeehive(input: $input) { beehive { id } } }';
const refused = async (input: object, document = CREATE, headers = {}) => {
  const { errors } = await ana.graphql(document, { input }, headers);
  const { code, reason, fields } = errors![0]!.extensions as Record<string, unknown>;
  return { message: errors![0]!.message, code, reason, fields };
};

it('an unknown input field names its type and what was probably meant', async () => {
  expect(await refused({ apiaryId: apiary, beehivNumber: 1, colour: 'red' })).toMatchObject({
    code: 'BAD_USER_INPUT',
    fields: [
      {
        field: 'beehivNumber',
        message: 'is not defined by type CreateBeehiveInput: did you mean "beehiveNumber"?',
      },
      { field: 'colour', message: 'is not defined by type CreateBeehiveInput' },
    ],
  });
});

it('a refusal of a constraint names the field', async () => {
  await ana.beehive(apiary, { beehiveNumber: 70 });
  const taken = { code: 'CONFLICT', reason: 'BEEHIVE_NUMBER_TAKEN' };
  const fields = [{ field: 'beehiveNumber', message: 'is the number of another hive' }];
  expect(await refused({ apiaryId: apiary, beehiveNumber: 70 })).toMatchObject({ ...taken, fields });
  const id = await ana.beehive(apiary, { beehiveNumber: 71 });
  const update = 'mutation ($input: UpdateBeehiveInput!) { updateBeehive(input: $input) { beehive { id } } }';
  expect(await refused({ id, beehiveNumber: 70 }, update)).toMatchObject({ ...taken, fields });
  // The REST API has a message for people alone.
  const { status, body } = await ana.rest('POST', '/beehives', { apiary_id: apiary, beehive_number: 70 });
  expect([status, body.error_code]).toEqual([409, 'BEEHIVE_NUMBER_TAKEN']);
  expect(body.message).toBe('The apiary already has a hive with this number');
});

it('errors of variables are in the language of the account', async () => {
  // As a client that accepts any language: accounts are Spanish.
  const inSpanish = (input: object) => refused(input, CREATE, { 'accept-language': '*' });
  expect(await inSpanish({ apiaryId: apiary, beehiveNumber: 'one' })).toMatchObject({
    fields: [{ field: 'beehiveNumber', message: expect.stringMatching(/^debe ser un número entero/) }],
  });
  expect(await inSpanish({ apiaryId: apiary, beehivNumber: 1 })).toMatchObject({
    fields: [{ message: 'no está definido en el tipo CreateBeehiveInput: ¿quiso decir "beehiveNumber"?' }],
  });
  expect(await refused({ apiaryId: apiary, beehiveNumber: 'one' })).toMatchObject({
    fields: [{ message: 'must be a whole number of at most 32 bits' }],
  });
});
