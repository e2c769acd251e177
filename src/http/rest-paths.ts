// Everything at /api/v1, in one table: the endpoints, what is streamed, and the upload of a file.
import type { Request, RequestHandler } from 'express';
import type { GraphQLSchema } from 'graphql';
import type { RequestKind } from '../admission/admission.js';
import type { Context } from '../context.js';
import { EXPORT_PATH, exportMyData } from '../documents/export/export.js';
import { checkBefore, createParameterReader } from '../documents/extra-endpoints.js';
import { IMPORT_FILE_PATH } from '../documents/import-file-operation.js';
import { sendImportTemplate, TEMPLATE_PATH } from '../documents/import-template.js';
import { LISTS } from '../documents/lists/index.js';
import { createListReaders } from '../documents/lists/read-list.js';
import { createListSender, pathOfList } from '../documents/lists/send-list.js';
import { registerList } from '../documents/lists/treatment-list.js';
import { READINGS_PATH } from '../documents/readings-operation.js';
import { REGISTER_PATHS } from '../documents/register/paths.js';
import { sendRegisterPage } from '../documents/register/register-page.js';
import { REPORTS } from '../documents/reports/index.js';
import { createReportSender } from '../documents/reports/report.js';
import type { Handler } from '../rest/handler.js';
import { PathRouter } from '../rest/path-router.js';
import type { RestEndpoint } from '../rest/router.js';
import { receiveImportFile } from './import-file.js';
import { receiveReadings } from './readings.js';

/** What answers a method at a path: the handler of an endpoint, or one of Express. */
export type RestTarget =
  | { kind: RequestKind & 'api'; handle: Handler }
  | { kind: 'stream' | 'upload'; send: RequestHandler };

export function createRestPaths(
  endpoints: RestEndpoint[],
  fullSchema: GraphQLSchema,
  contextOf: (request: Request) => Context,
): PathRouter<RestTarget> {
  const paths = new Map<string, Map<string, RestTarget>>();
  const add = (path: string, method: string, target: RestTarget): void => {
    const targets = paths.get(path) ?? new Map<string, RestTarget>();
    paths.set(path, targets.set(method, target));
  };
  const parametersOf = createParameterReader(fullSchema);
  const checked = (path: string, send: RequestHandler) => checkBefore(send, contextOf, () => parametersOf(path));
  const stream = (path: string, send: RequestHandler): void =>
    add(path, 'GET', { kind: 'stream', send: checked(path, send) });
  for (const { route, handle } of endpoints) add(route.path, route.method.toUpperCase(), { kind: 'api', handle });
  add(IMPORT_FILE_PATH, 'PUT', { kind: 'upload', send: checked(IMPORT_FILE_PATH, receiveImportFile(contextOf)) });
  const { extensions: access } = fullSchema.getMutationType()!.getFields().recordReadings!;
  add(READINGS_PATH, 'POST', { kind: 'upload', send: checked(READINGS_PATH, receiveReadings(contextOf, access)) });
  // Reports read the documents of lists, too.
  const readerOf = createListReaders(fullSchema);
  const sendList = createListSender(readerOf, contextOf);
  const sendReport = createReportSender(readerOf, contextOf);
  stream(EXPORT_PATH, exportMyData(contextOf));
  stream(TEMPLATE_PATH, sendImportTemplate(contextOf));
  stream(REGISTER_PATHS.csv, sendList(registerList, 'csv'));
  stream(REGISTER_PATHS.xlsx, sendList(registerList, 'xlsx'));
  stream(REGISTER_PATHS.html, sendRegisterPage(contextOf));
  for (const list of LISTS) stream(pathOfList(list), sendList(list));
  for (const report of REPORTS) stream(report.path, sendReport(report));
  return new PathRouter(paths);
}
