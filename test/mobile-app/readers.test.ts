// Tests the readers themselves, because lenient readers would hide errors.
import { expect, it } from '@jest/globals';
import { decode, listOf, nothing, type Reader } from '../support/mobile-app/dart.js';
import { RouteRecord } from '../support/mobile-app/mobile-client.js';
import {
  answer,
  apiary,
  beehive,
  julyTemplate,
  marchTemplate,
  movement,
  question,
  refusal,
  session,
  specQuestion,
} from '../support/mobile-app/models.js';

const OAK = {
  id: '1',
  user_id: 'u',
  name: 'El Roble',
  location: null,
  beehives_count: 0,
  treatments: false,
  created_at: 'Wed, 18 Mar 2026 04:47:59 GMT',
};
const HIVE = {
  id: '1',
  apiary_id: '1',
  hive_number: 1,
  activity_level: null,
  bee_population: null,
  food_frames: null,
  brood_frames: null,
  hive_status: null,
  health_status: null,
  has_production_chamber: 'Si',
  observations: null,
  treatments: false,
  created_at: '2026-03-18T04:47:59.000Z',
  updated_at: '2026-03-18 04:47:59',
};
const QUESTION = {
  id: '1',
  apiary_id: '1',
  apiarioId: '1',
  question_text: 'a',
  texto: 'a',
};
const { location: _location, ...WITHOUT_LOCATION } = OAK;
const { hive_number: _number, ...UNNUMBERED } = HIVE;

it('readers accept valid values and ignore unknown keys', () => {
  expect(
    listOf(apiary)(
      [
        { ...OAK, more: 1 },
        { ...OAK, created_at: null },
      ],
      'list',
    ),
  ).toHaveLength(2);
  expect(beehive(HIVE, 'hive')).toMatchObject({ hive_number: 1, updated_at: new Date('2026-03-18 04:47:59') });
  expect(beehive({ ...UNNUMBERED, beehive_number: 7 }, 'hive').hive_number).toBe(7);
});

it.each<[string, Reader<unknown>, unknown, string]>([
  ['one invalid element of a list', listOf(apiary), [OAK, { ...OAK, name: null }], 'x[1].name'],
  ['an object around a list', listOf(apiary), { data: [OAK] }, 'x'],
  ['a missing key', apiary, WITHOUT_LOCATION, 'x.location is missing'],
  ['a number as a user id', apiary, { ...OAK, user_id: 7 }, 'x.user_id'],
  ['an ISO date of an apiary', apiary, { ...OAK, created_at: '2026-03-18T04:47:59Z' }, 'x.created_at'],
  ['an RFC 1123 date of a hive', beehive, { ...HIVE, created_at: OAK.created_at }, 'x.created_at'],
  ['a bool for a production chamber', beehive, { ...HIVE, has_production_chamber: true }, 'x.has_production_chamber'],
  ['text for a number', beehive, { ...HIVE, food_frames: '3' }, 'x.food_frames'],
  [
    'a double for an int',
    beehive,
    decode(JSON.stringify(HIVE).replace('"hive_number":1', '"hive_number":1.0')),
    'x.hive_number',
  ],
  [
    'options in one text',
    question,
    {
      id: '1',
      apiary_id: '1',
      question_text: 'a',
      question_type: 'texto',
      category: null,
      is_required: true,
      options: 'a,b',
    },
    'x.options',
  ],
  ...[question, specQuestion, marchTemplate, julyTemplate].map((read): [string, Reader<unknown>, unknown, string] => [
    'a type that the dropdown of March does not hold',
    read,
    { ...QUESTION, question_type: 'si_no', tipoRespuesta: 'si_no' },
    'must be texto or numero or opciones',
  ]),
  ['a missing token', session, { user_id: 'u' }, 'x.access_token'],
  ['an answer without a time', answer, { id: '1', hive_question_id: '1', answer: 'a', score: 1 }, 'x.answered_at'],
  ['an unknown movement type', movement, { movement_type: 'IN' }, 'x.movement_type'],
  [
    'a status line for a message',
    refusal,
    { message: 'Bad Request', error: 'Bad Request', error_code: 'A' },
    'x.message',
  ],
  ['an unexpected body', nothing, {}, 'x'],
])('readers refuse %s, and report its path', (_what, read, value, at) => {
  expect(() => read(value, 'x')).toThrow(at);
});

it('the record adds the first matching route, with the status of the route', () => {
  const record = new RouteRecord();
  const all = record.missing;
  record.add('GET', '/questions/templates', { status: 404, json: {} });
  record.add('PATCH', '/apiaries/1', { status: 200, json: {} });
  expect(record.missing).toEqual(all);
  record.add('POST', '/inventory/', { status: 201, json: {} });
  record.add('GET', '/inventory/1?first=2', { status: 200, json: [] });
  record.add('GET', '/inventory/1', { status: 200, json: {} });
  expect(all.filter((operation) => !record.missing.includes(operation))).toEqual([
    'get /inventory/:id: listInventory',
    'get /inventory/:id: getInventoryItemAtAppPath',
    'post /inventory: createInventoryItem',
  ]);
});
