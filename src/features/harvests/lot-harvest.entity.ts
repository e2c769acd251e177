import type { Opt, Ref } from '@mikro-orm/core';
import { Check, Entity, Index, ManyToOne, Property, Unique } from '@mikro-orm/decorators/legacy';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { OwnedEntity } from '../../base.entity.js';
import { Harvest } from './harvest.entity.js';
import { Lot } from './lot.entity.js';

@ObjectType({ simpleResolvers: true, description: 'What a lot contains of one harvest.' })
@Entity({ tableName: 'lot_harvests' })
@Unique({ name: 'lot_harvests_unique', properties: ['lot', 'harvest'] })
@Index({ name: 'lot_harvests_harvest_index', properties: ['harvest', 'id'] })
@Index({ name: 'lot_harvests_owner_index', properties: ['ownerId', 'id'] })
@Check({ name: 'lot_harvests_grams_check', expression: 'grams > 0' })
export class LotHarvest extends OwnedEntity {
  @ManyToOne(() => Lot, { ref: true, deleteRule: 'cascade', index: false })
  lot!: Ref<Lot>;

  @Field(() => ID, { description: 'The id of the lot.' })
  get lotId(): Opt<string> {
    return this.lot.id;
  }

  @ManyToOne(() => Harvest, { ref: true, deleteRule: 'cascade', index: false })
  harvest!: Ref<Harvest>;

  @Field(() => ID, { description: 'The id of the harvest.' })
  get harvestId(): Opt<string> {
    return this.harvest.id;
  }

  @Field(() => Int, { description: 'The honey in grams.' })
  @Property({ type: 'integer' })
  grams!: number;
}
