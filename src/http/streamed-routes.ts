// The routes whose responses are streamed, by their paths.
import type { Request, RequestHandler } from 'express';
import type { GraphQLSchema } from 'graphql';
import type { Context } from '../context.js';
import { REST_BASE } from '../rest/route.js';
import { EXPORT_PATH, exportMyData, exportUser, USER_EXPORT_PATH } from './export.js';
import { LISTS } from './lists/index.js';
import { createListReaders } from './lists/read-list.js';
import { createListSender, pathOfList } from './lists/send-list.js';
import { registerList } from './lists/treatment-list.js';
import { REGISTER_PATHS } from './register/paths.js';
import { sendRegisterPage } from './register/register-page.js';
import { REPORTS } from './reports/index.js';
import { createReportSender } from './reports/report.js';

export function streamedRoutes(
  fullSchema: GraphQLSchema,
  contextOf: (request: Request) => Context,
): [path: string, send: RequestHandler][] {
  // Reports read the documents of lists, too.
  const readerOf = createListReaders(fullSchema);
  const sendList = createListSender(readerOf, contextOf);
  const sendReport = createReportSender(readerOf, contextOf);
  return [
    [`${REST_BASE}${EXPORT_PATH}`, exportMyData(contextOf)],
    [`${REST_BASE}${REGISTER_PATHS.csv}`, sendList(registerList, 'csv')],
    [`${REST_BASE}${REGISTER_PATHS.xlsx}`, sendList(registerList, 'xlsx')],
    [`${REST_BASE}${REGISTER_PATHS.html}`, sendRegisterPage(contextOf)],
    ...LISTS.map((list): [string, RequestHandler] => [`${REST_BASE}${pathOfList(list)}`, sendList(list)]),
    ...REPORTS.map((report): [string, RequestHandler] => [`${REST_BASE}${report.path}`, sendReport(report)]),
    [USER_EXPORT_PATH, exportUser(contextOf)],
  ];
}
