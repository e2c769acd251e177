// The OpenAPI descriptions of the register.
import type { JsonSchema } from '../../rest/openapi/schemas.js';
import { SEPARATOR_PARAMETER } from '../lists/operations.js';
import { queryParameter, REFUSALS } from '../operation-parts.js';
import { REGISTER_PATHS } from './paths.js';

const describeRegister = (
  operationId: string,
  summary: string,
  description: string,
  type: string,
  { format, parameters = [] }: { format?: string; parameters?: JsonSchema[] } = {},
) => ({
  operationId,
  tags: ['treatments'],
  summary,
  description,
  parameters: [
    ...parameters,
    queryParameter('apiary_id', 'Only treatments that were applied in this apiary.', {
      type: 'string',
      format: 'uuid',
    }),
    queryParameter('from', 'Only treatments that began on this day or later.', { type: 'string', format: 'date' }),
    queryParameter('to', 'Only treatments that began on this day or earlier.', { type: 'string', format: 'date' }),
  ],
  responses: {
    200: {
      description: 'The current revision of every treatment.',
      content: { [type]: { schema: { type: 'string', ...(format && { format }) } } },
    },
    ...REFUSALS,
  },
});

/** The OpenAPI descriptions. These endpoints are not in the route table because their responses are streamed. */
export const REGISTER_OPERATIONS = [
  {
    path: REGISTER_PATHS.csv,
    operation: describeRegister(
      'downloadTreatmentRegister',
      'Download the register of treatments',
      'Returns the register as a table in UTF-8 (RFC 4180), in the language of the request. Treatments of hives and apiaries that no longer exist are included, and those that were voided. An apostrophe precedes what a spreadsheet would run as a formula, at the beginning of a text and after a semicolon, a tab or a line break. The register is read in parts: a treatment whose first day is corrected during the download may be missing or appear twice.',
      'text/csv',
      { parameters: [SEPARATOR_PARAMETER] },
    ),
  },
  {
    path: REGISTER_PATHS.xlsx,
    operation: describeRegister(
      'downloadTreatmentWorkbook',
      'Download the register of treatments as a workbook',
      'Returns the register as a workbook for spreadsheet programs, with the columns of the table. Days are dates, and no text is a formula.',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      { format: 'binary' },
    ),
  },
  {
    path: REGISTER_PATHS.html,
    operation: describeRegister(
      'printTreatmentRegister',
      'Print the register of treatments',
      'Returns the register as a page to print, in the language of the request. It loads nothing, so it can be saved and opened as a file. It is read in parts, as the table is.',
      'text/html',
    ),
  },
];
