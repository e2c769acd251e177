import { Args, ArgsType, Ctx, FieldResolver, Int, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context.js';
import { RootColumn } from '../../graphql/columns.js';
import { OptionalInt } from '../../graphql/input-fields.js';
import { Legacy } from '../../graphql/legacy.js';
import { daysAgo } from '../../shared/period.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { IS_OVERDUE, lacksInspectionSince, OVERDUE_DAYS } from '../beehives/beehives.queries.js';
import { LIVING } from '../beehives/living.commands.js';
import { BeehiveStatus, HealthCondition } from '../beehives/vocabulary.enums.js';
import { Inspection, InspectionStatus } from '../inspections/inspection.entity.js';
import { InventoryItem } from '../inventory/inventory-item.entity.js';
import { BeehiveStatusCount, HealthCount, Statistics, scoreHealth, sumBeehives } from './statistics.queries.js';

const RECENT_DAYS = 30;
const SCORE =
  'from 0 to 100: the average of the hives whose health is known, where HEALTHY counts 100, AT_RISK 50 and UNHEALTHY 0, rounded to a whole number';

@ArgsType()
class OverdueArgs {
  @OptionalInt(
    1,
    3650,
    `The number of days without an inspection, 1 to 3650. If omitted, \`inspectionDays\` of the apiary, else ${OVERDUE_DAYS}.`,
  )
  days?: number | null;
}

/** Fields that are calculated from the same rows share one statement. */
@Resolver(() => Statistics)
export class StatisticsResolver {
  @Query(() => Statistics, { description: 'Figures of all your apiaries together.' })
  statistics(): Statistics {
    return new Statistics(null);
  }

  @FieldResolver(() => Int, { description: 'The number of hives.' })
  async beehivesCount(@Root() statistics: Statistics, @Ctx() context: Context): Promise<number> {
    return sumBeehives(await statistics.loadGroups(context));
  }

  @FieldResolver(() => [HealthCount], {
    description: 'The number of hives in each condition of health, also where there are none, and null last.',
  })
  async beehivesByHealth(@Root() statistics: Statistics, @Ctx() context: Context): Promise<HealthCount[]> {
    const groups = await statistics.loadGroups(context);
    return [...Object.values(HealthCondition), null].map((health) => ({
      health,
      beehivesCount: sumBeehives(groups, { health }),
    }));
  }

  @FieldResolver(() => [BeehiveStatusCount], {
    description: 'The number of hives with each status, also where there are none, and null last.',
  })
  async beehivesByStatus(@Root() statistics: Statistics, @Ctx() context: Context): Promise<BeehiveStatusCount[]> {
    const groups = await statistics.loadGroups(context);
    return [...Object.values(BeehiveStatus), null].map((status) => ({
      status,
      beehivesCount: sumBeehives(groups, { status }),
    }));
  }

  @FieldResolver(() => Int, { nullable: true, description: `A score ${SCORE}; null if no hive has a known health.` })
  async healthScore(@Root() statistics: Statistics, @Ctx() context: Context): Promise<number | null> {
    return scoreHealth(await statistics.loadGroups(context));
  }

  @Legacy()
  @FieldResolver(() => Int, { description: 'The average health, or 0 if there is none.' })
  async healthPercentage(@Root() statistics: Statistics, @Ctx() context: Context): Promise<number> {
    return scoreHealth(await statistics.loadGroups(context)) ?? 0;
  }

  @FieldResolver(() => Int, {
    description: 'The number of hives without a completed inspection in the last `days` days.',
  })
  overdueInspectionsCount(
    @Root() statistics: Statistics,
    @Args(() => OverdueArgs) { days }: OverdueArgs,
    @Ctx() context: Context,
  ): Promise<number> {
    return statistics.count(context, Beehive, 'apiary', {
      ...LIVING,
      ...(days == null ? IS_OVERDUE : lacksInspectionSince(daysAgo(days))),
    });
  }

  @FieldResolver(() => Int, {
    description: `The number of completed inspections in the last ${RECENT_DAYS} days, each in its latest revision.`,
  })
  recentInspectionsCount(@Root() statistics: Statistics, @Ctx() context: Context): Promise<number> {
    const occurredAt = { $gte: daysAgo(RECENT_DAYS) };
    return statistics.count(context, Inspection, 'apiary', {
      current: true,
      status: InspectionStatus.COMPLETED,
      occurredAt,
    });
  }

  @FieldResolver(() => Int, { description: 'The number of active treatments of living hives.' })
  activeTreatmentsCount(@Root() statistics: Statistics, @Ctx() context: Context): Promise<number> {
    return statistics.countActiveTreatments(context);
  }

  @FieldResolver(() => Int, { description: 'The number of inventory items.' })
  inventoryItemsCount(@Root() statistics: Statistics, @Ctx() context: Context): Promise<number> {
    return statistics.count(context, InventoryItem, 'apiary');
  }

  @FieldResolver(() => Int, { description: 'The number of inventory items at or below their minimum stock.' })
  lowStockItemsCount(@Root() statistics: Statistics, @Ctx() context: Context): Promise<number> {
    return statistics.count(context, InventoryItem, 'apiary', { lowStock: true });
  }
}

@Resolver(() => Apiary)
export class ApiaryStatisticsResolver {
  @FieldResolver(() => Statistics, { description: 'Its figures.' })
  statistics(@RootColumn(Apiary, 'id') apiaryId: string): Statistics {
    return new Statistics(apiaryId);
  }
}
