import { Field, ObjectType } from 'type-graphql';
import type { Row } from '../../database/row.js';
import { PayloadOf } from '../../graphql/payload.js';
import { Beehive } from '../beehives/beehive.entity.js';

/** Two hives that exchange frames: a new one and the one that is split, one that stays and one that ends, or that is revived. */
@PayloadOf('beehive')
@ObjectType({ simpleResolvers: true, description: 'The result of a mutation that changes two hives.' })
export class BeehivePairPayload {
  @Field(() => Beehive, { description: 'The hive, after the change.' })
  beehive!: Beehive | Row<Beehive>;

  @Field(() => Beehive, {
    nullable: true,
    description:
      'The other hive, after the change: the one that was split, that ended, or that gives frames back; null if there is none that you see.',
  })
  otherBeehive!: Beehive | Row<Beehive> | null;
}
