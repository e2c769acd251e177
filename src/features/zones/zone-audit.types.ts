import { Field, Float, Int, ObjectType } from 'type-graphql';
import { LocalDate } from '../../shared/scalars.js';
import { AuditChange } from '../accounts/audit-changes.types.js';
import { ZoneDisease } from './zone-disease.enums.js';

@ObjectType({ simpleResolvers: true, description: 'A restricted zone as it was at the time of an audit entry.' })
export class AuditedZone {
  @Field(() => String, { description: 'Its name.' })
  name!: string;

  @Field(() => ZoneDisease, { description: 'Why there is the zone.' })
  disease!: ZoneDisease;

  @Field(() => LocalDate, { description: 'The first day on which it is in force.' })
  from!: string;

  @Field(() => LocalDate, { nullable: true, description: 'The last day; null if it was not known.' })
  until!: string | null;

  @Field(() => String, { nullable: true, description: 'Where that is ordered.' })
  source!: string | null;

  @Field(() => Float, { nullable: true, description: 'Of a circle.' })
  latitude?: number | null;

  @Field(() => Float, { nullable: true, description: 'Of a circle.' })
  longitude?: number | null;

  @Field(() => Float, { nullable: true, description: 'Of a circle.' })
  radiusKm?: number | null;

  @Field(() => Int, { nullable: true, description: 'Of an area: how many positions its outline has.' })
  positionsCount?: number;
}

@ObjectType({ implements: AuditChange, simpleResolvers: true, description: 'A change of a RESTRICTED_ZONE for all.' })
export class AuditZoneChange extends AuditChange {
  @Field(() => AuditedZone, { nullable: true, description: 'Null if it was created.' })
  before!: AuditedZone | null;

  @Field(() => AuditedZone, { nullable: true, description: 'Null if it was deleted.' })
  after!: AuditedZone | null;
}
