// How many hives a keeper declares, by apiary and country: where each hive stood at the end of a day, by its placements.
import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import type { QuerySql } from '../../access/access.js';
import type { Context } from '../../context.js';
import { defineKey, writeCursorCondition } from '../../database/cursor.js';
import { MAX_LIST_ROWS, refuseTooManyRows } from '../../database/list-limits.js';
import { Page } from '../../database/page.js';
import { AppError, roleTooLow } from '../../errors.js';
import { connectionOf } from '../../graphql/connection.js';
import { OptionalField, OptionalInt } from '../../graphql/input-fields.js';
import { type PageArgs, readPageArgs } from '../../graphql/page-args.js';
import { DayNotInFuture } from '../../graphql/validators.js';
import { createMessage } from '../../messages/message.js';
import { CountryCode } from '../../shared/country.js';
import { LocalDate } from '../../shared/scalars.js';
import { MAX_APIARIES, requireApiaries } from '../apiaries/apiaries.rules.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { loadOwnDay } from '../apiaries/apiary-days.queries.js';
import { ApiaryMobility } from '../apiaries/apiary-mobility.enums.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { DECLARATION_PERIODS, declarationPeriod, declaredDay } from './declaration-periods.rules.js';

const [FIRST_YEAR, LAST_YEAR] = [1900, 2999];

@ArgsType()
export class AnnualDeclarationArgs {
  @OptionalInt(FIRST_YEAR, LAST_YEAR, `The year, ${FIRST_YEAR} to ${LAST_YEAR}. If omitted, the current one.`)
  year?: number | null;

  @OptionalField(
    () => LocalDate,
    'The day whose hives are counted, of the year or the one before, not in the future. If omitted, of each country the last day of its period of declarations in the year (of the year, if it has none), or today until then.',
    DayNotInFuture(),
  )
  day?: string | null;

  @OptionalField(() => [ID], `Only these apiaries of your own, 1 to ${MAX_APIARIES}. If omitted, all.`)
  apiaryIds?: string[] | null;
}

@ObjectType({ simpleResolvers: true, description: 'An apiary of a declaration, with the hives that stood there.' })
export class DeclaredApiary {
  /** The id of an apiary that has been deleted follows from what is left of it. */
  id!: string;
  apiaryId!: string | null;

  @Field(() => String, { description: 'The name of the apiary.' })
  name!: string;

  @Field(() => CountryCode, { nullable: true, description: 'The country; null if it was not recorded.' })
  country!: string | null;

  @Field(() => String, { nullable: true, description: 'The municipality.' })
  municipality!: string | null;

  @Field(() => String, { nullable: true, description: 'The number of the apiary in the official register.' })
  registerNumber!: string | null;

  @Field(() => ApiaryMobility, { nullable: true, description: 'Whether its hives stay there, or follow the bloom.' })
  mobility!: ApiaryMobility | null;

  @Field(() => LocalDate, { description: 'The day whose hives are counted.' })
  day!: string;

  @Field(() => Int, { description: 'The number of living hives at the end of the day.' })
  beehivesCount!: number;
}

@ObjectType({ simpleResolvers: true, description: 'The sums of a declaration in a country.' })
export class DeclaredCountry {
  @Field(() => CountryCode, { nullable: true, description: 'The country; null for apiaries without one.' })
  country!: string | null;

  @Field(() => LocalDate, { description: 'The day whose hives are counted.' })
  day!: string;

  @Field(() => LocalDate, {
    nullable: true,
    description: 'The first day on which it is declared; null without a period.',
  })
  declaredFrom!: string | null;

  @Field(() => LocalDate, {
    nullable: true,
    description: 'The last day on which it is declared; null without a period.',
  })
  declaredTo!: string | null;

  @Field(() => Int, { description: 'The number of apiaries with living hives.' })
  apiariesCount!: number;

  @Field(() => Int, { description: 'The number of living hives.' })
  beehivesCount!: number;
}

@ObjectType({
  simpleResolvers: true,
  description: 'The living hives of your own apiaries on a day, as they are declared to the authority each year.',
})
export class AnnualDeclaration {
  @Field(() => Int, { description: 'The year.' })
  year!: number;

  /** The day that was stated. */
  day!: string | undefined;
  today!: string;
  apiaryIds!: string[] | null;
  /** Whether the hives of apiaries that have been deleted are in it. */
  hasDeleted!: boolean;
  countries?: Promise<DeclaredCountry[]>;
}

export const DeclaredApiaryConnection = connectionOf(DeclaredApiary, 'DeclaredApiary');

/** @throws BAD_USER_INPUT; NOT_FOUND for an apiary that the viewer does not see, FORBIDDEN (ROLE_TOO_LOW) for one of another account */
export async function openDeclaration(context: Context, args: AnnualDeclarationArgs): Promise<AnnualDeclaration> {
  const today = await loadOwnDay(context);
  const year = args.year ?? Number(today.slice(0, 4));
  const day = args.day ?? undefined;
  if (day !== undefined && ![year, year - 1].includes(Number(day.slice(0, 4)))) {
    const message = createMessage('must be a day of {year} or of the year before', { year });
    throw AppError.badInput([{ field: 'day', message }]);
  }
  const apiaryIds = await requireApiaries(context, args.apiaryIds);
  if (apiaryIds && (await context.access.count(Apiary, { id: apiaryIds, user: context.viewer.id })) < apiaryIds.length)
    throw roleTooLow();
  // Those are not among the apiaries to which a token is limited.
  const hasDeleted = !apiaryIds && !context.viewer.token?.apiaryIds;
  return { year, day, apiaryIds, hasDeleted, today };
}

const dayOf = ({ year, day, today }: AnnualDeclaration, country: string | null): string =>
  day ?? declaredDay(country, year, today);

/** The sums by country, read once for all fields. */
export function loadCountries({ access, viewer }: Context, declaration: AnnualDeclaration): Promise<DeclaredCountry[]> {
  const read = async (): Promise<DeclaredCountry[]> => {
    const rows = await access.query<Pick<DeclaredCountry, 'country' | 'day' | 'apiariesCount' | 'beehivesCount'>>(
      (sql) => `select country, day, count(*)::int as "apiariesCount", sum("beehivesCount")::int as "beehivesCount"
        from (${writeApiaries(sql, declaration, viewer.id)}) declared group by country, day order by country nulls last`,
    );
    return rows.map((row) => {
      const period = declarationPeriod(row.country, declaration.year);
      return { ...row, declaredFrom: period?.from ?? null, declaredTo: period?.to ?? null };
    });
  };
  declaration.countries ??= read();
  return declaration.countries;
}

const KEYS = [
  defineKey('country', 'string', { nullable: true }),
  defineKey('municipality', 'string', { nullable: true }),
  defineKey('name', 'string'),
  defineKey('id', 'string', { columnType: 'uuid' }),
];

export async function loadDeclaredApiaries(
  context: Context,
  declaration: AnnualDeclaration,
  args: PageArgs,
): Promise<Page<DeclaredApiary>> {
  const { access, budget, viewer } = context;
  const page = readPageArgs(args);
  const countAll = async (): Promise<number> =>
    (await loadCountries(context, declaration)).reduce((sum, { apiariesCount }) => sum + apiariesCount, 0);
  const rows = await access.query<DeclaredApiary>((sql) => {
    const isAfter = page.after === undefined ? 'true' : writeCursorCondition(KEYS, page.after, sql.bind);
    return `select * from (${writeApiaries(sql, declaration, viewer.id)}) declared where ${isAfter}
      order by country, municipality, name, id limit ${sql.bind((page.first ?? MAX_LIST_ROWS) + 1)}`;
  });
  refuseTooManyRows(rows, page);
  return new Page(rows, { args: page, keys: KEYS, countAll, budget });
}

/** Whether a hive stood there at the end of a day: on that on which it leaves, it stands in the next apiary, or has ended. */
const stoodOn = (day: string): string => `x.placed_on <= ${day} and (x.left_on is null or x.left_on > ${day})`;

/** Writes the apiaries with hives: those of the account, and what placements keep of those that have been deleted since. */
function writeApiaries({ of, bind }: QuerySql, declaration: AnnualDeclaration, viewerId: string): string {
  const { apiaryIds, hasDeleted } = declaration;
  const bound = new Map(
    [null, ...Object.keys(DECLARATION_PERIODS)].map((country) => [
      country,
      `${bind(dayOf(declaration, country))}::date`,
    ]),
  );
  const cases = Object.keys(DECLARATION_PERIODS).map((country) => `when '${country}' then ${bound.get(country)!}`);
  const dayIn = (country: string): string => `case ${country} ${cases.join(' ')} else ${bound.get(null)!} end`;
  const viewer = `${bind(viewerId)}::uuid`;
  const apiaries = of(Apiary);
  const present = `
    select id, id as "apiaryId", name, country, municipality, register_number as "registerNumber", mobility, day,
      (select count(*)::int from beehive_placements x where x.apiary_id = a.id and ${stoodOn('a.day')}) as "beehivesCount"
    from (select *, ${dayIn('country')} as day from ${apiaries.table} where ${apiaries.ownership} and owner_id = ${viewer}
      ${apiaryIds ? `and id = any(${bind(apiaryIds)}::uuid[])` : ''}) a`;
  const declared = !hasDeleted ? present : `${present} union all ${writeDeleted(of(Beehive), viewer, dayIn)}`;
  return `select * from (${declared}) found where "beehivesCount" > 0`;
}

/** For each hive of the account by the index of its placements. */
const writeDeleted = (
  { table, ownership }: ReturnType<QuerySql['of']>,
  viewer: string,
  dayIn: (country: string) => string,
): string => `
  select md5(jsonb_build_array(name, country, municipality, number)::text)::uuid, null::uuid, name, country, municipality, number, null, day, count(*)::int
  from (select id from ${table} where ${ownership} and owner_id = ${viewer}) h, lateral (
    select x.apiary_label as name, x.apiary_country as country, x.apiary_municipality as municipality, x.apiary_register_number as number,
      ${dayIn('x.apiary_country')} as day
    from beehive_placements x where x.beehive_id = h.id and x.apiary_id is null and x.apiary_label is not null
      and ${stoodOn(`(${dayIn('x.apiary_country')})`)} offset 0) p
  group by name, country, municipality, number, day`;
