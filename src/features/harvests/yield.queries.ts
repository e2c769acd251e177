import { ArgsType, Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import type { QuerySql } from '../../access/access.js';
import type { Context } from '../../context.js';
import type { Loader } from '../../database/batches.js';
import { defineKey, type OrderKey, writeCursorCondition } from '../../database/cursor.js';
import { MAX_LIST_ROWS, refuseTooManyRows } from '../../database/list-limits.js';
import type { Loaders } from '../../database/loaders.js';
import { Page } from '../../database/page.js';
import { connectionOf } from '../../graphql/connection.js';
import { DaysFilter, filteredBy } from '../../graphql/filter.js';
import { OptionalField, RequiredField } from '../../graphql/input-fields.js';
import { readPageArgs } from '../../graphql/page-args.js';
import { defineEnum, type EnumOf } from '../../shared/define-enum.js';
import { BigInteger } from '../../shared/scalars.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Queen } from '../queens/queen.entity.js';
import { QueenReign } from '../queens/queen-reign.entity.js';
import { Harvest } from './harvest.entity.js';
import { REIGNED_ON_DAY } from './queen-honey.queries.js';

export const YieldBy = defineEnum('YieldBy', 'By what honey is added up.', {
  BEEHIVE: 'By hive, deleted ones included.',
  QUEEN:
    'By the queen of the hive on the day of the harvest, as the reigns say now. What is of no queen that you see is one group, with the key `none`: no reign is recorded for that day, or the hive has been deleted or given to another account.',
  APIARY: 'By the apiary of the harvest; a deleted one by its name.',
  YEAR: 'By the calendar year of the harvest.',
});
export type YieldBy = EnumOf<typeof YieldBy>;

@InputType({ description: 'Which harvests are added up: by their day.' })
export class HoneyYieldFilter extends DaysFilter {}

@ArgsType()
export class YieldArgs extends filteredBy(HoneyYieldFilter) {
  @RequiredField(() => YieldBy, 'By what the honey is added up.')
  by!: YieldBy;

  @OptionalField(() => ID, 'Only harvests of this apiary. If omitted, all that you see.')
  apiaryId?: string | null;
}

@ObjectType({ simpleResolvers: true, description: 'The honey of a hive, a queen, an apiary or a year.' })
export class HoneyYield {
  @Field(() => ID, { description: 'What it is of: unique in the list, and the same in every period.' })
  key!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The label of the hive, the name or year of the queen, the name of the apiary, or the year.',
  })
  label!: string | null;

  @Field(() => BigInteger, { description: 'The honey in grams.' })
  grams!: number;

  @Field(() => Int, { description: 'The number of frames.' })
  frames!: number;

  @Field(() => Int, { description: 'The number of harvests.' })
  harvestsCount!: number;

  @Field(() => ID, { nullable: true, description: 'By BEEHIVE, the id of the hive, also after it has been deleted.' })
  beehiveId!: string | null;

  @Field(() => ID, { nullable: true, description: 'By QUEEN, the id of the queen; null for what is of no queen.' })
  queenId!: string | null;

  @Field(() => ID, { nullable: true, description: 'By APIARY, the id of the apiary; null if it has been deleted.' })
  apiaryId!: string | null;
}

export const HoneyYieldConnection = connectionOf(HoneyYield, 'HoneyYield');

/** The parts of a statement about closed harvests. */
interface YieldSql {
  of: QuerySql['of'];
  /** Those that count, as a subquery. */
  harvests: string;
  isOfApiary: boolean;
}

/**
 * Honey is added up of all harvests, or of all their sources: a firm has 300,000. So only what decides about the order is calculated of each
 * group, in SQL about a harvest `h` and a source `s`, and the rest of the groups `y` on the page.
 */
interface Grouping {
  from: (sql: YieldSql) => string;
  grams: string;
  /** What the rows are grouped by. The key is its text: ids are grouped in half of the time of texts. */
  group: string;
  key: string;
  /** What is kept of a group. */
  kept: string;
  label: (sql: YieldSql) => string;
  frames: string;
  harvests: string;
  /** The column with its id, if there is one. */
  id?: 'beehiveId' | 'queenId' | 'apiaryId';
}

/** PostgreSQL chooses how to join the sources of all harvests of a firm. For one apiary, `offset 0` keeps it from reading those of all accounts. */
const SOURCES_OF_HARVESTS = ({ harvests, isOfApiary }: YieldSql): string =>
  isOfApiary
    ? `${harvests} h cross join lateral (select * from harvest_sources where harvest_id = h.id offset 0) s`
    : `${harvests} h join harvest_sources s on s.harvest_id = h.id`;

/** The grams of a harvest are the sum of its sources, so these are read for the frames only. */
const ofHarvests = {
  from: ({ harvests }: YieldSql): string => `${harvests} h`,
  grams: 'h.grams',
  frames: '(select sum(s.frames) from harvest_sources s where s.harvest_id = any(y.ids))',
  harvests: 'y.n',
};
const HARVEST_IDS = 'array_agg(h.id) as ids';

const GROUPINGS: Record<YieldBy, Grouping> = {
  // A harvest has one source of a hive.
  [YieldBy.BEEHIVE]: {
    from: SOURCES_OF_HARVESTS,
    grams: 's.grams',
    group: 's.harvested_beehive_id',
    key: 's.harvested_beehive_id::text',
    kept: 'sum(s.frames) as frames',
    label: ({ harvests }) => `(select s.beehive_label from ${harvests} h join harvest_sources s on s.harvest_id = h.id
      where s.harvested_beehive_id = y.id order by h.harvested_on desc, h.id desc limit 1)`,
    frames: 'y.frames',
    harvests: 'y.n',
    id: 'beehiveId',
  },
  [YieldBy.QUEEN]: {
    from: joinQueens,
    grams: 's.grams',
    group: 's.queen_id',
    key: `coalesce(s.queen_id::text, 'none')`,
    kept: 'sum(s.frames) as frames, sum(s.harvests) as harvests',
    label: () => `(select coalesce(nullif(name, ''), year::text) from queens where id = y.id)`,
    frames: 'y.frames',
    harvests: 'y.harvests',
    id: 'queenId',
  },
  [YieldBy.APIARY]: {
    ...ofHarvests,
    group: `h.apiary_id, case when h.apiary_id is null then h.apiary_label end`,
    key: `coalesce(h.apiary_id::text, ':' || (case when h.apiary_id is null then h.apiary_label end))`,
    kept: `${HARVEST_IDS}, (array_agg(h.apiary_label order by h.harvested_on desc, h.id desc))[1] as label`,
    label: () => 'y.label',
    id: 'apiaryId',
  },
  [YieldBy.YEAR]: {
    ...ofHarvests,
    group: 'extract(year from h.harvested_on)',
    key: 'extract(year from h.harvested_on)::text',
    kept: HARVEST_IDS,
    label: () => 'y.key',
  },
};

/**
 * The sources with their queen `q`: the viewer sees her and the reign. Of all apiaries, the reigns are read once; of one, those of its sources, at
 * most one of each, which the planner learns from the limit. They are added up by queen, who is in one hive on a day; those without one by their
 * harvests, so that these are counted once.
 */
function joinQueens(sql: YieldSql): string {
  const { of, isOfApiary } = sql;
  const [reigns, queens] = [of(QueenReign, isOfApiary), of(Queen, isOfApiary)];
  const seen = (where: string): string => `select q.id, r.beehive_id, r.started_on, r.ended_on
    from (select * from ${reigns.table} where ${reigns.ownership}) r
      join (select id from ${queens.table} where ${queens.ownership}) q on q.id = r.queen_id where ${where}`;
  const joined = isOfApiary
    ? `left join lateral (${seen(`r.beehive_id = s.beehive_id and ${REIGNED_ON_DAY}`)} limit 1) q on true`
    : `left join (${seen('true')} offset 0) q
        on q.beehive_id = s.beehive_id and q.started_on <= h.harvested_on and (q.ended_on is null or q.ended_on > h.harvested_on)`;
  return `(select q.id as queen_id, sum(s.grams) as grams, sum(s.frames) as frames, case when q.id is null then 1 else count(*) end as harvests
    from ${SOURCES_OF_HARVESTS(sql)} ${joined} group by q.id, case when q.id is null then h.id end) s`;
}

/** Most honey first. A cursor has the grams as text of constant length: they may exceed 32 bits. */
const KEYS: OrderKey[] = [defineKey('rank', 'string'), defineKey('key', 'string')].map((key) => ({
  ...key,
  direction: 'desc',
}));

/** Adds up closed harvests, in one statement. @throws NOT_FOUND for an apiary that is missing or that the account may not see */
export async function loadYield(context: Context, args: YieldArgs): Promise<Page<HoneyYield>> {
  const { access, loaders } = context;
  const apiary = args.apiaryId == null ? undefined : await loaders.idOf(Apiary, args.apiaryId, 'apiaryId');
  /** Runs a query about all harvests, or one about the apiaries of several root fields. */
  const run = <R extends object>(write: (sql: QuerySql, apiary?: string) => string): Promise<R[]> =>
    apiary === undefined ? access.query<R>((sql) => write(sql)) : ofApiaries<R>(loaders, write).load(apiary);
  const page = readPageArgs(args);
  const countAll = async (): Promise<number> => {
    const [row] = await run<{ n: number }>(
      (sql, of) => `select count(*)::int as n from (${writeGroups(sqlOf(sql, args, of), args)}) counted`,
    );
    return row!.n;
  };
  const rows = await run<HoneyYield>((sql, of) => {
    const after = page.after === undefined ? '' : `where ${writeCursorCondition(KEYS, page.after, sql.bind)}`;
    const limit = sql.bind((page.first ?? MAX_LIST_ROWS) + 1);
    const parts = sqlOf(sql, args, of);
    return `${writeRows(parts, args)}
      from (select * from (${writeGroups(parts, args)}) y ${after} order by rank desc, key desc limit ${limit}) y
      order by rank desc, key desc`;
  });
  refuseTooManyRows(rows, page);
  return new Page(rows, { args: page, keys: KEYS, countAll, budget: context.budget, isCounted: apiary !== undefined });
}

/** @param write is given the id of an apiary as SQL */
function ofApiaries<R extends object>(
  loaders: Loaders,
  write: (sql: QuerySql, apiary: string) => string,
): Loader<(R & { parent: string })[]> {
  return loaders.readModel<R & { parent: string }>(Harvest, ({ table, ownership, parents, bind, of }) => {
    const ofType: QuerySql['of'] = (type) => (type === Harvest ? { table, ownership } : of(type));
    return `select page.*, parents.id_of_parent as parent from unnest(${parents}::uuid[]) parents(id_of_parent),
      lateral (${write({ bind, of: ofType }, 'parents.id_of_parent')}) page`;
  });
}

/** @param apiary the id of an apiary as SQL */
function sqlOf({ of, bind }: QuerySql, { filter }: YieldArgs, apiary: string | undefined): YieldSql {
  const { from, to } = filter ?? {};
  const { table, ownership } = of(Harvest, apiary !== undefined);
  const conditions = [
    ownership,
    "status = 'CLOSED'",
    ...(apiary ? [`apiary_id = ${apiary}`] : []),
    ...(from ? [`harvested_on >= ${bind(from)}`] : []),
    ...(to ? [`harvested_on <= ${bind(to)}`] : []),
  ];
  const harvests = `(select * from ${table} where ${conditions.join(' and ')})`;
  return { of, harvests, isOfApiary: apiary !== undefined };
}

function writeGroups(sql: YieldSql, { by }: YieldArgs): string {
  const { from, grams, group, key, kept, id } = GROUPINGS[by];
  return `select (${key}) collate "C" as key, lpad(sum(${grams})::text, 16, '0') collate "C" as rank, sum(${grams}) as grams,
      count(*) as n, ${id ? `${group.split(',')[0]} as id, ` : ''}${kept}
    from ${from(sql)} group by ${group}`;
}

/** The select list of the groups `y` on a page. */
function writeRows(sql: YieldSql, { by }: YieldArgs): string {
  const { label, frames, harvests, id } = GROUPINGS[by];
  const ids = ['beehiveId', 'queenId', 'apiaryId'].map((name) => `${name === id ? 'y.id' : 'null::uuid'} as "${name}"`);
  return `select y.key, y.rank, ${label(sql)} as label, y.grams::float8 as grams, (${frames})::int as frames,
    (${harvests})::int as "harvestsCount", ${ids.join(', ')}`;
}
