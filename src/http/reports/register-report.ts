// The register of treatments as PDF: the columns of the table, several of them together where a page has no room for each.

import { describeDays } from '../days-of-query.js';
import { loadToday } from '../lists/keeper.js';
import { registerList } from '../lists/treatment-list.js';
import { COLUMNS, REGISTER_TEXTS } from '../pages/register-texts.js';
import { type Report, readAll } from './report.js';

/** The keys of the columns that share a column, and its share of the width. */
const GROUPS: [weight: number, ...keys: string[]][] = [
  [9, 'started_on', 'ended_on', 'planned_days'],
  [11, 'product_name', 'active_ingredient'],
  [7, 'dose', 'method'],
  [11, 'supplier', 'supplier_address'],
  [8, 'purchase_proof'],
  [10, 'apiary', 'hive'],
  [11, 'prescriber', 'prescriber_contact'],
  [9, 'withdrawal_days', 'withdrawal_until'],
  [8, 'batch_number', 'expiry_date'],
  [8, 'target'],
  [8, 'applied_by'],
  [9, 'status', 'revision', 'reason'],
];

/** What a number in a cell with others is. */
const MARKS: Record<string, (value: string | number) => string> = {
  planned_days: (days) => `${days} d`,
  withdrawal_days: (days) => `${days} d`,
  revision: (number) => `#${number}`,
};

export const registerReport: Report = {
  path: '/treatments/register/pdf',
  name: 'register-of-treatments',
  open: async (source) => {
    const { context, request, language, readerOf, t } = source;
    const texts = REGISTER_TEXTS[language];
    const filters = readerOf(registerList.document).readFilters(request.query);
    const rows = await readAll(source, registerList.document, filters, 'from');
    const todayOf = await loadToday(context);
    const { from, to, apiary_id } = filters as Record<string, string | undefined>;
    const period = describeDays({ from, to }, t);
    const groups = GROUPS.map(([weight, ...keys]) => ({
      weight,
      columns: keys.map((key) => COLUMNS.find((one) => one.key === key)!),
    }));
    const cells = groups.map(({ weight, columns }) => ({
      weight,
      heading: columns.map(({ title }) => title[language]).join(' / '),
    }));
    return {
      title: texts.title,
      lines: [texts.law, ...(period ? [period] : [])],
      apiaryId: apiary_id,
      layout: 'landscape',
      write: async (document) => {
        const toRow = (row: (typeof rows)[number]) => ({
          isStruck: row.status === 'VOIDED',
          cells: groups.map(({ columns }) =>
            columns
              .map(({ key, value }) => [key, value(row, language, todayOf(row))] as const)
              .map(([key, value]) => (value === null || value === '' ? '' : (MARKS[key]?.(value) ?? value)))
              .filter((value) => value !== '')
              .join('\n'),
          ),
        });
        if ((await document.table(cells, rows.map(toRow))) === 0) document.line(texts.empty);
      },
    };
  },
};
