import { Arg, Args, Ctx, FieldResolver, ID, Int, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../../context.js';
import type { Page } from '../../database/page.js';
import type { Row } from '../../database/row.js';
import { Columns, RootColumn } from '../../graphql/columns.js';
import { EXPECTED_VERSION } from '../../graphql/input-fields.js';
import { PageArgs } from '../../graphql/page-args.js';
import { createOnce } from '../../idempotency/client-ids.js';
import { LocalDate } from '../../shared/scalars.js';
import { loadPerson, Person } from '../accounts/person.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { Inspection } from '../inspections/inspection.entity.js';
import { Queen } from './queen.entity.js';
import { QueenReign } from './queen-reign.entity.js';
import { EndReignInput, InstallQueenInput, UpdateReignInput } from './queens.inputs.js';
import {
  loadOpenReign,
  loadQueenlessSince,
  loadQueenOfInspection,
  ReignConnection,
  reignListArgs,
} from './reign-lists.js';
import * as commands from './reigns.commands.js';

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

  @FieldResolver(() => Queen, {
    nullable: true,
    description: 'The queen; null if you do not see her because she is in another apiary, or of another account, now.',
  })
  async queen(
    @RootColumn(QueenReign, 'queenId') queenId: string | null,
    @Ctx() { loaders }: Context,
    @Columns(Queen) fields: Columns<Queen>,
  ): Promise<Row<Queen> | null> {
    return queenId === null ? null : loaders.byId(Queen, fields).load(queenId);
  }

  @FieldResolver(() => Beehive, { description: 'The hive.' })
  beehive(
    @RootColumn(QueenReign, 'beehiveId') beehiveId: string,
    @Ctx() { loaders }: Context,
    @Columns(Beehive) fields: Columns<Beehive>,
  ): Promise<Row<Beehive> | null> {
    return loaders.parent(Beehive, fields).load(beehiveId);
  }

  @FieldResolver(() => Person, {
    nullable: true,
    description: 'Who recorded it; null if the account has been deleted.',
  })
  actor(@RootColumn(QueenReign, 'actorId') actorId: string, @Ctx() context: Context): Promise<Person | null> {
    return loadPerson(context, actorId);
  }
}

/** Fields of hives and inspections; beehives/ and inspections/ do not import queens/. */
@Resolver(() => Beehive)
export class BeehiveQueenResolver {
  @FieldResolver(() => Queen, { nullable: true, description: 'Its queen; null if it has none, or none is recorded.' })
  async queen(
    @RootColumn(Beehive, 'id') beehiveId: string,
    @Ctx() context: Context,
    @Columns(Queen) fields: Columns<Queen>,
  ): Promise<Row<Queen> | null> {
    const reign = await loadOpenReign(context, 'beehive', beehiveId);
    return reign?.queenId ? context.loaders.byId(Queen, fields).load(reign.queenId) : null;
  }

  @FieldResolver(() => ReignConnection, { description: 'The reigns of its queens, newest first.' })
  queenReigns(
    @RootColumn(Beehive, 'id') beehiveId: string,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() { loaders }: Context,
    @Columns(QueenReign) fields: Columns<QueenReign>,
  ): Promise<Page<Row<QueenReign>>> {
    return loaders.listOf(QueenReign, 'beehive', reignListArgs(args, fields)).load(beehiveId);
  }

  @FieldResolver(() => LocalDate, {
    nullable: true,
    description:
      'The day on which its last reign ended, if it has no queen since; null if it has one, or none was ever recorded.',
  })
  queenlessSince(@RootColumn(Beehive, 'id') beehiveId: string, @Ctx() context: Context): Promise<string | null> {
    return loadQueenlessSince(context, beehiveId);
  }
}

@Resolver(() => Inspection)
export class InspectionQueenResolver {
  @FieldResolver(() => Queen, {
    nullable: true,
    description:
      'The queen of the hive on the day of the inspection, in UTC, as the reigns say now; null if none is recorded for that day, or you do not see her.',
  })
  async queen(
    @RootColumn(Inspection, 'id') inspectionId: string,
    @Ctx() context: Context,
    @Columns(Queen) fields: Columns<Queen>,
  ): Promise<Row<Queen> | null> {
    const id = await loadQueenOfInspection(context, inspectionId);
    return id === null ? null : context.loaders.byId(Queen, fields).load(id);
  }
}
