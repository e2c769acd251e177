import { Arg, Ctx, Resolver } from 'type-graphql';
import type { Context } from '../../context.js';
import { RecordMutation } from '../../graphql/payload.js';
import { Inspection } from '../inspections/inspection.entity.js';
import { amendInspection } from '../inspections/inspections.commands.js';
import { AmendInspectionInput, MoveInspectionInput } from '../inspections/inspections.inputs.js';
import { moveInspection } from '../inspections/void.commands.js';
import { followInspection } from './recorded-work.commands.js';

// Tasks refer to inspections; inspections/ does not import tasks/.
@Resolver()
export class ReplacedInspectionsResolver {
  @RecordMutation(Inspection, {
    description:
      'Replaces a completed inspection by a new revision. The previous revision is kept. `records` of a task follow it.',
  })
  async amendInspection(
    @Arg('input', () => AmendInspectionInput) { id, ...input }: AmendInspectionInput,
    @Ctx() context: Context,
  ): Promise<Inspection> {
    const amended = await amendInspection(context, id, input);
    await followInspection(context, id, amended);
    return amended;
  }

  @RecordMutation(Inspection, {
    description:
      'Moves a completed inspection that was recorded for the wrong hive: voids it, and records it for the other one, with the same time, visit, notes and answers. `records` of a task follow it; what it has stored in the hive stays there. Returns the new inspection.',
  })
  async moveInspection(
    @Arg('input', () => MoveInspectionInput)
    input: MoveInspectionInput,
    @Ctx() context: Context,
  ): Promise<Inspection> {
    const moved = await moveInspection(context, input);
    await followInspection(context, input.id, moved);
    return moved;
  }
}
