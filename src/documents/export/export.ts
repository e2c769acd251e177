// Exports the data of an account, table by table: as one JSON document, or as an archive that can be restored (export-archive.ts).
import type { Request, RequestHandler, Response } from 'express';
import { ADMINISTRATORS_ONLY } from '../../access/permissions.js';
import type { Context } from '../../context.js';
import { AppError } from '../../errors.js';
import { findExported } from '../../features/accounts/administer-user.commands.js';
import { ARCHIVE_FORMAT, ARCHIVE_VERSION } from '../../formats/archive-format.js';
import { createMessage } from '../../messages/message.js';
import { RESTORED_LISTS } from '../../records/archived.js';
import { streamToViewer } from '../streamed.js';
import { writeArchive } from './export-archive.js';
import { EXPORTED_LISTS, type Exported } from './export-lists.js';
import type { ExportSource } from './export-rows.js';

/** The rows of an account. @returns the pieces of the document */
export async function* writeExport(source: ExportSource, account: Exported): AsyncGenerator<string> {
  yield JSON.stringify({ format: ARCHIVE_FORMAT, version: ARCHIVE_VERSION, exportedAt: new Date() }).slice(0, -1);
  for (const list of EXPORTED_LISTS) {
    yield `,"${list.name}":[`;
    let separator = '';
    for await (const row of list.read(source, account)) {
      yield `${separator}${JSON.stringify(row)}`;
      separator = ',\n';
    }
    yield ']';
  }
  yield '}';
}

export const EXPORT_PATH = '/users/me/export';
/** The OpenAPI description. This endpoint is not in the route table because its response is streamed. */
export const EXPORT_OPERATION = {
  operationId: 'exportMyData',
  tags: ['users'],
  summary: 'Export my data',
  description:
    'Returns all data of the current account, table by table: as one JSON document or, with `format=zip`, as an archive that an import restores, with a file of JSON lines for each table and `manifest.json`, which has their numbers of rows and checksums.',
  parameters: [
    {
      name: 'format',
      in: 'query',
      description: 'The format of the export.',
      schema: { type: 'string', enum: ['json', 'zip'], default: 'json' },
    },
  ],
  responses: {
    200: {
      description: 'The rows of each table.',
      content: {
        'application/json': {
          schema: {
            type: 'object',
            properties: {
              format: { type: 'string', enum: [ARCHIVE_FORMAT] },
              version: { type: 'string', description: 'The version of the format, as in `manifest.json`.' },
              exportedAt: { type: 'string', format: 'date-time' },
              ...Object.fromEntries(
                EXPORTED_LISTS.map(({ name }) => [name, { type: 'array', items: { type: 'object' } }]),
              ),
            },
            // The others are for people, and may change.
            required: ['format', 'version', 'exportedAt', ...RESTORED_LISTS.keys()],
          },
        },
        'application/zip': { schema: { type: 'string', format: 'binary' } },
      },
    },
    400: { $ref: '#/components/responses/Refused400' },
    401: { $ref: '#/components/responses/Refused401' },
    default: { $ref: '#/components/responses/Refused' },
  },
};

export const exportMyData = (contextOf: (request: Request) => Context): RequestHandler =>
  streamToViewer(contextOf, {}, async (context, request, response) =>
    openExport(context, context.viewer, request, response),
  );

/** Serves the export of another account that an administrator has requested (requestUserExport). It is no part of the REST API. */
export const USER_EXPORT_PATH = '/exports/:id';
export const exportUser = (contextOf: (request: Request) => Context): RequestHandler =>
  streamToViewer(contextOf, { permission: ADMINISTRATORS_ONLY }, async (context, request, response) => {
    const account = await findExported(context, String(request.params.id));
    return openExport(context, { ...account, isOther: true }, request, response);
  });

const FORMATS = ['json', 'zip'] as const;
type Format = (typeof FORMATS)[number];
const isFormat = (value: unknown): value is Format => FORMATS.includes(value as Format);

/** @throws BAD_USER_INPUT for a format that does not exist */
function openExport(
  context: Context,
  account: Exported,
  { query: { format = 'json' } }: Request,
  response: Response,
): AsyncGenerator<string | Buffer> {
  if (!isFormat(format))
    throw AppError.badInput([
      { field: 'format', message: createMessage('must be one of {values}', { values: FORMATS }) },
    ]);
  response.type(format).set('Content-Disposition', `attachment; filename="beekeeping.${format}"`);
  return format === 'zip' ? writeArchive(context, account) : writeExport(context, account);
}
