// The OpenAPI descriptions of the lists, with the filters that their documents have.
import { type GraphQLSchema, getNullableType, parse } from 'graphql';
import type { ExtraEndpoint } from '../../rest/openapi/document.js';
import { readInputs } from '../../rest/openapi/inputs.js';
import { describeInRestWords } from '../../rest/openapi/rest-words.js';
import type { JsonSchema, Schemas } from '../../rest/openapi/schemas.js';
import { queryParameter } from '../operation-parts.js';
import { LISTS } from './index.js';
import type { List } from './list.js';
import { filtersOf } from './read-list.js';
import { formatsOf, pathOfList, SEPARATORS, TYPES } from './send-list.js';

const FORMATS = 'Comma-separated values in UTF-8 (RFC 4180), or a workbook of a spreadsheet program';
export const SEPARATOR_PARAMETER = queryParameter(
  'separator',
  'What separates the cells of `csv`. With a semicolon, decimals have a comma: spreadsheet programs in Spanish expect both.',
  { type: 'string', enum: SEPARATORS, default: 'comma' },
);
const formatParameters = (list: List): JsonSchema[] => [
  {
    name: 'format',
    in: 'query',
    required: false,
    description: list.map ? `${FORMATS}, or features of a map (RFC 7946).` : `${FORMATS}.`,
    schema: { type: 'string', enum: formatsOf(list), default: 'csv' },
  },
  SEPARATOR_PARAMETER,
];
const FEATURES: JsonSchema = {
  type: 'object',
  properties: {
    type: { type: 'string', const: 'FeatureCollection' },
    features: { type: 'array', items: { type: 'object' } },
  },
  required: ['type', 'features'],
};
const refused = (status: number): [number, JsonSchema] => [status, { $ref: `#/components/responses/Refused${status}` }];

function describe(schema: GraphQLSchema, list: List, schemas: Schemas): JsonSchema {
  const filters = readInputs(schema, filtersOf(parse(list.document)), {}).map(
    ({ name, type, description, keywords }): JsonSchema => ({
      name,
      in: 'query',
      required: false,
      description: description ?? `Only rows of this ${name.replace('_id', '')}. If omitted, of all that you see.`,
      schema: schemas.presentInput(getNullableType(type), {}, keywords),
    }),
  );
  const name = list.name.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return describeInRestWords({
    operationId: `download${name}`,
    tags: ['lists'],
    summary: `Download ${list.title.en.toLowerCase()} as a table`,
    description: `${list.description} The headings and the words are in the language of the request. A list is read in parts: a record that changes during the download may be missing or appear twice.`,
    parameters: [...formatParameters(list), ...filters],
    responses: {
      200: {
        description: list.map ? 'The table, or the features.' : 'The table.',
        content: {
          [TYPES.csv]: { schema: { type: 'string' } },
          [TYPES.xlsx]: { schema: { type: 'string', format: 'binary' } },
          ...(list.map && { [TYPES.geojson]: { schema: FEATURES } }),
        },
      },
      ...Object.fromEntries([400, 401, 404].map(refused)),
      default: { $ref: '#/components/responses/Refused' },
    },
  });
}

export const listOperations = (schema: GraphQLSchema): ExtraEndpoint[] =>
  LISTS.map((list) => ({ path: pathOfList(list), operation: (schemas) => describe(schema, list, schemas) }));
