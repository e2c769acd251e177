import type { Opt, Ref } from '@mikro-orm/core';
import { Entity, ManyToOne, Unique } from '@mikro-orm/decorators/legacy';
import { ObjectType } from 'type-graphql';
import { BaseEntity, ShowsUpdatedAt, VERSION_DESCRIPTION } from '../../base.entity.js';
import { COUNTRY } from '../../graphql/bounds.js';
import {
  DayColumn,
  IntColumn,
  LineColumn,
  OptionalColumn,
  OptionalLineColumn,
  OptionalTextColumn,
} from '../../graphql/entity-fields.js';
import { Node } from '../../graphql/node.js';
import { CountryCode } from '../../shared/country.js';
import { INT_MAX } from '../../shared/text.js';
import { User } from '../accounts/user.entity.js';

/** It is not in the change log, which keeps what it has for two years: the name, address and tax id of a person go with the account, at once. */
@ShowsUpdatedAt
@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description:
    'Who keeps the bees of an account for the law, from a day on, until the first day of the next one. Only the account itself sees it.',
})
@Entity({ tableName: 'keepers' })
@Unique({ name: 'keepers_day_unique', properties: ['user', 'validFrom'] })
export class Keeper extends BaseEntity {
  @ManyToOne(() => User, { ref: true, fieldName: 'owner_id', deleteRule: 'cascade', index: false })
  user!: Ref<User>;

  @DayColumn('The first day. It is the keeper until the day before that of the next one.')
  validFrom!: string;

  @LineColumn(200, 'The name of the person or the company.')
  legalName!: string;

  @OptionalTextColumn(500, 'The address.')
  address: Opt<string> | null = null;

  @OptionalLineColumn(50, 'The number by which the tax office knows the keeper: NIF, NIT, VAT number.')
  taxId: Opt<string> | null = null;

  @OptionalLineColumn(100, 'The number of the holding in the official register: REGA, ICA.')
  registerNumber: Opt<string> | null = null;

  @OptionalColumn(() => CountryCode, 'The country of the holding.', { type: 'text' }, COUNTRY)
  country: Opt<string> | null = null;

  /** As in `TrackedEntity`: a trigger counts. */
  @IntColumn(1, INT_MAX, VERSION_DESCRIPTION, { default: 1, version: true })
  version: Opt<number> = 1;
}
