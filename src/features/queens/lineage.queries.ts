import type { Context } from '../../context.js';
import type { Row } from '../../database/row.js';
import { Queen } from './queen.entity.js';

export const MAX_GENERATIONS = 20;

/** Returns the mother, her mother and so on, as far as the viewer sees them. One statement finds them for all queens of a request. */
export async function loadAncestors({ loaders }: Context, queenId: string): Promise<Row<Queen>[]> {
  const lines = loaders.readModel<{ parent: string; id: string }>(Queen, ({ table, ownership, parents }) => {
    const seen = `(select id, mother_id from ${table} where ${ownership})`;
    return `
      with recursive line (parent, id, mother_id, generation) as (
        select q.id, q.id, q.mother_id, 0 from ${seen} q where q.id = any(${parents})
        union all
        select line.parent, m.id, m.mother_id, generation + 1 from line join ${seen} m on m.id = line.mother_id
        where generation < ${MAX_GENERATIONS})
      select parent, id from line where generation > 0 order by generation`;
  });
  const line = await lines.load(queenId);
  const queens = await Promise.all(line.map(({ id }) => loaders.byId(Queen).load(id)));
  return queens.filter((queen) => queen !== null);
}
