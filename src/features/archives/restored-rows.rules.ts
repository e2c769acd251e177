// Rules over several records that operations check before they write: rows of an archive are written without operations. What is decided by
// constraints and triggers of the tables is not here.
import type { Context } from '../../context.js';
import { runStatement } from '../../database/pool.js';
import { createMessage, type MessageText } from '../../messages/message.js';
import type { RecordName } from '../../records/record.js';
import { MAX_SOURCES } from '../harvests/harvest.entity.js';
import { MAX_REVISIONS as MAX_HARVEST_REVISIONS } from '../harvests/harvests.commands.js';
import { heldByHarvest, heldByLot } from '../harvests/held-grams.rules.js';
import { MAX_LOT_HARVESTS } from '../harvests/lots.inputs.js';
import { MAX_PACKS } from '../harvests/packs.commands.js';
import type { RowProblem } from '../imports/import-source.types.js';
import { MAX_ANSWERS } from '../inspections/answer-set.rules.js';
import { MAX_PRODUCTS } from '../products/products.commands.js';
import { MAX_QUEENS } from '../queens/queens.commands.js';
import { MAX_REIGNS } from '../queens/reigns.commands.js';
import { MAX_QUESTIONS } from '../questions/questions.commands.js';
import { MAX_OPEN_TASKS } from '../tasks/tasks.commands.js';
import { MAX_FOLLOW_UPS } from '../treatments/follow-ups.resolver.js';
import { MAX_REVISIONS } from '../treatments/treatments.commands.js';
import type { ArchivedRecord } from './archived-columns.rules.js';
import type { WrittenRow } from './restore-rows.commands.js';

interface Rule {
  /** The column of the problem. */
  heading: string;
  message: MessageText;
  /** SQL that is true of a row `s` of `sent` that breaks the rule; null is not. */
  isBroken: string;
}

const contradiction = (heading: string, isBroken: string): Rule => ({
  heading,
  message: 'contradicts another record',
  isBroken,
});

/** @param of the column of what has at most so many @param which a condition on those that count */
function limit(
  table: string,
  heading: string,
  of: string,
  max: number,
  which = (_row: string): string => 'true',
): Rule {
  const before = `(select count(*) from ${table} o where o.${of} = s.${of} and ${which('o')})`;
  const sent = `count(*) filter (where ${which('s')}) over (partition by s.${of} order by s.n)`;
  const message = createMessage('is of one record more than the {max} that there can be', { max });
  return { heading, message, isBroken: `${which('s')} and ${before} + ${sent} > ${max}` };
}

/** Each revision of a series has a number of its own, and the current one has the last. It comes before those that it replaces. */
const inSeries = (table: string): Rule[] => [
  contradiction(
    'current',
    `not s.current and not exists (select 1 from ${table} o where o.series_id = s.series_id and o.current)
      and not exists (select 1 from sent o where o.series_id = s.series_id and o.current)`,
  ),
  contradiction(
    'revision',
    `exists (select 1 from (select id, series_id, revision, current from ${table} union all select id, series_id, revision, current from sent) o
      where o.series_id = s.series_id and o.id <> s.id
        and (o.revision = s.revision or o.current and o.revision < s.revision or s.current and o.revision > s.revision))`,
  ),
];
/** The sum of what rows take until this one. */
const taken = (amount: string, of: string): string => `sum(${amount}) over (partition by s.${of} order by s.n)`;

/** Percent are of a dose in grams or millilitres. @param unit of the dose, also of an ingredient `i` */
const isPercentOf = (unit: string): string =>
  `exists (select 1 from jsonb_array_elements(s.ingredients) i where i ->> 'unit' = 'PERCENT' and coalesce(${unit}, '') not in ('g', 'ml'))`;

const HIVE_HAS_ENDED = '(select ended_on from beehives where id = s.beehive_id) is not null';

const RULES: Partial<Record<RecordName, Rule[]>> = {
  BeehivePlacement: [
    contradiction('leftOn', `s.left_on is null and ${HIVE_HAS_ENDED}`),
    contradiction(
      'apiaryId',
      `s.left_on is null and s.apiary_id is distinct from (select apiary_id from beehives where id = s.beehive_id)`,
    ),
  ],
  Question: [limit('questions', 'apiaryId', 'apiary_id', MAX_QUESTIONS)],
  BeehiveQuestion: [
    contradiction(
      'questionId',
      `(select apiary_id from beehives where id = s.beehive_id) <> (select apiary_id from questions where id = s.question_id)`,
    ),
  ],
  Inspection: inSeries('inspections'),
  Answer: [limit('answers', 'inspectionId', 'inspection_id', MAX_ANSWERS)],
  StockMovement: [
    contradiction(
      'correctsId',
      `exists (select 1 from (select id, item_id, amount, corrects_id from stock_movements union all select id, item_id, amount, corrects_id from sent) o
        where o.id = s.corrects_id and (o.item_id <> s.item_id or o.amount::bigint <> -s.amount::bigint or o.corrects_id is not null))`,
    ),
  ],
  // With the last correction, and the end of the treatment.
  Treatment: [
    contradiction('treatedBeehiveId', 's.beehive_id <> s.treated_beehive_id'),
    contradiction('ingredients', isPercentOf(`i ->> 'per'`)),
    ...inSeries('treatments'),
    limit('treatments', 'seriesId', 'series_id', MAX_REVISIONS + 2),
  ],
  TreatmentFollowUp: [limit('treatment_follow_ups', 'treatmentId', 'treatment_id', MAX_FOLLOW_UPS)],
  Product: [
    contradiction('doseUnit', 's.dose_unit is null and jsonb_array_length(s.ingredients) > 0'),
    contradiction('ingredients', isPercentOf('s.dose_unit')),
    limit('products', 'id', 'owner_id', MAX_PRODUCTS),
  ],
  Queen: [limit('queens', 'id', 'owner_id', MAX_QUEENS)],
  QueenReign: [
    contradiction('endedOn', `s.ended_on is null and ${HIVE_HAS_ENDED}`),
    limit('queen_reigns', 'beehiveId', 'beehive_id', MAX_REIGNS),
  ],
  HarvestSource: [
    // Screens show one, and the withdrawal period is that of the other.
    contradiction('harvestedBeehiveId', 's.beehive_id <> s.harvested_beehive_id'),
    contradiction(
      'withheld',
      `s.withheld and exists (select 1 from harvests h where h.id = s.harvest_id and h.status = 'CLOSED' and h.destination = 'FOR_SALE')`,
    ),
    limit('harvest_sources', 'harvestId', 'harvest_id', MAX_SOURCES),
  ],
  HarvestRevision: [
    contradiction('revision', `s.revision >= (select h.revision from harvests h where h.id = s.harvest_id)`),
    limit('harvest_revisions', 'harvestId', 'harvest_id', MAX_HARVEST_REVISIONS),
  ],
  LotHarvest: [
    contradiction(
      'grams',
      `${taken('s.grams', 'harvest_id')} > (select ${heldByHarvest('h')} - h.lot_grams from harvests h where h.id = s.harvest_id)`,
    ),
    limit('lot_harvests', 'lotId', 'lot_id', MAX_LOT_HARVESTS),
  ],
  LotPack: [
    contradiction(
      'jars',
      `s.voided_at is null and ${taken('case when s.voided_at is null then s.jars::bigint * s.grams_per_jar else 0 end', 'lot_id')}
        > (select ${heldByLot('l')} - l.packed_grams from lots l where l.id = s.lot_id)`,
    ),
    limit('lot_packs', 'lotId', 'lot_id', MAX_PACKS),
  ],
  Task: [limit('tasks', 'apiaryId', 'apiary_id', MAX_OPEN_TASKS, (row) => `${row}.status = 'OPEN'`)],
};

/** What they belong to is locked. @returns the problems of rows that break a rule, by the numbers of the rows */
export async function findContradictions(
  context: Context,
  { entity, columns }: ArchivedRecord,
  rows: WrittenRow[],
): Promise<Map<number, RowProblem>> {
  const rules = RULES[entity];
  if (!rules || rows.length === 0) return new Map();
  const types = columns.map(({ column }) => `${column.sql} ${column.property.columnTypes[0]!}`).join(', ');
  const broken = rules.map(({ isBroken }, i) => `when ${isBroken} then ${i}`).join(' ');
  const text = `with sent as (select * from json_to_recordset($1) as r(n int, owner_id uuid, ${types}))
    select * from (select s.n, case ${broken} end as rule from sent s) s where rule is not null`;
  const values = [JSON.stringify(rows.map(({ n, sent }) => ({ ...sent, n })))];
  const found = await runStatement<{ n: number; rule: number }>(context, { text, values });
  return new Map(
    found.map(({ n, rule }) => {
      const { heading, message } = rules[rule]!;
      const value = rows.find((row) => row.n === n)!.sent[
        columns.find(({ name }) => name === heading)!.column.property.fieldNames[0]!
      ];
      return [n, { heading, message, value: JSON.stringify(value)?.slice(0, 100) }];
    }),
  );
}
