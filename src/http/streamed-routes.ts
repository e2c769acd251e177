// The routes of the REST API whose responses are streamed, by their paths.
import type { Request, RequestHandler } from 'express';
import type { GraphQLSchema } from 'graphql';
import type { Context } from '../context.js';
import { methodNotAllowed } from '../rest/router.js';
import { SegmentRouter } from '../rest/segment-router.js';
import { EXPORT_PATH, exportMyData } from './export.js';
import { LISTS } from './lists/index.js';
import { createListReaders } from './lists/read-list.js';
import { createListSender, pathOfList } from './lists/send-list.js';
import { registerList } from './lists/treatment-list.js';
import { REGISTER_PATHS } from './register/paths.js';
import { sendRegisterPage } from './register/register-page.js';
import { REPORTS } from './reports/index.js';
import { createReportSender } from './reports/report.js';

export function createStreamedRouter(
  fullSchema: GraphQLSchema,
  contextOf: (request: Request) => Context,
): RequestHandler {
  // Reports read the documents of lists, too.
  const readerOf = createListReaders(fullSchema);
  const sendList = createListSender(readerOf, contextOf);
  const sendReport = createReportSender(readerOf, contextOf);
  const router = new SegmentRouter();
  const add = (path: string, send: RequestHandler): unknown =>
    router
      .route(path)
      .get(send)
      .all(methodNotAllowed(['GET']));
  add(EXPORT_PATH, exportMyData(contextOf));
  add(REGISTER_PATHS.csv, sendList(registerList, 'csv'));
  add(REGISTER_PATHS.xlsx, sendList(registerList, 'xlsx'));
  add(REGISTER_PATHS.html, sendRegisterPage(contextOf));
  for (const list of LISTS) add(pathOfList(list), sendList(list));
  for (const report of REPORTS) add(report.path, sendReport(report));
  return router.handle;
}
