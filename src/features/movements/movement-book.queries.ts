// The movement book is not stored: it follows from the placements of hives, so that a correction of one is a correction of the book.
import type { QuerySql } from '../../access/access.js';
import type { Context } from '../../context.js';
import { defineKey, readCursor, writeCursorCondition } from '../../database/cursor.js';
import { MAX_LIST_ROWS, refuseTooManyRows } from '../../database/list-limits.js';
import { Page } from '../../database/page.js';
import { AppError } from '../../errors.js';
import { readPageArgs } from '../../graphql/page-args.js';
import { createMessage } from '../../messages/message.js';
import { DAY_MS } from '../../shared/days.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { loadOwnDay } from '../apiaries/apiary-days.queries.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { BeehiveMovementKind, type HiveMovementRow } from './beehive-movement.types.js';
import { type BeehiveMovementFilter, MAX_BOOK_DAYS, type MovementBookArgs } from './movement-book.inputs.js';

/** The oldest first; what was recorded of a day in its order. */
const KEYS = [
  defineKey('movedOn', 'string', { columnType: 'date' }),
  defineKey('recordedAt', 'Date'),
  defineKey('key', 'string', { columnType: 'uuid' }),
];

const { PLACED, MOVED, ENDED } = BeehiveMovementKind;

interface Period {
  from: string;
  to: string;
}

/** @throws BAD_USER_INPUT for a period that is too long, or ends before it begins; NOT_FOUND for an apiary that the viewer does not see */
export async function loadMovementBook(
  context: Context,
  args: MovementBookArgs,
  onlyTotal: boolean,
): Promise<Page<HiveMovementRow>> {
  const { access, budget, viewer } = context;
  const filter = args.filter ?? {};
  const period = await readPeriod(context, filter);
  const apiaryId = args.apiaryId == null ? undefined : await context.loaders.idOf(Apiary, args.apiaryId, 'apiaryId');
  const page = readPageArgs(args);
  const kinds = filter.kinds ?? Object.values(BeehiveMovementKind);
  const write = (sql: QuerySql, days: Period): string =>
    writeEntries(sql, {
      ...days,
      kinds,
      apiaryId,
      viewerId: viewer.id,
      isLimited: viewer.token?.apiaryIds !== undefined,
    });
  const countAll = async (): Promise<number> => {
    const [row] = await access.query<{ n: number }>(
      (sql) => `select count(*)::int as n from (${write(sql, period)}) entries`,
    );
    return row!.n;
  };
  if (onlyTotal) return Page.ofTotal(await countAll());
  // What is before the cursor is not read again.
  const from = page.after === undefined ? period.from : laterOf(period.from, readCursor(KEYS, page.after)[0] as string);
  const rows = await access.query<HiveMovementRow>((sql) => {
    const isAfter = page.after === undefined ? 'true' : writeCursorCondition(KEYS, page.after, sql.bind);
    return `select * from (${write(sql, { from, to: period.to })}) entries where ${isAfter}
      order by "movedOn", "recordedAt", key limit ${sql.bind((page.first ?? MAX_LIST_ROWS) + 1)}`;
  });
  refuseTooManyRows(rows, page);
  return new Page(rows, { args: page, keys: KEYS, countAll, budget });
}

const laterOf = (a: string, b: string): string => (a > b ? a : b);

async function readPeriod(context: Context, filter: BeehiveMovementFilter): Promise<Period> {
  const to = filter.to ?? (await loadOwnDay(context));
  const from = filter.from ?? `${to.slice(0, 4)}-01-01`;
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (days < 1) throw AppError.badInput([{ field: 'filter.to', message: 'must not be before the first day' }]);
  if (days <= MAX_BOOK_DAYS) return { from, to };
  const message = createMessage('must not be more than {max} days before the last day', { max: MAX_BOOK_DAYS - 1 });
  throw AppError.badInput([{ field: 'filter.from', message }]);
}

interface Book extends Period {
  kinds: readonly BeehiveMovementKind[];
  apiaryId: string | undefined;
  viewerId: string;
  /** Whether it is read with a token of some apiaries, which are not those that have been deleted. */
  isLimited: boolean;
}

/** A placement that PostgreSQL seeks for each hive: `offset 0` keeps it from reading those of all accounts instead. */
const placementOf = (where: string, order = ''): string =>
  `lateral (select * from beehive_placements x where x.beehive_id = h.id and ${where} ${order} offset 0)`;
const LATEST = 'order by x.placed_on desc, x.created_at desc, x.id desc limit 1';

/**
 * Writes the entries of a period, of the viewer's own hives, or of those that were in an apiary: a book of law is that of one keeper. The
 * placements are those of hives that the viewer sees, and the names of apiaries those of apiaries that the
 * viewer sees: a member knows nothing of the other apiaries of the owner. What was between apiaries that the viewer does not see, such as those of
 * the account that had the hive before, is no entry.
 */
function writeEntries({ of, bind }: QuerySql, { from, to, kinds, apiaryId, viewerId, isLimited }: Book): string {
  const [hives, apiaries] = [of(Beehive), of(Apiary)];
  const [first, last] = [`${bind(from)}::date`, `${bind(to)}::date`];
  const apiary = apiaryId && `${bind(apiaryId)}::uuid`;
  const viewer = `${bind(viewerId)}::uuid`;
  const isListed = apiary
    ? `id in (select beehive_id from beehive_placements where apiary_id = ${apiary})`
    : `owner_id = ${viewer}`;
  const arrivals = `
    select p.placed_on as "movedOn", case when b.id is null then '${PLACED}' else '${MOVED}' end as kind, null::text as cause, h.*,
      b.apiary_id as "fromId", p.apiary_id as "toId", ${labelsOf('b', 'from')}, ${labelsOf('p', 'to')},
      p.vehicle_plate, p.health_document, p.zone_reason, p.actor_id, p.created_at as recorded_at, b.id is not null as "isFrom", true as "isTo"
    from hives h, ${placementOf(`x.placed_on between ${first} and ${last}`)} p
      left join ${placementOf('(x.placed_on, x.created_at, x.id) < (p.placed_on, p.created_at, p.id)', LATEST)} b on true
    where b.id is null or p.apiary_id is null or b.apiary_id is distinct from p.apiary_id`;
  const ends = `
    select h.ended_on, '${ENDED}', h.end_cause, h.*, p.apiary_id, null::uuid, ${labelsOf('p', 'from')}, ${NO_LABELS},
      null::text, null::text, null::text, e.actor_id, coalesce(e.created_at, h.ended_on::timestamp at time zone 'UTC'), true, false
    from hives h, ${placementOf('true', LATEST)} p
      left join lateral (select actor_id, created_at from colony_events e where e.beehive_id = h.id and e.kind in ('LOST', 'UNITED_INTO')
        order by occurred_on desc, id desc limit 1) e on true
    where h.ended_on between ${first} and ${last}`;
  const isWanted = [`kind = any(${bind(kinds)})`, ...(apiary ? [`${apiary} in ("fromId", "toId")`] : [])].join(' and ');
  return `
    with hives as materialized (select id, owner_id = ${viewer} and not ${bind(isLimited)}::bool as has_labels, beehive_number, label, ended_on, end_cause
        from ${hives.table} where ${hives.ownership} and ${isListed}),
      seen as materialized (select id, name, register_number, municipality, country from ${apiaries.table} where ${apiaries.ownership})
    select md5(jsonb_build_array("movedOn", kind, cause, "isFrom", "fromId", "originName", "isTo", "toId", "destinationName", vehicle_plate, health_document, zone_reason)::text)::uuid as key,
      kind, "movedOn", cause, ${placeColumns('origin')}, ${placeColumns('destination')},
      vehicle_plate as "vehiclePlate", health_document as "healthDocument", zone_reason as "zoneReason",
      count(*)::int as "beehivesCount", array_agg(label ${BY_NUMBER}) as "beehiveLabels",
      array_agg(hive_id::text ${BY_NUMBER}) as "beehiveIds", min(recorded_at)::timestamptz(3) as "recordedAt",
      (array_agg(actor_id order by recorded_at, hive_id))[1] as "actorId"
    from (
      select "movedOn", kind, cause, s.id as hive_id, beehive_number, label, "isFrom", "isTo", "fromId", "toId", vehicle_plate, health_document, zone_reason, actor_id, recorded_at,
        ${placeOf('origin', 'from', 'o')}, ${placeOf('destination', 'to', 'd')}
      from (${arrivals} union all ${ends}) s left join seen o on o.id = "fromId" left join seen d on d.id = "toId"
      where ${isWanted}
    ) steps where coalesce("originId"::text, "originName", "destinationId"::text, "destinationName") is not null
    group by "movedOn", kind, cause, "isFrom", "isTo", "fromId", "toId", ${NAMES.map((name) => `"${name}"`).join(', ')}, vehicle_plate, health_document, zone_reason`;
}

const BY_NUMBER = 'order by beehive_number nulls last, label, hive_id';
const LABELS = ['Name', 'Number', 'Municipality', 'Country'] as const;
/** The columns of a placement that keep those of an apiary that has been deleted, and the columns of an apiary. */
const KEPT = ['apiary_label', 'apiary_register_number', 'apiary_municipality', 'apiary_country'];
const PRESENT = ['name', 'register_number', 'municipality', 'country'];
const labelsOf = (row: string, side: string): string =>
  LABELS.map((label, i) => `case when h.has_labels then ${row}.${KEPT[i]} end as "${side}${label}"`).join(', ');
const NO_LABELS = LABELS.map(() => 'null::text').join(', ');
const placeOf = (place: string, side: string, row: string): string =>
  [
    `${row}.id as "${place}Id"`,
    ...LABELS.map(
      (label, i) =>
        `coalesce(${row}.${PRESENT[i]}, case when "${side}Id" is null then "${side}${label}" end) as "${place}${label}"`,
    ),
  ].join(', ');
const placeNames = (place: string): string[] => ['Id', ...LABELS].map((label) => `${place}${label}`);
const NAMES = [...placeNames('origin'), ...placeNames('destination')];
const placeColumns = (place: string): string =>
  placeNames(place)
    .map((name) => `"${name}"`)
    .join(', ');
