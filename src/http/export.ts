// Exports the data of an account as one JSON document, table by table. Rows are read a page at a time, so memory use stays bounded.
import { once } from 'node:events';
import type { Request, RequestHandler } from 'express';
import { notVerified } from '../access/access-tokens.js';
import { registry } from '../access/policy.js';
import type { Context } from '../context.js';
import * as entities from '../entities.js';
import { AppError } from '../errors.js';

const types: Record<string, (typeof entities)[keyof typeof entities]> = entities;

/** The lists of an export: their names and the entities that they contain. */
const LISTS = Object.entries(registry).flatMap(([entity, { exportAs, exportColumns = {}, exportWhere }]) =>
  exportAs ? [{ name: exportAs, type: types[entity]!, columns: exportColumns, where: exportWhere }] : [],
);
const BATCH_SIZE = 500;
/** Each export holds a batch of rows while its client reads. */
const MAX_EXPORTS = 10;
const MAX_EXPORTS_OF_ACCOUNT = 2;
const RETRY_AFTER_S = 10;
/** The accounts of the exports that are under way. */
const running: string[] = [];

type List = (typeof LISTS)[number];

async function* readRows(context: Context, { type, columns, where }: List): AsyncGenerator<object> {
  const access = where ? context.access : context.own;
  const args = { first: BATCH_SIZE, order: { id: 'asc' }, where: where?.(context.viewer.id) } as const;
  const names = Object.entries(columns);
  let after: string | undefined;
  do {
    const page = await access.list(type as typeof entities.User, { ...args, after });
    for (const row of page.nodes)
      yield names.length === 0
        ? row
        : Object.fromEntries(Object.entries(row).map(([name, value]) => [columns[name] ?? name, value]));
    const { hasNextPage, endCursor } = page.pageInfo;
    after = hasNextPage ? endCursor! : undefined;
  } while (after);
}

async function* writeExport(context: Context): AsyncGenerator<string> {
  yield `{"exportedAt":${JSON.stringify(new Date())}`;
  for (const list of LISTS) {
    yield `,"${list.name}":[`;
    let separator = '';
    for await (const row of readRows(context, list)) {
      yield `${separator}${JSON.stringify(row)}`;
      separator = ',\n';
    }
    yield ']';
  }
  yield '}';
}

const tooManyExports = (): AppError =>
  new AppError('RATE_LIMITED', 'Too many exports are under way: try again later', { retryAfter: RETRY_AFTER_S });

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
    403: { $ref: '#/components/responses/Refused403' },
    429: { $ref: '#/components/responses/Refused429' },
    503: { $ref: '#/components/responses/Refused503' },
    default: { $ref: '#/components/responses/Refused' },
  },
};

export function exportMyData(contextOf: (request: Request) => Context): RequestHandler {
  return async (request, response) => {
    const context = contextOf(request);
    // The export is streamed, so the response budget does not apply.
    context.budget = undefined;
    const viewer = await context.authenticate();
    if (viewer.mustVerify) throw notVerified();
    // An unavailable database must be reported before the status 200 is sent.
    await context.access.one(entities.User, viewer.id, ['id']);
    const { length: own } = running.filter((id) => id === viewer.id);
    if (own >= MAX_EXPORTS_OF_ACCOUNT || running.length >= MAX_EXPORTS) throw tooManyExports();
    running.push(viewer.id);
    response.once('close', () => running.splice(running.indexOf(viewer.id), 1));
    response.type('json').set('Content-Disposition', 'attachment; filename="beekeeping.json"');
    const closed = once(response, 'close').catch(() => {});
    for await (const chunk of writeExport(context)) {
      if (response.destroyed) return;
      // Backpressure: reading waits for the client.
      if (!response.write(chunk)) await Promise.race([once(response, 'drain'), closed]);
    }
    response.end();
  };
}
