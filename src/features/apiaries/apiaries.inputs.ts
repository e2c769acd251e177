import { ArgsType, Float, ID, InputType } from 'type-graphql';
import { ApiaryRole } from '../../access/apiary-role.js';
import {
  ClientId,
  DefaultedBoolean,
  DefaultedField,
  ExpectedVersion,
  OmittableBoolean,
  OmittableField,
  OmittableText,
  OptionalBoolean,
  OptionalField,
  OptionalInt,
  OptionalText,
  RequiredField,
  RequiredText,
} from '../../graphql/input-fields.js';
import { Legacy } from '../../graphql/legacy.js';
import { type OrderBy, OrderDirection, orderBy } from '../../graphql/order-by.js';
import { PageArgs } from '../../graphql/page-args.js';
import { Between, NotNull } from '../../graphql/validators.js';
import { TIME_ZONE_RULE, TimeZone } from '../../shared/time-zone.js';
import type { Apiary } from './apiary.entity.js';

@InputType({ description: 'The data of a new apiary.' })
export class CreateApiaryInput {
  @ClientId()
  id?: string | null;

  @RequiredText(200, 'The name, 1–200 characters.')
  name!: string;

  @OptionalText(500, 'The location as free text, at most 500 characters.')
  location?: string | null;

  @DefaultedBoolean(false, 'Whether its hives are being treated.')
  treatments?: boolean | null;

  @OptionalField(() => TimeZone, 'The time zone in which it has its days. If omitted, that of your account.')
  timeZone?: string | null;
}

const MITES = 'so many mites per 100 bees, 0.1 to 100,';

@InputType({ description: 'Changes of an apiary. Omitted fields are unchanged.' })
export class UpdateApiaryInput {
  @RequiredField(() => ID, 'The id of the apiary.')
  id!: string;

  @ExpectedVersion()
  expectedVersion?: number | null;

  @OmittableText(200, 'The name, 1–200 characters.')
  name?: string;

  @OptionalText(500, 'The location as free text, at most 500 characters; null clears it.')
  location?: string | null;

  @OmittableBoolean('Whether its hives are being treated.')
  treatments?: boolean;

  @OptionalInt(1, 3650, 'After so many days, its hives are to be inspected again, 1 to 3650; null for 14.')
  inspectionDays?: number | null;

  @OptionalField(() => Float, `From ${MITES} on, the worklist has a hive; null for 2.`, Between(0.1, 100))
  mitesToWatch?: number | null;

  @OptionalField(() => Float, `From ${MITES} on, a hive is to be treated; null for 3.`, Between(0.1, 100))
  mitesToTreat?: number | null;

  @OmittableField(
    () => TimeZone,
    'The time zone in which it has its days. What is recorded keeps its day.',
    NotNull(TIME_ZONE_RULE),
  )
  timeZone?: string;
}

const ApiaryOrder = orderBy<Apiary>('Apiary', 'apiaries', {
  CREATED_AT: ['createdAt', 'By creation time.'],
  NAME: ['name', 'By name.'],
});

export const OLDEST_FIRST: OrderBy<Apiary> = { field: 'createdAt', direction: OrderDirection.ASC };

@ArgsType()
export class ApiariesArgs extends PageArgs {
  @DefaultedField(() => ApiaryOrder, OLDEST_FIRST, 'The order of the list.')
  orderBy?: OrderBy<Apiary> | null;

  @OptionalField(() => ApiaryRole, 'Only apiaries in which you have this role.')
  role?: ApiaryRole | null;

  @OptionalBoolean('Whether the apiaries that others share with you are included. If omitted, they are.')
  includeShared?: boolean | null;

  /** Whether the list, if `includeShared` is omitted, is that of the released mobile apps. */
  @Legacy()
  @OptionalBoolean('Whether `show_shared_apiaries` of the account decides what an omitted value means.')
  asInApp?: boolean | null;
}
