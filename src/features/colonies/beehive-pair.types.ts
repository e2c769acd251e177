import { Field, ObjectType } from 'type-graphql';
import type { Row } from '../../database/row.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { ColonyEvent } from './colony-event.entity.js';

const FIELDS = { simpleResolvers: true, description: 'The fields of the payloads below: no type of the schema.' };
const HISTORY = { nullable: true, description: 'What the history of `beehive` has of it.' };

/** Two hives that exchange frames, after the change. @param beehive, otherBeehive what they are */
function pairOf(beehive: string, otherBeehive: string) {
  @ObjectType(FIELDS)
  class BeehivePair {
    @Field(() => Beehive, { description: beehive })
    beehive!: Beehive | Row<Beehive>;

    @Field(() => Beehive, { nullable: true, description: otherBeehive })
    otherBeehive!: Beehive | Row<Beehive> | null;
  }
  return BeehivePair;
}

@ObjectType(FIELDS)
export class SplitBeehives extends pairOf('The new hive.', 'The hive that was split; null if you do not see it.') {
  @Field(() => ColonyEvent, HISTORY)
  colonyEvent!: ColonyEvent | Row<ColonyEvent> | null;
}

@ObjectType(FIELDS)
export class UnitedBeehives extends pairOf('The hive that stays: the one of `intoBeehiveId`.', 'The hive that ended.') {
  @Field(() => ColonyEvent, HISTORY)
  colonyEvent!: ColonyEvent | null;
}

@ObjectType(FIELDS)
export class RevivedBeehives extends pairOf(
  'The hive that has not ended.',
  'The hive that gave frames back; null if there is none that you see.',
) {}

@ObjectType(FIELDS)
export class ColonyLoss {
  @Field(() => Beehive)
  beehive!: Beehive;

  @Field(() => ColonyEvent, HISTORY)
  colonyEvent!: ColonyEvent;
}
