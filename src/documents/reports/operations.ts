// The OpenAPI descriptions of the documents that are sent as PDF.
import { BeehiveMovementKind } from '../../features/movements/beehive-movement.types.js';
import type { ExtraEndpoint } from '../../rest/openapi/document.js';
import type { JsonSchema } from '../../rest/openapi/schemas.js';
import { EXAMPLE } from '../../shared/example-ids.js';
import { queryParameter, REFUSALS } from '../operation-parts.js';
import { registerReport } from '../register/register-report.js';
import { declarationReport } from './declaration-report.js';
import { movementReport } from './movement-report.js';
import { MAX_CHARACTERS, MAX_ROWS } from './report.js';
import { seasonReport } from './season-report.js';
import { stockCard } from './stock-card.js';

const day = { type: 'string', format: 'date' };
const id = { type: 'string', format: 'uuid' };
const PERIOD = [
  queryParameter('from', 'Only what began, or happened, on this day or later.', day),
  queryParameter('to', 'Only what began, or happened, on this day or earlier.', day),
];
const describe = (operationId: string, tag: string, summary: string, text: string, parameters: JsonSchema[]) => ({
  operationId,
  tags: [tag],
  summary,
  description: `${text} The document is in the language of the request, with numbered pages. It has at most ${MAX_ROWS} rows and ${MAX_CHARACTERS / 1_000_000} million characters: a longer one is refused (\`RESPONSE_TOO_BROAD\`).`,
  parameters,
  responses: {
    200: {
      description: 'The document.',
      content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
    },
    ...REFUSALS,
  },
});

export const REPORT_OPERATIONS: ExtraEndpoint[] = [
  {
    path: registerReport.path,
    operation: describe(
      'downloadTreatmentRegisterDocument',
      'treatments',
      'Download the register of treatments as PDF',
      'Returns the register, the oldest treatment first. Voided treatments are struck through.',
      [queryParameter('apiary_id', 'Only treatments that were applied in this apiary.', id), ...PERIOD],
    ),
  },
  {
    path: stockCard.path,
    operation: describe(
      'downloadStockCard',
      'inventory',
      'Download the stock card of an item as PDF',
      'Returns the movements of an inventory item, the oldest first, with the balance after each. Days are those of UTC.',
      [
        { ...queryParameter('id', 'The id of the item.', id), in: 'path', required: true, example: EXAMPLE.item },
        ...PERIOD,
      ],
    ),
  },
  {
    path: seasonReport.path,
    operation: describe(
      'downloadSeasonReport',
      'reports',
      'Download the report of a season as PDF',
      'Returns the hives of an apiary, or of all, with their inspections, losses, splits, queens, treatments, mite counts and harvests of a year.',
      [
        queryParameter('year', 'The year; the current one if omitted.', {
          type: 'integer',
          minimum: 1900,
          maximum: 2999,
        }),
        queryParameter('apiary_id', 'Only this apiary. If omitted, all that you see.', id),
      ],
    ),
  },
  {
    path: movementReport.path,
    operation: describe(
      'downloadMovementBookDocument',
      'reports',
      'Download the movement book as PDF',
      'Returns which hives came, were moved and ended, the oldest first, from where to where, with which vehicle and health document: of the current year, unless `from` and `to` say otherwise.',
      [
        queryParameter(
          'apiary_id',
          'Only what came to this apiary, or left it. If omitted, all of your own hives.',
          id,
        ),
        queryParameter('from', 'The first day. If omitted, 1 January of the year of the last day.', day),
        queryParameter('to', 'The last day: the period has at most 10 years. If omitted, today.', day),
        queryParameter('kinds', 'Only these kinds.', {
          type: 'array',
          maxItems: 500,
          items: { type: 'string', enum: Object.values(BeehiveMovementKind) },
        }),
      ],
    ),
  },
  {
    path: declarationReport.path,
    operation: describe(
      'downloadAnnualDeclaration',
      'reports',
      'Download the annual declaration as PDF',
      'Returns the living hives of your own apiaries on a day, by country, municipality and apiary.',
      [
        queryParameter('year', 'The year; the current one if omitted.', {
          type: 'integer',
          minimum: 1900,
          maximum: 2999,
        }),
        queryParameter(
          'day',
          'The day whose hives are counted, of the year or the one before, not in the future. If omitted, the last of the period of declarations of each country, or today until then.',
          day,
        ),
      ],
    ),
  },
];
