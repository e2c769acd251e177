// What may be wrong with the place of an apiary. A warning refuses nothing: exceptions are the authorities' to make.
import { Field, Float, ObjectType } from 'type-graphql';
import { ApiaryRole } from '../../access/apiary-role.js';
import type { Context } from '../../context.js';
import type { Row } from '../../database/row.js';
import type { BatchSql } from '../../database/statement.js';
import { defineEnum, type EnumOf } from '../../shared/define-enum.js';
import { Apiary } from './apiary.entity.js';
import { findMisfit, leastDistances } from './country.rules.js';
import { toMetres } from './near.queries.js';
import { seesExactly } from './position.rules.js';

export const PlaceWarningKind = defineEnum('PlaceWarningKind', 'What may be wrong with the place of an apiary.', {
  TOO_NEAR: 'Another apiary that you manage is nearer than the least distance in the country.',
  REGISTER_NUMBER: 'The number in the register does not look like those of the country.',
});
export type PlaceWarningKind = EnumOf<typeof PlaceWarningKind>;

@ObjectType({
  simpleResolvers: true,
  description: 'What may be wrong with the place of an apiary. It refuses nothing.',
})
export class PlaceWarning {
  @Field(() => PlaceWarningKind, { description: 'What it is.' })
  kind!: PlaceWarningKind;

  @Field(() => Float, {
    nullable: true,
    description: 'Of TOO_NEAR: the distance from the other apiary, in kilometres.',
  })
  distanceKm?: number;

  @Field(() => Float, { nullable: true, description: 'Of TOO_NEAR: the least distance in the country, in kilometres.' })
  leastKm?: number;

  @Field(() => String, { nullable: true, description: 'Of REGISTER_NUMBER: a number as the country has them.' })
  example?: string;

  apiaryId?: string;
}

interface Neighbour {
  parent: string;
  apiaryId: string;
  distanceKm: number;
  leastKm: number;
}
/** The nearest are enough to see that something is wrong. */
const MAX_NEIGHBOURS = 10;
/** As many are compared, in whatever order: an account may have put thousands at one place. */
const MAX_COMPARED = 200;
/** A degree of latitude has 111 km and more. */
const KM_OF_DEGREE = 111;

/** The apiaries that the viewer manages, and that are too near to others: one statement for all apiaries of a request. */
function loadNeighbours(context: Context, apiaryId: string): Promise<Neighbour[]> {
  const distances = leastDistances(context.settings.minApiaryDistancesKm);
  if (distances.length === 0) return Promise.resolve([]);
  const write = ({ table, ownership, parents, bind }: BatchSql): string => `
    select a.id as parent, o.id as "apiaryId", o.km as "distanceKm", least.km as "leastKm"
    from unnest(${parents}::uuid[]) p(id) join ${table} a on a.id = p.id
      join unnest(${bind(distances.map(([country]) => country))}::text[], ${bind(distances.map(([, km]) => km))}::float8[]) least(country, km)
        on least.country = a.country,
    lateral (
      select id, km from (
        select id, km from (
          select id, great_circle_km(latitude::float8, longitude::float8, a.latitude::float8, a.longitude::float8) as km from ${table}
          where ${ownership} and id <> a.id
            and latitude between a.latitude - (least.km / ${KM_OF_DEGREE})::numeric and a.latitude + (least.km / ${KM_OF_DEGREE})::numeric
        ) strip where km < least.km limit ${MAX_COMPARED}
      ) compared order by km limit ${MAX_NEIGHBOURS}
    ) o`;
  return context.loaders.readModel<Neighbour>(Apiary, write, context.scope(Apiary, ApiaryRole.MANAGER)).load(apiaryId);
}

type Place = Pick<Row<Apiary>, 'id' | 'userId' | 'latitude' | 'country' | 'registerNumber'>;

/** For those alone who see exactly where the apiary is: a distance would tell others more than they see. */
export async function loadPlaceWarnings(context: Context, apiary: Place): Promise<PlaceWarning[]> {
  if (!(await seesExactly(context, apiary))) return [];
  const { TOO_NEAR, REGISTER_NUMBER } = PlaceWarningKind;
  const neighbours =
    apiary.latitude === null || apiary.country === null ? [] : await loadNeighbours(context, apiary.id);
  const warnings: PlaceWarning[] = neighbours
    .toSorted((a, b) => a.distanceKm - b.distanceKm)
    .map(({ parent: _, ...near }) => ({ kind: TOO_NEAR, ...near, distanceKm: toMetres(near.distanceKm) }));
  const example = findMisfit(apiary.country, apiary.registerNumber);
  return example === undefined ? warnings : [...warnings, { kind: REGISTER_NUMBER, example }];
}
