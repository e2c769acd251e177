// What decides, at the cost of a moment, whether a calendar can have changed since it was built.
import type { Context } from '../../context.js';
import { dayIn, startOfDayIn } from '../../shared/days.js';
import { UTC } from '../../shared/time-zone.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { WorklistMark } from '../worklist/worklist-mark.entity.js';
import { type OpenFeed, viewerOf } from './feed.queries.js';

export interface CalendarState {
  /** PostgreSQL's: which transactions it sees. */
  snapshot: string;
  /** When a day began last, in any of the apiaries or in UTC: the days there are those of this time. */
  at: string;
  /** Which apiaries the account sees. A membership begins, ends and expires. */
  apiaries: string;
  /** What was put off and assigned, of which there is no log. */
  marks: string;
  /** Whether the log of the owners has an entry that an earlier snapshot does not see. */
  hasChanged: boolean;
}

/**
 * All that a calendar reads is logged (ADR 0022), or derived from what is, but for the marks. An entry is new if the snapshot does not see its
 * transaction: transactions do not commit in the order of their numbers.
 * @param since an earlier snapshot
 */
export async function readState(context: Context, feed: OpenFeed, since: string | undefined): Promise<CalendarState> {
  const [state] = await context.accessOf(viewerOf(feed)).query<CalendarState>(({ of, bind }) => {
    const [apiaries, marks] = [of(Apiary), of(WorklistMark)];
    const before = `${bind(since ?? null)}::pg_snapshot`;
    return `with seen as materialized (select id, owner_id, time_zone from ${apiaries.table} where ${apiaries.ownership}),
        zones as (select time_zone as zone from seen union select '${UTC}'),
        owners as (select owner_id from seen union select ${bind(feed.userId)}::uuid)
      select pg_current_snapshot()::text as snapshot,
        (select least(now(), max(${startOfDayIn('zone', dayIn('zone'))})) from zones) as at,
        (select coalesce(md5(string_agg(id::text, ' ' order by id)), '') from seen) as apiaries,
        (select count(*) || ' ' || coalesce(sum(hashtextextended(m::text, 0)), 0)
          from (select * from ${marks.table} where ${marks.ownership}) m) as marks,
        coalesce(exists (select 1 from changes where owner_id = any(array(select owner_id from owners))
          and xid >= pg_snapshot_xmin(${before}) and not pg_visible_in_snapshot(xid, ${before})), true) as "hasChanged"`;
  });
  return state!;
}
