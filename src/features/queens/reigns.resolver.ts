import { Arg, Ctx, FieldResolver, ID, Int, Mutation, Resolver } from 'type-graphql';
import { AllowOverQuota } from '../../access/guard.js';
import type { Context } from '../../context.js';
import type { Row } from '../../database/row.js';
import { RootColumn } from '../../graphql/columns.js';
import { EXPECTED_VERSION } from '../../graphql/input-fields.js';
import { createOnce } from '../../idempotency/client-ids.js';
import { LocalDate } from '../../shared/scalars.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { QueenReign } from './queen-reign.entity.js';
import { EndReignInput, InstallQueenInput, UpdateReignInput } from './queens.inputs.js';
import * as commands from './reigns.commands.js';
import { loadQueenlessSince } from './reigns.js';

@Resolver(() => QueenReign)
export class ReignsResolver {
  @Mutation(() => QueenReign, {
    description:
      'Installs a queen in a hive. The reign of the queen before her ends on the same day, and so does her own in another hive. At most 500 reigns of a hive. In a hive that has ended, only reigns up to its end can be recorded (BEEHIVE_ENDED).',
  })
  installQueen(
    @Arg('input', () => InstallQueenInput, { description: 'Who is installed where, and when.' })
    input: InstallQueenInput,
    @Ctx() context: Context,
  ): Promise<QueenReign | Row<QueenReign>> {
    return createOnce(context, QueenReign, input, (id) => commands.installQueen(context, id, input));
  }

  @Mutation(() => QueenReign, { description: 'Ends a reign: the hive has no queen until another is installed.' })
  endReign(
    @Arg('id', () => ID, { description: 'The id of the reign.' }) id: string,
    @Arg('input', () => EndReignInput, { description: 'When and why it ended.' }) input: EndReignInput,
    @Ctx() context: Context,
  ): Promise<QueenReign> {
    return commands.endReign(context, id, input);
  }

  @Mutation(() => QueenReign, {
    description:
      'Corrects the days of a reign, why it ended, or its notes. In a hive that has ended, its end must not be later (BEEHIVE_ENDED). `Apiary.activity` has what they were.',
  })
  updateReign(
    @Arg('id', () => ID, { description: 'The id of the reign.' }) id: string,
    @Arg('input', () => UpdateReignInput, { description: 'The corrections.' }) input: UpdateReignInput,
    @Ctx() context: Context,
  ): Promise<QueenReign> {
    return commands.updateReign(context, id, input);
  }

  @AllowOverQuota()
  @Mutation(() => ID, {
    description:
      'Deletes a reign that was recorded by mistake. Returns its id, also if it has been deleted already. The reign that ended when it began stays ended.',
  })
  deleteReign(
    @Arg('id', () => ID, { description: 'The id of the reign.' }) id: string,
    @Arg('expectedVersion', () => Int, EXPECTED_VERSION) expectedVersion: number | null,
    @Ctx() context: Context,
  ): Promise<string> {
    return commands.deleteReign(context, id, expectedVersion);
  }
}

/** A field of hives; beehives/ does not import queens/. */
@Resolver(() => Beehive)
export class BeehiveQueenResolver {
  @FieldResolver(() => LocalDate, {
    nullable: true,
    description:
      'The day on which its last reign ended, if it has no queen since; null if it has one, or none was ever recorded.',
  })
  queenlessSince(@RootColumn(Beehive, 'id') beehiveId: string, @Ctx() context: Context): Promise<string | null> {
    return loadQueenlessSince(context, beehiveId);
  }
}
