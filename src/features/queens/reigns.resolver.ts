import { Arg, Ctx, FieldResolver, Resolver } from 'type-graphql';
import { AllowOverQuota } from '../../access/guard.js';
import type { Context } from '../../context.js';
import type { Row } from '../../database/row.js';
import { RootColumn } from '../../graphql/columns.js';
import { ApiaryDeleteMutation, RecordMutation } from '../../graphql/payload.js';
import { InputOf, VersionedIdInput } from '../../graphql/record-input.js';
import { createOnce } from '../../idempotency/client-ids.js';
import { LocalDate } from '../../shared/scalars.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { QueenReign } from './queen-reign.entity.js';
import { EndQueenReignInput, InstallQueenInput, UpdateQueenReignInput } from './queens.inputs.js';
import * as commands from './reigns.commands.js';
import { loadQueenlessSince } from './reigns.queries.js';

@Resolver(() => QueenReign)
export class ReignsResolver {
  @RecordMutation(QueenReign, {
    description:
      'Installs a queen in a hive. The reign of the queen before her ends on the same day, and so does her own in another hive.',
  })
  installQueen(
    @Arg('input', () => InstallQueenInput)
    input: InstallQueenInput,
    @Ctx() context: Context,
  ): Promise<QueenReign | Row<QueenReign>> {
    return createOnce(context, QueenReign, input, (id) => commands.installQueen(context, id, input));
  }

  @RecordMutation(QueenReign, { description: 'Ends a reign: the hive has no queen until another is installed.' })
  endQueenReign(
    @Arg('input', () => EndQueenReignInput) { id, ...input }: EndQueenReignInput,
    @Ctx() context: Context,
  ): Promise<QueenReign> {
    return commands.endQueenReign(context, id, input);
  }

  @RecordMutation(QueenReign, {
    description:
      'Corrects the days of a reign, why it ended, or its notes. In a hive that has ended, its end must not be later (BEEHIVE_ENDED). `Apiary.changeLog` has what they were.',
  })
  updateQueenReign(
    @Arg('input', () => UpdateQueenReignInput) { id, ...input }: UpdateQueenReignInput,
    @Ctx() context: Context,
  ): Promise<QueenReign> {
    return commands.updateQueenReign(context, id, input);
  }

  @AllowOverQuota()
  @ApiaryDeleteMutation({
    description:
      'Deletes a reign that was recorded by mistake. Returns its id, also if it has been deleted already. The reign that ended when it began stays ended.',
  })
  deleteQueenReign(
    @InputOf(VersionedIdInput) { id, expectedVersion }: VersionedIdInput,
    @Ctx() context: Context,
  ): Promise<string> {
    return commands.deleteQueenReign(context, id, expectedVersion);
  }
}

/** A field of hives; beehives/ does not import queens/. */
@Resolver(() => Beehive)
export class BeehiveQueenResolver {
  @FieldResolver(() => LocalDate, {
    nullable: true,
    description: 'The day on which its last reign ended, if it has no queen since.',
  })
  queenlessSince(@RootColumn(Beehive, 'id') beehiveId: string, @Ctx() context: Context): Promise<string | null> {
    return loadQueenlessSince(context, beehiveId);
  }
}
