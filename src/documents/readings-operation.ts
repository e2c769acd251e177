// What OpenAPI says of the intake of readings (http/readings.ts).
import { EXAMPLE } from '../shared/example-ids.js';
import { refusalsOf } from './operation-parts.js';

export const READINGS_PATH = '/measurements';

const COUNT = { type: 'integer' };
const READING = {
  type: 'object',
  properties: {
    beehive_id: { type: 'string', format: 'uuid' },
    kind: { type: 'string', description: 'A MeasurementKind, such as WEIGHT.' },
    value: { type: 'number' },
    unit: { type: 'string', description: 'A MeasurementUnit, or its symbol.' },
    quantity: { type: 'string' },
    custom_unit: { type: 'string' },
    measured_at: { type: 'string', format: 'date-time' },
  },
  required: ['kind', 'value'],
};

export const READINGS_OPERATION = {
  operationId: 'recordReadings',
  tags: ['measurements'],
  summary: 'Record what devices have measured',
  description:
    'Records up to 10,000 readings (2 MB): as `{ "readings": [ … ] }`, a list or one reading in JSON; as lines of JSON (application/x-ndjson); as SenML (RFC 8428, application/senml+json), whose names contain the id of the hive and end with the kind; or as a decoded uplink of The Things Stack. A reading is known by its hive, kind and time: however often it is sent, it is recorded once. What cannot be recorded is refused by its number; if that is all, the response is 400. A personal access token that is limited to hives can send readings of these hives, and nothing else.',
  parameters: [
    {
      name: 'beehive_id',
      in: 'query',
      required: false,
      description: 'The hive of readings that name none. A token that is limited to one hive needs none.',
      schema: { type: 'string', format: 'uuid' },
    },
  ],
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: {
          oneOf: [
            { type: 'object', properties: { readings: { type: 'array', items: READING } } },
            { type: 'array', items: READING },
          ],
        },
        example: { readings: [{ beehive_id: EXAMPLE.beehive, kind: 'WEIGHT', value: 38.4 }] },
      },
      'application/x-ndjson': { schema: { type: 'string' } },
      'application/senml+json': { schema: { type: 'array', items: { type: 'object' } } },
    },
  },
  responses: {
    200: {
      description: 'What became of the readings.',
      content: {
        'application/json': {
          schema: {
            type: 'object',
            properties: {
              recorded_count: COUNT,
              known_count: { ...COUNT, description: 'How many were there already.' },
              refused_count: COUNT,
              refused: {
                type: 'array',
                description: 'The first 100 that were refused.',
                items: {
                  type: 'object',
                  properties: {
                    line: { ...COUNT, description: 'The number of the reading in the request, from 1.' },
                    field: { type: ['string', 'null'] },
                    message: { type: 'string' },
                  },
                  required: ['line', 'field', 'message'],
                },
              },
            },
            required: ['recorded_count', 'known_count', 'refused_count', 'refused'],
          },
        },
      },
    },
    ...refusalsOf(400, 401, 403, 413, 415),
  },
};
