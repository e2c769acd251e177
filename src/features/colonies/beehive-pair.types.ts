import { Field, ObjectType } from 'type-graphql';
import type { Row } from '../../database/row.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { ColonyEvent } from './colony-event.entity.js';

/** Two hives that exchange frames: a new one and the one that is split, one that stays and one that ends, or that is revived. */
@ObjectType({ simpleResolvers: true, description: 'The fields of the payloads below: no type of the schema.' })
export class BeehivePair {
  @Field(() => Beehive, { description: 'The hive, after the change.' })
  beehive!: Beehive | Row<Beehive>;

  @Field(() => Beehive, {
    nullable: true,
    description:
      'The other hive, after the change: the one that was split, that ended, or that gives frames back; null if there is none that you see.',
  })
  otherBeehive!: Beehive | Row<Beehive> | null;
}

const HISTORY = { nullable: true, description: 'What the history of `beehive` has of it.' };

@ObjectType({ simpleResolvers: true, description: 'The fields of the payloads below: no type of the schema.' })
export class ColonyPair extends BeehivePair {
  @Field(() => ColonyEvent, HISTORY)
  colonyEvent!: ColonyEvent | Row<ColonyEvent> | null;
}

@ObjectType({ simpleResolvers: true, description: 'The fields of the payload below: no type of the schema.' })
export class ColonyLoss {
  @Field(() => Beehive)
  beehive!: Beehive;

  @Field(() => ColonyEvent, HISTORY)
  colonyEvent!: ColonyEvent;
}
