import type { Context } from '../../context.js';
import { HarvestSource } from '../harvests/harvest-source.entity.js';
import { FeedKind } from '../products/product.enums.js';
import { Feeding } from './feeding.entity.js';

/** Bees may have carried what they were fed with into honey that is taken so many days later. */
export const FED_BEFORE_HARVEST_DAYS = 30;

/** The id of the last feeding of the hive of a source in the days before its harvest. Protein is no sugar. */
export async function loadFedBeforeHarvest({ loaders }: Context, sourceId: string): Promise<string | null> {
  const rows = loaders.readModel<{ parent: string; id: string }>(HarvestSource, ({ table, ownership, parents, of }) => {
    const feedings = of(Feeding);
    return `select s.id as parent, f.id
        from (select * from ${table} where ${ownership} and id = any(${parents})) s
          join harvests h on h.id = s.harvest_id,
          lateral (select id from ${feedings.table} where beehive_id = s.beehive_id and ${feedings.ownership}
            and fed_on between h.harvested_on - ${FED_BEFORE_HARVEST_DAYS} and h.harvested_on and kind <> '${FeedKind.PROTEIN}'
            order by fed_on desc, id desc limit 1) f`;
  });
  return (await rows.load(sourceId))[0]?.id ?? null;
}
