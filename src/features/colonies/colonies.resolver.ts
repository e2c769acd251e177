import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../../context.js';
import type { Row } from '../../database/row.js';
import { RecordMutation } from '../../graphql/payload.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { dayAtApiary } from '../apiaries/apiary-days.queries.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { BeehivePlacement } from '../beehives/beehive-placement.entity.js';
import { moveBeehive } from '../beehives/beehives.commands.js';
import { BeehivePairPayload } from './beehive-pair.types.js';
import * as commands from './colony.commands.js';
import {
  CorrectEndInput,
  CorrectPlacementInput,
  MoveBeehiveInput,
  RecordLossInput,
  ReviveBeehiveInput,
  SplitBeehiveInput,
  UniteBeehivesInput,
} from './colony.inputs.js';
import * as corrections from './colony-corrections.commands.js';

@Resolver(() => Beehive)
export class ColoniesResolver {
  @Mutation(() => BeehivePairPayload, {
    description:
      'Splits a colony: creates a hive with frames, and a queen if you name her, of another one. Treatments stay with that one: record those of honey that goes along for both. `uniteBeehives` undoes it (`queenFrom: SOURCE` if the queen went along).',
  })
  splitBeehive(
    @Arg('input', () => SplitBeehiveInput, { description: 'The split.' }) input: SplitBeehiveInput,
    @Ctx() context: Context,
  ): Promise<BeehivePairPayload> {
    return commands.splitOnce(context, input);
  }

  @Mutation(() => BeehivePairPayload, {
    description:
      'Unites the colony of a hive with that of another one, which is returned as `beehive`. The first hive ends, and with it the reign of its queen, who can go to the other one: `queenFrom`. `reviveBeehive` undoes it.',
  })
  uniteBeehives(
    @Arg('input', () => UniteBeehivesInput, { description: 'The union.' }) input: UniteBeehivesInput,
    @Ctx() context: Context,
  ): Promise<BeehivePairPayload> {
    return commands.uniteBeehives(context, input);
  }

  @RecordMutation(Beehive, {
    description:
      'Records that a colony was lost: the hive ends, and with it the reign of its queen (COLONY_LOST). Returns it. `reviveBeehive` undoes it.',
  })
  recordLoss(
    @Arg('input', () => RecordLossInput, { description: 'The loss.' }) input: RecordLossInput,
    @Ctx() context: Context,
  ): Promise<Beehive> {
    return commands.recordLoss(context, input);
  }

  @RecordMutation(Beehive, {
    description:
      'Corrects the day, the cause or the notes of the end of a hive. The reign that ended with it moves along.',
  })
  correctEnd(
    @Arg('input', () => CorrectEndInput, { description: 'The correction.' }) { id, ...input }: CorrectEndInput,
    @Ctx() context: Context,
  ): Promise<Beehive> {
    return corrections.correctEnd(context, id, input);
  }

  @Mutation(() => BeehivePairPayload, {
    description:
      'Undoes the end of a hive that was recorded by mistake. Frames that went to another hive must still be there (INSUFFICIENT_FRAMES), and come back; so does its queen, unless something else was recorded of her since. See docs/colonies.md.',
  })
  reviveBeehive(
    @Arg('input', () => ReviveBeehiveInput, { description: 'The hive, and its number.' }) {
      id,
      ...input
    }: ReviveBeehiveInput,
    @Ctx() context: Context,
  ): Promise<BeehivePairPayload> {
    return corrections.reviveBeehive(context, id, input);
  }

  @RecordMutation(Beehive, {
    description:
      'Moves a hive to another apiary, on a day that may be past. You need the role to delete hives in its apiary, and to create them in the other one.',
  })
  async moveBeehive(
    @Arg('input', () => MoveBeehiveInput, { description: 'The move.' })
    { beehiveId, apiaryId, beehiveNumber, movedOn, expectedVersion, ...transport }: MoveBeehiveInput,
    @Ctx() context: Context,
  ): Promise<Beehive> {
    const changes = beehiveNumber == null ? {} : { beehiveNumber };
    context.access.requireId(Apiary, apiaryId);
    const move = { ...transport, movedOn: movedOn ?? (await dayAtApiary(context, apiaryId)) };
    return moveBeehive(context, beehiveId, apiaryId, changes, { expectedVersion }, move);
  }

  @RecordMutation(BeehivePlacement, {
    description:
      'Corrects the day on which a hive came to an apiary, and with it the day on which it left the one before; or what the movement book says of it.',
  })
  correctPlacement(
    @Arg('input', () => CorrectPlacementInput, { description: 'The correction.' }) {
      id,
      ...input
    }: CorrectPlacementInput,
    @Ctx() context: Context,
  ): Promise<Row<BeehivePlacement>> {
    return corrections.correctPlacement(context, id, input);
  }
}
