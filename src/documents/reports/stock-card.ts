// The stock card of an item: its movements, the oldest first, with the balance after each.
import { MAX_PAGE_ROWS, PageSize } from '../../database/page-size.js';
import type { Row } from '../../database/row.js';
import { ofTimes } from '../../database/where.js';
import { Apiary, InventoryItem, StockMovement } from '../../entities.js';
import { AppError, type FieldProblem } from '../../errors.js';
import { loadPerson } from '../../features/accounts/person.queries.js';
import { type Days, describeDays, readDays } from '../days-of-query.js';
import { MOVEMENTS } from '../lists/words.js';
import type { Report, ReportSource } from './report.js';

const DAY_MS = 86_400_000;
/** The days are those of UTC, as the times are. */
async function readMovements(
  { context, size: document }: ReportSource,
  item: string,
  period: Days,
): Promise<Row<StockMovement>[]> {
  const { from, to } = period;
  const end = to === undefined ? undefined : new Date(Date.parse(to) + DAY_MS - 1);
  const where = { item, occurredAt: ofTimes(from === undefined ? undefined : new Date(from), end) };
  const all: Row<StockMovement>[] = [];
  const size = new PageSize(context.rowLimit, MAX_PAGE_ROWS);
  for (let after: string | undefined; ; ) {
    const list = { where, order: { sequence: 'asc' }, after } as const;
    const page = await size.read((first) => context.access.list(StockMovement, { ...list, first }));
    document.addRows(page.nodes.length, 'from');
    document.addTexts(page.nodes, 'from');
    all.push(...page.nodes);
    if (!page.pageInfo.hasNextPage) return all;
    after = page.pageInfo.endCursor!;
  }
}

export const stockCard: Report = {
  path: '/inventory/:id/card/pdf',
  name: 'stock-card',
  open: async (source) => {
    const { context, request, language, t } = source;
    const problems: FieldProblem[] = [];
    const period = readDays(request.query, problems);
    if (problems.length > 0) throw AppError.badInput(problems);
    const item = await context.access.one(InventoryItem, String(request.params.id));
    const { name } = await context.access.one(Apiary, item.apiaryId, ['name']);
    const movements = await readMovements(source, item.id, period);
    const actors = [...new Set(movements.map(({ actorId }) => actorId))];
    const people = await Promise.all(actors.map((actorId) => loadPerson(context, actorId)));
    const names = new Map(actors.map((actorId, i) => [actorId, people[i]?.name ?? '']));
    const days = describeDays(period, t);
    const optional = (label: string, value: string | null): string[] => (value === null ? [] : [`${label}: ${value}`]);
    const stock = `${t.stock}: ${item.quantity} ${item.unit}. ${t.minimum}: ${item.minimumStock} ${item.unit}`;
    return {
      title: `${t.card}: ${item.itemName}`,
      lines: [
        `${t.apiary}: ${name}`,
        stock,
        ...optional(t.batch, item.batchNumber),
        ...optional(t.expiry, item.expiryDate),
        ...(days ? [days] : []),
      ],
      apiaryId: item.apiaryId,
      layout: 'portrait',
      write: async (document) => {
        const columns = [
          { heading: '#', weight: 5, isNumber: true },
          { heading: t.when, weight: 14 },
          { heading: t.movement, weight: 13 },
          { heading: t.incoming, weight: 9, isNumber: true },
          { heading: t.outgoing, weight: 9, isNumber: true },
          { heading: t.balance, weight: 9, isNumber: true },
          { heading: t.person, weight: 13 },
          { heading: t.reason, weight: 24 },
          { heading: t.recordedBy, weight: 12 },
        ];
        const rows = movements.map(
          ({ sequence, occurredAt, kind, amount, balanceAfter, person, reason, notes, actorId }) => ({
            cells: [
              String(sequence),
              new Date(occurredAt).toISOString().slice(0, 16).replace('T', ' '),
              MOVEMENTS[kind]![language],
              amount > 0 ? String(amount) : '',
              amount < 0 ? String(-amount) : '',
              String(balanceAfter),
              person ?? '',
              [reason, notes].filter(Boolean).join('\n'),
              names.get(actorId)!,
            ],
          }),
        );
        if ((await document.table(columns, rows)) === 0) document.line(t.empty);
      },
    };
  },
};
