import { OnlineMigration } from '../online-migration.js';

/**
 * What the worklist needs of the history of a hive is kept in its row, so that the list reads the hives of an account once, and no history.
 * Triggers calculate it anew from the records of the hive, whoever writes them; the previous version does not know the columns. They follow
 * from other records, so their changes are no versions of the hive and are not in the log.
 */
export class Migration20261124110100 extends OnlineMigration {
  override async up(): Promise<void> {
    const columns = Object.entries(COLUMNS).map(([name, type]) => `add column if not exists ${name} ${type} null`);
    await this.alter(`alter table beehives ${columns.join(', ')}`);
    await this.alter(SUMMARIZE, FOLLOW, ...TRIGGERS);
    await this.fillHives();
    for (const index of INDEXES) await this.alter(`create index if not exists ${index}`);
  }

  /**
   * The hives of an apiary stay beside each other: lists read them together. One that moves meanwhile may have been passed by: it comes last.
   */
  private async fillHives(): Promise<void> {
    const [begun] = (await this.execute(`select (now() - interval '1 minute')::text as at`)) as { at: string }[];
    for (let last: Position | undefined = FIRST; last; ) {
      const hives = (await this.execute(NEXT, [last.apiary, last.created, last.id])) as Position[];
      await this.summarize(hives);
      last = hives.at(-1);
    }
    const changed = await this.execute('select id from beehives where updated_at >= ?::timestamptz', [begun!.at]);
    await this.summarize(changed as { id: string }[]);
  }

  /** One by one: who holds the lock of one hive only is in no deadlock with those who lock many, in orders of their own. */
  private async summarize(hives: { id: string }[]): Promise<void> {
    for (const { id } of hives) await this.execute('select summarize_beehives(array[?::uuid])', [id]);
  }
}

/** Of a hive in the index by which they are read. */
interface Position {
  apiary: string;
  created: string;
  id: string;
}
const NO_ID = '00000000-0000-0000-0000-000000000000';
const FIRST: Position = { apiary: NO_ID, created: '-infinity', id: NO_ID };
const COLUMNS = {
  reigning_queen_id: 'uuid',
  queenless_since: 'date',
  mites_counted_on: 'date',
  mites_per_100: 'double precision',
  treatment_ends_on: 'date',
  withdrawal_until: 'date',
  withdrawal_unknown_until: 'date',
};
const names = Object.keys(COLUMNS);
const list = (row: string): string => names.map((name) => `${row}.${name}`).join(', ');

const OPEN_END = `date '9999-12-31'`;
const PLANNED_END = `coalesce(ended_on, started_on + planned_days, ${OPEN_END})`;

/**
 * The hives are locked first: a statement after that sees what those have written who held the lock. An active treatment after its planned end
 * is in no period: `treatment_ends_on` tells.
 */
const SUMMARIZE = `
  create or replace function summarize_beehives(ids uuid[]) returns void language plpgsql as $$
  begin
    perform from beehives where id = any(ids) order by id for no key update;
    update beehives b set (${names.join(', ')}) = row(${list('s')})
    from (
      select h.id, r.reigning_queen_id, r.queenless_since, m.mites_counted_on,
        case when t.last_started_on >= m.mites_counted_on then null else m.mites_per_100 end as mites_per_100,
        t.treatment_ends_on, t.withdrawal_until, t.withdrawal_unknown_until
      from unnest(ids) h (id)
        cross join lateral (
          select (array_agg(queen_id) filter (where ended_on is null))[1] as reigning_queen_id,
            case when bool_and(ended_on is not null) then max(ended_on) end as queenless_since
          from queen_reigns where beehive_id = h.id) r
        left join lateral (
          select counted_on as mites_counted_on, mites * 100.0::float8 / bees as mites_per_100
          from mite_counts where beehive_id = h.id and bees is not null order by counted_on desc, id desc limit 1) m on true
        cross join lateral (
          select max(started_on) as last_started_on,
            min(${PLANNED_END}) filter (where status = 'ACTIVE') as treatment_ends_on,
            max(least(${PLANNED_END} + withdrawal_days, ${OPEN_END})) filter (where withdrawal_days is not null) as withdrawal_until,
            max(case status when 'ACTIVE' then ${OPEN_END} else least(${PLANNED_END} + 365, ${OPEN_END}) end)
              filter (where withdrawal_days is null) as withdrawal_unknown_until
          from treatments where beehive_id = h.id and current and status <> 'VOIDED') t
    ) s where b.id = s.id and (${list('b')}) is distinct from (${list('s')});
  end $$`;

/** The columns of each table from which it follows. */
const SOURCES = {
  queen_reigns: ['queen_id', 'started_on', 'ended_on'],
  mite_counts: ['counted_on', 'mites', 'bees'],
  treatments: ['current', 'status', 'started_on', 'ended_on', 'planned_days', 'withdrawal_days'],
};
const changed = Object.entries(SOURCES).map(([table, columns]) => {
  const row = (name: string): string => ['beehive_id', ...columns].map((column) => `${name}.${column}`).join(', ');
  return `${table === 'queen_reigns' ? 'if' : 'elsif'} tg_table_name = '${table}' then
      ids := array(select distinct c.beehive_id from written w join replaced r on r.id = w.id,
        lateral (values (w.beehive_id), (r.beehive_id)) c (beehive_id) where c.beehive_id is not null and (${row('w')}) is distinct from (${row('r')}));`;
});

const FOLLOW = `
  create or replace function follow_records_of_beehives() returns trigger language plpgsql as $$
  declare
    ids uuid[];
  begin
    if tg_op = 'UPDATE' then
      ${changed.join('\n      ')}
      end if;
    else
      ids := array(select distinct beehive_id from written where beehive_id is not null);
    end if;
    if cardinality(ids) > 0 then
      perform summarize_beehives(ids);
    end if;
    return null;
  end $$`;

/** Their names sort before those of others: hives are locked before harvests. */
const TRIGGERS = Object.keys(SOURCES).flatMap((table) => {
  const call = 'for each statement execute function follow_records_of_beehives()';
  return [
    `create or replace trigger beehives_summarized after insert on ${table} referencing new table as written ${call}`,
    `create or replace trigger beehives_summarized_again after update on ${table} referencing old table as replaced new table as written ${call}`,
    `create or replace trigger beehives_summarized_without after delete on ${table} referencing old table as written ${call}`,
  ];
});

const NEXT = `
  select apiary_id as apiary, created_at::text as created, id from beehives
  where (apiary_id, created_at, id) > (?::uuid, ?::timestamptz, ?::uuid) order by apiary_id, created_at, id limit 1000`;

const INDEXES = [
  `treatments_owner_active_index on treatments (owner_id, (coalesce(ended_on, started_on + planned_days)), id)
     include (beehive_id, started_on, ended_on, planned_days) where current and status = 'ACTIVE'`,
  `treatment_follow_ups_open_index on treatment_follow_ups (owner_id, reviewed_on, id) where num_nonnulls(nullif(hive_condition, ''),
     nullif(observed_changes, ''), nullif(partial_results, ''), nullif(infestation_level, ''), nullif(notes, '')) = 0`,
  'queens_year_index on queens (owner_id, year) include (id)',
];
