// The rule of the yearly declaration: an item for each country of the viewer that has a period of declarations, whichever apiaries the list is
// limited to, so that the item is always of the same apiary.
import { dayIn, startOfDayIn } from '../../shared/days.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { DECLARATION_PERIODS } from '../movements/declaration-periods.rules.js';
import { WorklistSeverity } from './worklist.enums.js';
import type { Rule, RuleSql } from './worklist-sql.rules.js';

const PERIODS = Object.entries(DECLARATION_PERIODS)
  .map(([country, { months }]) => `('${country}', ${months.join(', ')})`)
  .join(', ');
const endOf = (year: string): string => `(make_date(${year}, last_month, 1) + interval '1 month')::date - 1`;
const yearOf = (day: string): string => `extract(year from ${day})::int`;

/**
 * The oldest apiary of each country is sought by the index of the account's apiaries, and the period that has not ended there. It may be without
 * hives: an item that was put off would otherwise be listed again, of the next apiary, when the hives of the oldest one are moved.
 */
const writeDeclarations = (rows: RuleSql['rows'], at: string, until: string, viewerId: string): string => `
  select *, make_date(year, first_month, 1) as first_day, ${endOf('year')} as last_day from (
    select a.*, first_month, last_month, ${yearOf('today')} + (${endOf(yearOf('today'))} < today)::int as year
    from (values ${PERIODS}) periods (country, first_month, last_month), lateral (
      select a.id, a.country as code, time_zone, ${dayIn('time_zone', at)} as today, ${until} at time zone time_zone as until_there
      from ${rows(Apiary, 'a')} where a.owner_id = ${viewerId} and a.country = periods.country
        and exists (select 1 from ${rows(Apiary, 'x')} where x.owner_id = ${viewerId} and x.country = periods.country
          and exists (select 1 from beehives b where b.apiary_id = x.id and b.ended_on is null))
      order by a.created_at, a.id limit 1) a) a`;

export const declarationRule: Rule = {
  from: ({ rows, at, until, viewerId }) =>
    `(select * from (${writeDeclarations(rows, at, until, viewerId)}) d where first_day < until_there) d`,
  item: () => ({
    severity: `case when d.last_day <= d.today then ${WorklistSeverity.MEDIUM} else ${WorklistSeverity.LOW} end`,
    dueDay: 'd.last_day',
    dueAt: startOfDayIn('d.time_zone', 'd.last_day'),
    timeZone: 'd.time_zone',
    value: 'd.last_day - d.today',
    label: 'd.code',
  }),
  recordId: 'd.id',
  apiaryId: 'd.id',
  // One that was put off until after the period is not listed again before the next one.
  cause: startOfDayIn('d.time_zone', 'd.first_day'),
};
