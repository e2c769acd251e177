import { Arg, Ctx, Resolver } from 'type-graphql';
import type { Context } from '../../context.js';
import type { Row } from '../../database/row.js';
import { PayloadMutation, RecordMutation } from '../../graphql/payload.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { dayAtApiary } from '../apiaries/apiary-days.queries.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { BeehivePlacement } from '../beehives/beehive-placement.entity.js';
import { moveBeehive } from '../beehives/beehives.commands.js';
import { ColonyLoss, RevivedBeehives, SplitBeehives, UnitedBeehives } from './beehive-pair.types.js';
import * as commands from './colony.commands.js';
import {
  CorrectBeehiveEndInput,
  CorrectBeehivePlacementInput,
  MoveBeehiveInput,
  RecordLossInput,
  ReviveBeehiveInput,
  SplitBeehiveInput,
  UniteBeehivesInput,
} from './colony.inputs.js';
import * as corrections from './colony-corrections.commands.js';

@Resolver(() => Beehive)
export class ColoniesResolver {
  @PayloadMutation(SplitBeehives, 'beehive', {
    description:
      'Splits a colony: creates a hive with frames, and a queen if you name her, of another one. Treatments stay with that one: record those of honey that goes along for both. `uniteBeehives` undoes it (`queenFrom: SOURCE` if the queen went along).',
  })
  splitBeehive(
    @Arg('input', () => SplitBeehiveInput) input: SplitBeehiveInput,
    @Ctx() context: Context,
  ): Promise<SplitBeehives> {
    return commands.splitOnce(context, input);
  }

  @PayloadMutation(UnitedBeehives, 'beehive', {
    description:
      'Unites the colony of a hive with that of another one, which is returned as `beehive`. The first hive ends, and with it the reign of its queen, who can go to the other one: `queenFrom`. `reviveBeehive` undoes it.',
  })
  uniteBeehives(
    @Arg('input', () => UniteBeehivesInput) input: UniteBeehivesInput,
    @Ctx() context: Context,
  ): Promise<UnitedBeehives> {
    return commands.uniteBeehives(context, input);
  }

  @PayloadMutation(ColonyLoss, 'beehive', {
    description:
      'Records that a colony was lost: the hive ends, and with it the reign of its queen (COLONY_LOST). `reviveBeehive` undoes it.',
  })
  recordLoss(
    @Arg('input', () => RecordLossInput) input: RecordLossInput,
    @Ctx() context: Context,
  ): Promise<ColonyLoss> {
    return commands.recordLoss(context, input);
  }

  @RecordMutation(Beehive, {
    description:
      'Corrects the day, the cause or the notes of the end of a hive. The reign that ended with it moves along.',
  })
  correctBeehiveEnd(
    @Arg('input', () => CorrectBeehiveEndInput) { id, ...input }: CorrectBeehiveEndInput,
    @Ctx() context: Context,
  ): Promise<Beehive> {
    return corrections.correctBeehiveEnd(context, id, input);
  }

  @PayloadMutation(RevivedBeehives, 'beehive', {
    description:
      'Undoes the end of a hive that was recorded by mistake. Frames that went to another hive must still be there (INSUFFICIENT_FRAMES), and come back; so does its queen, unless something else was recorded of her since.',
  })
  reviveBeehive(
    @Arg('input', () => ReviveBeehiveInput) { id, ...input }: ReviveBeehiveInput,
    @Ctx() context: Context,
  ): Promise<RevivedBeehives> {
    return corrections.reviveBeehive(context, id, input);
  }

  @RecordMutation(Beehive, {
    description:
      'Moves a hive to another apiary, on a day that may be past. You need the role to delete hives in its apiary, and to create them in the other one.',
  })
  async moveBeehive(
    @Arg('input', () => MoveBeehiveInput)
    { id, apiaryId, beehiveNumber, name, movedOn, expectedVersion, ...transport }: MoveBeehiveInput,
    @Ctx() context: Context,
  ): Promise<Beehive> {
    const changes = { ...(beehiveNumber != null && { beehiveNumber }), ...(name != null && { name }) };
    context.access.requireId(Apiary, apiaryId);
    const move = { ...transport, movedOn: movedOn ?? (await dayAtApiary(context, apiaryId)) };
    return moveBeehive(context, id, apiaryId, changes, { expectedVersion }, move);
  }

  @RecordMutation(BeehivePlacement, {
    description:
      'Corrects the day on which a hive came to an apiary, and with it the day on which it left the one before; or what the movement book says of it.',
  })
  correctBeehivePlacement(
    @Arg('input', () => CorrectBeehivePlacementInput) { id, ...input }: CorrectBeehivePlacementInput,
    @Ctx() context: Context,
  ): Promise<Row<BeehivePlacement>> {
    return corrections.correctBeehivePlacement(context, id, input);
  }
}
