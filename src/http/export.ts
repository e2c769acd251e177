// Exports the data of an account as one JSON document, table by table.
import type { Request, RequestHandler, Response } from 'express';
import { ADMINISTRATORS_ONLY } from '../access/permissions.js';
import type { PolicyViewer } from '../access/policy.js';
import type { Context } from '../context.js';
import * as entities from '../entities.js';
import { findExported } from '../features/accounts/administration-acts.js';
import { records } from '../records/records.js';
import { type ExportSource, readRows } from './export-rows.js';
import { streamToViewer } from './streamed.js';

const types: Record<string, (typeof entities)[keyof typeof entities]> = entities;

/** The lists of an export: their names and the entities that they contain. */
const LISTS = Object.entries(records).flatMap(
  ([entity, { exportAs, exportColumns: columns = {}, exportWhere: where }]) =>
    exportAs ? [{ name: exportAs, type: types[entity]!, columns, where }] : [],
);
type List = (typeof LISTS)[number];

/** A column may have another name in the export. */
function renameColumns(row: object, { columns }: List): object {
  if (Object.keys(columns).length === 0) return row;
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [columns[name] ?? name, value]));
}

/** The rows of an account, whoever reads them. @returns the pieces of the document */
export async function* writeExport(source: ExportSource, account: PolicyViewer): AsyncGenerator<string> {
  yield `{"exportedAt":${JSON.stringify(new Date())}`;
  for (const list of LISTS) {
    yield `,"${list.name}":[`;
    let separator = '';
    for await (const row of readRows(source, account, list.type as typeof entities.User, list.where?.(account.id))) {
      yield `${separator}${JSON.stringify(renameColumns(row, list))}`;
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
  description: 'Returns all data of the current account as one JSON document, table by table.',
  responses: {
    200: {
      description: 'The rows of each table.',
      content: {
        'application/json': {
          schema: {
            type: 'object',
            properties: {
              exportedAt: { type: 'string', format: 'date-time' },
              ...Object.fromEntries(LISTS.map(({ name }) => [name, { type: 'array', items: { type: 'object' } }])),
            },
            required: ['exportedAt', ...LISTS.map(({ name }) => name)],
          },
        },
      },
    },
    401: { $ref: '#/components/responses/Refused401' },
    default: { $ref: '#/components/responses/Refused' },
  },
};

export const exportMyData = (contextOf: (request: Request) => Context): RequestHandler =>
  streamToViewer(contextOf, {}, async (context, _request, response) => {
    setHeaders(response);
    return writeExport(context, context.viewer);
  });

/** Serves the export of another account that an administrator has requested (requestUserExport). It is no part of the REST API. */
export const USER_EXPORT_PATH = '/exports/:id';
export const exportUser = (contextOf: (request: Request) => Context): RequestHandler =>
  streamToViewer(contextOf, { permission: ADMINISTRATORS_ONLY }, async (context, request, response) => {
    const account = await findExported(context, String(request.params.id));
    setHeaders(response);
    return writeExport(context, account);
  });

const setHeaders = (response: Response): void => {
  response.type('json').set('Content-Disposition', 'attachment; filename="beekeeping.json"');
};
