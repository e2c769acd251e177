import { startOfDayIn } from '../../shared/days.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { zonesAround } from '../zones/zones-of-apiaries.queries.js';
import { WorklistSeverity } from './worklist.enums.js';
import type { Rule } from './worklist-sql.rules.js';

/** An apiary has one item, however many zones it lies in. Its clock is that of its own row. */
export const restrictedZone: Rule = {
  from: ({ rows }) => `${rows(Apiary, 'a', 'latitude is not null')} join clocks c on c.apiary_id = a.id
    join lateral (select name, active_from from ${zonesAround('c.today')} z where active_from < c.until_there
      order by active_from, id limit 1) z on true`,
  item: () => ({
    severity: WorklistSeverity.HIGH,
    dueDay: 'z.active_from',
    dueAt: startOfDayIn('c.time_zone', 'z.active_from'),
    value: 'c.today - z.active_from',
    label: 'z.name',
  }),
  recordId: 'a.id',
  apiaryId: 'a.id',
};
