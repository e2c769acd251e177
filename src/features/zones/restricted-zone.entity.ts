import type { Opt, Ref } from '@mikro-orm/core';
import { Check, Entity, Index, ManyToOne, Property } from '@mikro-orm/decorators/legacy';
import { Float, ObjectType } from 'type-graphql';
import { BaseEntity, ShowsUpdatedAt, VERSION_DESCRIPTION } from '../../base.entity.js';
import { LATITUDE, LONGITUDE, number } from '../../graphql/bounds.js';
import {
  DayColumn,
  EnumColumn,
  IntColumn,
  LineColumn,
  OptionalColumn,
  OptionalDayColumn,
  OptionalTextColumn,
} from '../../graphql/entity-fields.js';
import { Node } from '../../graphql/node.js';
import { INT_MAX } from '../../shared/text.js';
import { User } from '../accounts/user.entity.js';
import type { Area } from './zone-area.rules.js';
import { Boxes, Polygons } from './zone-columns.types.js';
import { ZoneDisease } from './zone-disease.enums.js';

/** A smaller one says more of a place than of an outbreak. */
const RADIUS_KM = number(0.1, 1000);

/** The database decides what it contains: `zone_contains` (docs/zones.md). */
@ShowsUpdatedAt
@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description:
    'An area which bees leave with a reason only, while it is in force: around an outbreak of a disease. It is a polygon or a circle.',
})
@Entity({ tableName: 'restricted_zones' })
@Index({ name: 'restricted_zones_owner_index', properties: ['user', 'createdAt', 'id'] })
// An account has few; those for all are found by where they are.
@Index({
  name: 'restricted_zones_bounds_index',
  expression:
    'create index "restricted_zones_bounds_index" on "restricted_zones" using gist ("bounds") where owner_id is null and removed_at is null',
})
@Index({
  name: 'restricted_zones_removed_index',
  expression:
    'create index "restricted_zones_removed_index" on "restricted_zones" ("removed_at") where removed_at is not null',
})
@Check({ name: 'restricted_zones_days_check', expression: 'active_until >= active_from' })
@Check({
  name: 'restricted_zones_shape_check',
  expression:
    '(area is null) = (rings is null) and (area is null) = (radius_km is not null) and num_nulls(latitude, longitude, radius_km) in (0, 3)',
})
export class RestrictedZone extends BaseEntity {
  /** Null for a zone for all. */
  @ManyToOne(() => User, { ref: true, nullable: true, fieldName: 'owner_id', deleteRule: 'cascade', index: false })
  user: Ref<User> | null = null;

  @LineColumn(200, 'The name, such as the place of the outbreak.')
  name!: string;

  @EnumColumn(ZoneDisease, 'Why there is the zone.')
  disease!: ZoneDisease;

  @DayColumn('The first day on which it is in force.', { fieldName: 'active_from' })
  from!: string;

  @OptionalDayColumn('The last day on which it is in force; null if that is not known.', { fieldName: 'active_until' })
  until: Opt<string> | null = null;

  @OptionalTextColumn(500, 'Where that is ordered: the number of the order, or an address.')
  source: Opt<string> | null = null;

  /** As a client sent it, without what was dropped; its field is in the resolver. */
  @Property({ type: 'json', nullable: true })
  area: Opt<Area> | null = null;

  /** The same for `zone_contains`: the rings with continuous longitudes (zone-rings.ts). */
  @Property({ type: Polygons, nullable: true, hidden: true })
  rings: Opt<string[]> | null = null;

  @OptionalColumn(() => Float, 'Of a circle: the latitude of its centre, in degrees.', { type: 'double' }, LATITUDE)
  latitude: Opt<number> | null = null;

  @OptionalColumn(() => Float, 'Of a circle: the longitude of its centre, in degrees.', { type: 'double' }, LONGITUDE)
  longitude: Opt<number> | null = null;

  @OptionalColumn(() => Float, 'Of a circle: its radius, in kilometres.', { type: 'double' }, RADIUS_KM)
  radiusKm: Opt<number> | null = null;

  @Property({
    type: Boxes,
    generated: '(zone_bounds(rings, latitude, longitude, radius_km)) stored',
    hidden: true,
    nullable: true,
  })
  readonly bounds!: Opt<string>;

  /** A repeated deletion finds it for 30 days. */
  @Property({ type: 'timestamptz', length: 3, nullable: true, hidden: true })
  removedAt: Opt<Date> | null = null;

  @IntColumn(1, INT_MAX, VERSION_DESCRIPTION, { default: 1, version: true })
  version: Opt<number> = 1;
}
