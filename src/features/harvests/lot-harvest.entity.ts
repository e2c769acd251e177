import type { Opt, Ref } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, Unique } from '@mikro-orm/decorators/legacy';
import { ObjectType } from 'type-graphql';
import { OwnedEntity } from '../../base.entity.js';
import { IdOf, IntColumn } from '../../graphql/entity-fields.js';
import { Node } from '../../graphql/node.js';
import { Harvest, MAX_GRAMS } from './harvest.entity.js';
import { Lot } from './lot.entity.js';

@ObjectType({ implements: Node, simpleResolvers: true, description: 'What a lot contains of one harvest.' })
@Entity({ tableName: 'lot_harvests' })
@Unique({ name: 'lot_harvests_unique', properties: ['lot', 'harvest'] })
@Index({ name: 'lot_harvests_harvest_index', properties: ['harvest', 'id'] })
@Index({ name: 'lot_harvests_owner_index', properties: ['ownerId', 'id'] })
export class LotHarvest extends OwnedEntity {
  @ManyToOne(() => Lot, { ref: true, deleteRule: 'cascade', index: false })
  lot!: Ref<Lot>;

  @IdOf('lot', 'The id of the lot.')
  readonly lotId!: Opt<string>;

  @ManyToOne(() => Harvest, { ref: true, deleteRule: 'cascade', index: false })
  harvest!: Ref<Harvest>;

  @IdOf('harvest', 'The id of the harvest.')
  readonly harvestId!: Opt<string>;

  @IntColumn(1, MAX_GRAMS, 'The honey in grams.')
  grams!: number;
}
