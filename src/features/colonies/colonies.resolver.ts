import { Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../../context.js';
import type { Row } from '../../database/row.js';
import { createOnce } from '../../idempotency/client-ids.js';
import { today } from '../../shared/days.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { BeehivePlacement } from '../beehives/beehive-placement.entity.js';
import { moveBeehive } from '../beehives/beehives.commands.js';
import * as commands from './colony.commands.js';
import {
  BeehiveLossInput,
  CorrectEndInput,
  CorrectPlacementInput,
  MoveBeehiveInput,
  ReviveBeehiveInput,
  SplitBeehiveInput,
  UniteBeehivesInput,
} from './colony.inputs.js';
import * as corrections from './colony-corrections.js';

@Resolver(() => Beehive)
export class ColoniesResolver {
  @Mutation(() => Beehive, {
    description:
      'Splits a colony: creates a hive with frames of another one, and with a queen if you name her. You need the role for new hives in its apiary, and for changes in that of the other one. Withdrawal periods are those of the treatments of a hive: record treatments for both, if frames with honey go along. Returns the new hive.',
  })
  splitBeehive(
    @Arg('input', () => SplitBeehiveInput, { description: 'The split.' }) input: SplitBeehiveInput,
    @Ctx() context: Context,
  ): Promise<Beehive | Row<Beehive>> {
    return createOnce(context, Beehive, input, (id) => commands.splitBeehive(context, id, input));
  }

  @Mutation(() => Beehive, {
    description:
      'Unites the colony of a hive with that of another one, in the same apiary or not. The first hive ends, and with it the reign of its queen (UNITED), who can go to the other one: `queenFrom`. Returns the one that stays. `reviveBeehive` undoes it. Withdrawal periods do not go along with frames: see `splitBeehive`.',
  })
  uniteBeehives(
    @Arg('input', () => UniteBeehivesInput, { description: 'The union.' }) input: UniteBeehivesInput,
    @Ctx() context: Context,
  ): Promise<Beehive> {
    return commands.uniteBeehives(context, input);
  }

  @Mutation(() => Beehive, {
    description:
      'Records that a colony was lost: the hive ends, and with it the reign of its queen (COLONY_LOST). Returns it. `reviveBeehive` undoes it.',
  })
  recordLoss(
    @Arg('input', () => BeehiveLossInput, { description: 'The loss.' }) input: BeehiveLossInput,
    @Ctx() context: Context,
  ): Promise<Beehive> {
    return commands.recordLoss(context, input);
  }

  @Mutation(() => Beehive, {
    description:
      'Corrects the day, the cause or the notes of the end of a hive. The reign that ended with it moves along.',
  })
  correctEnd(
    @Arg('id', () => ID, { description: 'The id of the hive.' }) id: string,
    @Arg('input', () => CorrectEndInput, { description: 'The correction.' }) input: CorrectEndInput,
    @Ctx() context: Context,
  ): Promise<Beehive> {
    return corrections.correctEnd(context, id, input);
  }

  @Mutation(() => Beehive, {
    description:
      'Undoes the end of a hive that was recorded by mistake. If another hive has its number meanwhile, give it a new one. Frames that went to another hive come back, which must still have them. The reign that ended with it goes on, and the queens of a union are again where they were, unless something else was recorded of them since.',
  })
  reviveBeehive(
    @Arg('id', () => ID, { description: 'The id of the hive.' }) id: string,
    @Arg('input', () => ReviveBeehiveInput, { description: 'Its number.', defaultValue: {} }) input: ReviveBeehiveInput,
    @Ctx() context: Context,
  ): Promise<Beehive> {
    return corrections.reviveBeehive(context, id, input);
  }

  @Mutation(() => Beehive, {
    description:
      'Moves a hive to another apiary, on a day that may be past. You need the role to delete hives in its apiary, and to create them in the other one.',
  })
  moveBeehive(
    @Arg('input', () => MoveBeehiveInput, { description: 'The move.' })
    { beehiveId, apiaryId, beehiveNumber, movedOn, expectedVersion }: MoveBeehiveInput,
    @Ctx() context: Context,
  ): Promise<Beehive> {
    const changes = beehiveNumber == null ? {} : { beehiveNumber };
    return moveBeehive(context, beehiveId, apiaryId, changes, { expectedVersion }, movedOn ?? today());
  }

  @Mutation(() => BeehivePlacement, {
    description:
      'Corrects the day on which a hive came to an apiary, and with it the day on which it left the one before.',
  })
  correctPlacement(
    @Arg('id', () => ID, { description: 'The id of the placement.' }) id: string,
    @Arg('input', () => CorrectPlacementInput, { description: 'The correction.' }) input: CorrectPlacementInput,
    @Ctx() context: Context,
  ): Promise<Row<BeehivePlacement>> {
    return corrections.correctPlacement(context, id, input);
  }
}
