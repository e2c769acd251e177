// Fields of hives, as beehives/ does not import treatments/, and the same of one treatment.
import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context.js';
import type { Row } from '../../database/row.js';
import { RootColumn } from '../../graphql/columns.js';
import { LocalDate } from '../../shared/scalars.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { Treatment } from './treatment.entity.js';
import { loadWithdrawal, loadWithdrawalUntil, UNKNOWN_DAYS } from './withdrawal.queries.js';

@Resolver(() => Beehive)
export class BeehiveWithdrawalResolver {
  @FieldResolver(() => LocalDate, {
    nullable: true,
    description:
      'The last day of the withdrawal periods of its treatments: honey may be taken from the day after, unless `withdrawalUnknown`. It moves on while a treatment is active; 9999-12-31 if that has no planned end.',
  })
  async withdrawalUntil(@RootColumn(Beehive, 'id') beehiveId: string, @Ctx() context: Context): Promise<string | null> {
    return (await loadWithdrawal(context, beehiveId)).until;
  }

  @FieldResolver(() => Boolean, {
    description: `Whether a treatment that is active, or has ended within the last ${UNKNOWN_DAYS} days, does not state its withdrawal period, so that \`withdrawalUntil\` omits it. The mobile app states none.`,
  })
  async withdrawalUnknown(@RootColumn(Beehive, 'id') beehiveId: string, @Ctx() context: Context): Promise<boolean> {
    return (await loadWithdrawal(context, beehiveId)).unknown;
  }
}

@Resolver(() => Treatment)
export class TreatmentWithdrawalResolver {
  @FieldResolver(() => LocalDate, {
    nullable: true,
    description:
      'The last day of its withdrawal period, calculated as `Beehive.withdrawalUntil` is: 9999-12-31 while the end is not known. Null if the period is not known, the treatment was voided, or this is an earlier revision.',
  })
  withdrawalUntil(@Root() treatment: Row<Treatment>, @Ctx() context: Context): Promise<string | null> {
    return loadWithdrawalUntil(context, treatment);
  }
}
