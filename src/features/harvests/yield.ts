import { ArgsType, Field, Float, ID, Int, ObjectType } from 'type-graphql';
import type { QuerySql } from '../../access/access.js';
import type { Context } from '../../context.js';
import type { Loader } from '../../database/batches.js';
import { defineKey, type OrderKey, writeCursorCondition } from '../../database/cursor.js';
import { MAX_LIST_ROWS, refuseTooManyRows } from '../../database/list-limits.js';
import type { Loaders } from '../../database/loaders.js';
import { Page } from '../../database/page.js';
import { connectionOf } from '../../graphql/connection.js';
import { OptionalField, RequiredField } from '../../graphql/input-fields.js';
import { readPageArgs } from '../../graphql/page-args.js';
import { defineEnum, type EnumOf } from '../../shared/define-enum.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Queen } from '../queens/queen.entity.js';
import { QueenReign } from '../queens/queen-reign.entity.js';
import { PeriodArgs } from '../treatments/treatments.inputs.js';
import { Harvest } from './harvest.entity.js';
import { HarvestSource } from './harvest-source.entity.js';
import { REIGNED_ON_DAY } from './queen-honey.js';

export const YieldBy = defineEnum('YieldBy', 'By what honey is added up.', {
  BEEHIVE: 'By hive, deleted ones included.',
  QUEEN:
    'By the queen of the hive on the day of the harvest, as the reigns say now. What is of no queen that you see is one group, with the key `none`: no reign is recorded for that day, or the hive has been deleted or given to another account.',
  APIARY: 'By the apiary of the harvest; a deleted one by its name.',
  YEAR: 'By the calendar year of the harvest.',
});
export type YieldBy = EnumOf<typeof YieldBy>;

@ArgsType()
export class YieldArgs extends PeriodArgs {
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
    description: 'The number of the hive, the name or year of the queen, the name of the apiary, or the year.',
  })
  label!: string | null;

  @Field(() => Float, { description: 'The honey in grams, a whole number.' })
  grams!: number;

  @Field(() => Int, { description: 'The number of frames.' })
  frames!: number;

  @Field(() => Int, { description: 'The number of harvests.' })
  harvests!: number;

  @Field(() => ID, { nullable: true, description: 'By BEEHIVE, the id of the hive, also after it has been deleted.' })
  beehiveId!: string | null;

  @Field(() => ID, { nullable: true, description: 'By QUEEN, the id of the queen; null for what is of no queen.' })
  queenId!: string | null;

  @Field(() => ID, { nullable: true, description: 'By APIARY, the id of the apiary; null if it has been deleted.' })
  apiaryId!: string | null;
}

export const HoneyYieldConnection = connectionOf(HoneyYield, 'HoneyYield', 'yields');

interface Grouping {
  /** SQL about a source `s` of a harvest `h`. */
  key: string;
  label: string;
  beehiveId?: string;
  queenId?: string;
  apiaryId?: string;
  /** What is joined to the sources. */
  join?: (of: QuerySql['of']) => string;
}

/** The queen `q`: the viewer sees her and the reign. At most one, which the planner learns from the limit. */
function joinQueen(of: QuerySql['of']): string {
  const [reigns, queens] = [of(QueenReign, true), of(Queen, true)];
  return `left join lateral (
    select q.* from (select * from ${reigns.table} where ${reigns.ownership}) r
      join (select * from ${queens.table} where ${queens.ownership}) q on q.id = r.queen_id
    where r.beehive_id = s.beehive_id and ${REIGNED_ON_DAY} limit 1) q on true`;
}

const GROUPINGS: Record<YieldBy, Grouping> = {
  [YieldBy.BEEHIVE]: {
    key: 's.harvested_beehive_id::text',
    label: 's.beehive_label',
    beehiveId: 's.harvested_beehive_id',
  },
  [YieldBy.QUEEN]: {
    key: `coalesce(q.id::text, 'none')`,
    label: `coalesce(nullif(q.name, ''), q.year::text)`,
    queenId: 'q.id',
    join: joinQueen,
  },
  [YieldBy.APIARY]: {
    key: `coalesce(h.apiary_id::text, ':' || h.apiary_label)`,
    label: 'h.apiary_label',
    apiaryId: 'h.apiary_id',
  },
  [YieldBy.YEAR]: {
    key: 'extract(year from h.harvested_on)::text',
    label: 'extract(year from h.harvested_on)::text',
  },
};

/** Most honey first. A cursor has the grams as text of constant length: they may exceed 32 bits. */
const KEYS: OrderKey[] = [defineKey('rank', 'string'), defineKey('key', 'string')].map((key) => ({
  ...key,
  direction: 'desc',
}));

/** Adds up closed harvests, in one statement. @throws NOT_FOUND for an apiary that is missing or that the account may not see */
export async function loadYield(context: Context, args: YieldArgs): Promise<Page<HoneyYield>> {
  const { access, loaders } = context;
  const apiary = args.apiaryId == null ? undefined : (await loaders.one(Apiary, args.apiaryId, ['id'])).id;
  /** Runs a query about all harvests, or one about the apiaries of several root fields. */
  const run = <R extends object>(write: (sql: QuerySql, apiary?: string) => string): Promise<R[]> =>
    apiary === undefined ? access.query<R>((sql) => write(sql)) : ofApiaries<R>(loaders, write).load(apiary);
  const page = readPageArgs(args);
  const countAll = async (): Promise<number> => {
    const [row] = await run<{ n: number }>(
      (sql, of) => `select count(*)::int as n from (${writeYield(sql, args, of)}) counted`,
    );
    return row!.n;
  };
  const rows = await run<HoneyYield>((sql, of) => {
    const after = page.after === undefined ? '' : `where ${writeCursorCondition(KEYS, page.after, sql.bind)}`;
    const limit = sql.bind((page.first ?? MAX_LIST_ROWS) + 1);
    return `select * from (${writeYield(sql, args, of)}) y ${after} order by rank desc, key desc limit ${limit}`;
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
function writeYield({ of, bind }: QuerySql, { by, from, to }: YieldArgs, apiary: string | undefined): string {
  const { key, label, beehiveId = 'null', queenId = 'null', apiaryId = 'null', join } = GROUPINGS[by];
  const harvests = of(Harvest, apiary !== undefined);
  const sources = of(HarvestSource, true);
  const conditions = [
    harvests.ownership,
    "status = 'CLOSED'",
    ...(apiary ? [`apiary_id = ${apiary}`] : []),
    ...(from ? [`harvested_on >= ${bind(from)}`] : []),
    ...(to ? [`harvested_on <= ${bind(to)}`] : []),
  ];
  return `select key collate "C" as key, lpad(sum(grams)::text, 16, '0') collate "C" as rank,
      (array_agg(label order by harvested_on desc, harvest desc))[1] as label, sum(grams)::float8 as grams, sum(frames)::int as frames,
      count(distinct harvest)::int as harvests, "beehiveId", "queenId", "apiaryId"
    from (select ${key} as key, ${label} as label, (${beehiveId})::uuid as "beehiveId", (${queenId})::uuid as "queenId",
        (${apiaryId})::uuid as "apiaryId", h.harvested_on, h.id as harvest, s.grams, s.frames
      from (select * from ${harvests.table} where ${conditions.join(' and ')}) h
        join (select * from ${sources.table} where ${sources.ownership}) s on s.harvest_id = h.id
        ${join?.(of) ?? ''}) taken
    group by key, "beehiveId", "queenId", "apiaryId"`;
}
