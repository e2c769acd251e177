// Fields of hives; beehives/ does not import treatments/.
import { Ctx, FieldResolver, Resolver } from 'type-graphql';
import type { Context } from '../../context.js';
import { RootColumn } from '../../graphql/columns.js';
import { LocalDate } from '../../shared/scalars.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { loadWithdrawal, UNKNOWN_DAYS } from './withdrawal.js';

@Resolver(() => Beehive)
export class BeehiveWithdrawalResolver {
  @FieldResolver(() => LocalDate, {
    nullable: true,
    description:
      'The last day of the withdrawal periods of its treatments: honey may be taken from the day after, unless `withdrawalUnknown`. The period of a treatment begins at its end. That of an active one begins at its announced or planned end, and not before today: it moves on until the treatment is ended. 9999-12-31 while an active treatment has neither end; null if no treatment states a period.',
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
