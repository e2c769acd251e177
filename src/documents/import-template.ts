// A workbook that beekeepers fill in, with a sheet for each kind of record: every heading is one that the import knows.
import type { Request, RequestHandler } from 'express';
import { TokenScope } from '../access/token-scope.js';
import type { Context } from '../context.js';
import { FIELD_TEXTS } from '../features/imports/sheets/field-texts.js';
import { KINDS, SHEET_KINDS, STATE_FIELDS } from '../features/imports/sheets/kinds.js';
import type { Language } from '../shared/language.js';
import { REFUSALS } from './operation-parts.js';
import { setDownload, streamToViewer } from './streamed.js';
import { writeXlsx } from './writers/xlsx-writer.js';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
export const TEMPLATE_PATH = '/imports/template.xlsx';

const TEXTS = {
  en: {
    file: 'bees',
    sheets: [
      'Apiaries',
      'Hives',
      'Queens',
      'Inspections',
      'Treatments',
      'Mite counts',
      'Harvests',
      'Feedings',
      'Weights',
      'Inventory',
    ],
  },
  es: {
    file: 'abejas',
    sheets: [
      'Apiarios',
      'Colmenas',
      'Reinas',
      'Inspecciones',
      'Tratamientos',
      'Conteos de varroa',
      'Cosechas',
      'Alimentaciones',
      'Pesos',
      'Inventario',
    ],
  },
} satisfies Record<Language, object>;

/** In what the values of a column are, where people write others. */
const UNITS: Readonly<Record<string, string>> = {
  ...{ honey: 'kg', feedAmount: 'kg', elevation: 'm' },
  ...{ weight: 'kg', temperature: '°C', broodTemperature: '°C', humidity: '%' },
};
const headingOf = (field: string, language: Language): string =>
  `${FIELD_TEXTS[language][field]!}${UNITS[field] ? ` (${UNITS[field]})` : ''}`;

async function* noRows(): AsyncGenerator<never> {}

export const sendImportTemplate = (contextOf: (request: Request) => Context): RequestHandler =>
  streamToViewer(contextOf, { scope: TokenScope.READ }, async ({ requestLog: { language } }, _request, response) => {
    const { file, sheets } = TEXTS[language];
    setDownload(response, language, `attachment; filename="${file}.xlsx"`);
    response.type(XLSX);
    const written = SHEET_KINDS.map((kind, i) => {
      // How a hive is has its place in the sheet of the hives.
      const isAsked = (field: string): boolean => kind !== 'QUEENS' || !STATE_FIELDS.includes(field);
      const fields = Object.keys(KINDS[kind].fields).filter(isAsked);
      const headings = fields.map((field) => headingOf(field, language));
      return { name: sheets[i]!, columns: headings.map((heading) => ({ heading, width: 18 })), rows: noRows() };
    });
    return writeXlsx(written, new Date());
  });

export const TEMPLATE_OPERATION = {
  operationId: 'downloadImportTemplate',
  tags: ['imports'],
  summary: 'Download a workbook to fill in',
  description:
    'Returns a workbook with a sheet for each kind of record, in the language of the request, of which the import knows every heading.',
  parameters: [],
  responses: {
    200: {
      description: 'The workbook.',
      content: { [XLSX]: { schema: { type: 'string', format: 'binary' } } },
    },
    ...REFUSALS,
  },
};
