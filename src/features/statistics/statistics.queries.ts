import type { EntityClass } from '@mikro-orm/core';
import { Field, Int, ObjectType } from 'type-graphql';
import type { Context } from '../../context.js';
import type { Relation } from '../../database/row.js';
import type { Where } from '../../database/where.js';
import { DateTime } from '../../shared/scalars.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { LIVING } from '../beehives/living.commands.js';
import { BeehiveStatus, HealthCondition } from '../beehives/vocabulary.enums.js';
import { Treatment } from '../treatments/treatment.entity.js';
import { TreatmentStatus } from '../treatments/treatment-status.enums.js';

@ObjectType({ simpleResolvers: true, description: 'The number of hives in a condition of health.' })
export class HealthCount {
  @Field(() => HealthCondition, {
    nullable: true,
    description: 'The condition; null for hives whose words are unknown, or that have none.',
  })
  health!: HealthCondition | null;

  @Field(() => Int, { description: 'The number of hives.' })
  beehivesCount!: number;
}

@ObjectType({ simpleResolvers: true, description: 'The number of hives with a status.' })
export class BeehiveStatusCount {
  @Field(() => BeehiveStatus, {
    nullable: true,
    description: 'The status; null for hives whose words are unknown, or that have none.',
  })
  status!: BeehiveStatus | null;

  @Field(() => Int, { description: 'The number of hives.' })
  beehivesCount!: number;
}

@ObjectType({ description: 'Figures of one apiary, or of all. Only those that are selected are calculated.' })
export class Statistics {
  @Field(() => DateTime, { description: 'When the figures were calculated.' })
  readonly calculatedAt = new Date();

  /** Loaded once for all fields that need it. */
  private groups: Promise<BeehiveGroup[]> | undefined;

  /** @param apiaryId null for all apiaries of the viewer */
  constructor(readonly apiaryId: string | null) {}

  /** Counts the rows of a type that belong to the apiary or, without one, to the viewer. */
  async count<T extends object>(
    { access, loaders }: Context,
    type: EntityClass<T>,
    relation: Relation<T>,
    where?: Where<T>,
  ): Promise<number> {
    if (this.apiaryId === null) return access.count(type, where);
    return loaders.countOf(type, relation, where).load(this.apiaryId);
  }

  /**
   * A treatment outlives its hive, so the policy leads to it through none: this does. Members see what is of the hives that they see; the
   * policy would look the hive of each treatment up again.
   */
  async countActiveTreatments({ access, loaders, viewer }: Context): Promise<number> {
    const where = { current: true, status: TreatmentStatus.ACTIVE, beehive: LIVING };
    if (this.apiaryId !== null) return loaders.countOf(Treatment, 'beehive.apiary', where).load(this.apiaryId);
    const [row] = await access.query<{ n: number }>(({ of }) => {
      const hives = of(Beehive);
      const isSeen = viewer.isMember ? 'true' : of(Treatment, true).ownership;
      return `select count(*)::int as n from treatments where ${isSeen} and current and status = 'ACTIVE'
        and beehive_id in (select id from ${hives.table} where ${hives.ownership} and ended_on is null)`;
    });
    return row!.n;
  }

  /** The hives by health and status. */
  loadGroups(context: Context): Promise<BeehiveGroup[]> {
    this.groups ??= this.apiaryId === null ? loadGroupsOfViewer(context) : loadGroupsOf(context, this.apiaryId);
    return this.groups;
  }
}

/** The hives of one apiary that have the same health and status. */
interface BeehiveGroup {
  health: HealthCondition | null;
  status: BeehiveStatus | null;
  beehivesCount: number;
}

const GROUP = 'health, status, count(*)::int as "beehivesCount"';

const loadGroupsOf = ({ loaders }: Context, apiaryId: string): Promise<BeehiveGroup[]> =>
  loaders
    .readModel<BeehiveGroup & { parent: string }>(
      Beehive,
      ({ table, ownership, parents }) =>
        `select apiary_id as parent, ${GROUP} from ${table} where ${ownership} and apiary_id = any(${parents}) and ended_on is null group by apiary_id, health, status`,
    )
    .load(apiaryId);

const loadGroupsOfViewer = ({ access }: Context): Promise<BeehiveGroup[]> =>
  access.query(({ of }) => {
    const { table, ownership } = of(Beehive);
    return `select ${GROUP} from ${table} where ${ownership} and ended_on is null group by health, status`;
  });

/** Sums the hives of the groups that have a property of this value, or of all groups. */
export const sumBeehives = (groups: BeehiveGroup[], like: Partial<BeehiveGroup> = {}): number =>
  groups
    .filter((group) => Object.entries(like).every(([name, value]) => group[name as keyof BeehiveGroup] === value))
    .reduce((sum, { beehivesCount }) => sum + beehivesCount, 0);

const POINTS = { [HealthCondition.HEALTHY]: 100, [HealthCondition.AT_RISK]: 50, [HealthCondition.UNHEALTHY]: 0 };

/** @returns null if the health of no hive is known */
export function scoreHealth(groups: BeehiveGroup[]): number | null {
  const known = groups.filter(({ health }) => health !== null);
  const beehivesCount = sumBeehives(known);
  if (beehivesCount === 0) return null;
  const points = known.reduce((sum, group) => sum + POINTS[group.health!] * group.beehivesCount, 0);
  return Math.round(points / beehivesCount);
}
