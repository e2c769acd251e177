import type { EntityClass } from '@mikro-orm/core';
import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import type { Context } from '../../context.js';
import { runStatement } from '../../database/pool.js';
import type { Row } from '../../database/row.js';
import { AppError } from '../../errors.js';
import { Node } from '../../graphql/node.js';
import { createMessage } from '../../shared/message.js';
import { isUuid } from '../../shared/text.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { BeehivePlacement } from '../beehives/beehive-placement.entity.js';
import { ColonyEvent } from '../colonies/colony-event.entity.js';
import { Harvest } from '../harvests/harvest.entity.js';
import { Lot } from '../harvests/lot.entity.js';
import { LotPack } from '../harvests/lot-pack.entity.js';
import { Answer } from '../inspections/answer.entity.js';
import { BeehiveQuestion } from '../inspections/beehive-question.entity.js';
import { Inspection } from '../inspections/inspection.entity.js';
import { InventoryItem } from '../inventory/inventory-item.entity.js';
import { StockMovement } from '../inventory/stock-movement.entity.js';
import { Queen } from '../queens/queen.entity.js';
import { QueenReign } from '../queens/queen-reign.entity.js';
import { Question } from '../questions/question.entity.js';
import { MiteCount } from '../treatments/mite-count.entity.js';
import { Treatment } from '../treatments/treatment.entity.js';
import { TreatmentFollowUp } from '../treatments/treatment-follow-up.entity.js';

const MAX_IDS = 100;
/** The entities that implement Node. */
export const NODE_TYPES: EntityClass<{ id: string }>[] = [
  Apiary,
  Beehive,
  Question,
  BeehiveQuestion,
  Inspection,
  Answer,
  InventoryItem,
  StockMovement,
  Treatment,
  TreatmentFollowUp,
  MiteCount,
  Queen,
  QueenReign,
  BeehivePlacement,
  ColonyEvent,
  Harvest,
  Lot,
  LotPack,
];

/** A row, with the name of its type for graphql-js. */
type TypedRow = Row<{ id: string }> & { __typename: string };

@Resolver()
export class NodesResolver {
  @Query(() => Node, { nullable: true, description: 'One of your records, by its id.' })
  async node(
    @Arg('id', () => ID, { description: 'The id of the record.' }) id: string,
    @Ctx() context: Context,
  ): Promise<TypedRow> {
    const [row] = await loadNodes(context, [id]);
    if (!row) throw AppError.notFound('Record');
    return row;
  }

  @Query(() => [Node], {
    nullable: 'itemsAndList',
    description: `Up to ${MAX_IDS} of your records, in the order of their ids; null for an id that is not found.`,
  })
  async nodes(
    @Arg('ids', () => [ID], { description: 'The ids of the records.' }) ids: string[],
    @Ctx() context: Context,
  ): Promise<(TypedRow | null)[]> {
    if (ids.length > MAX_IDS)
      throw AppError.badInput([
        { field: 'ids', message: createMessage('must have at most {max} entries', { max: MAX_IDS }) },
      ]);
    return loadNodes(context, ids);
  }
}

/** Loads records of any type: one statement finds their types, and one for each type loads the rows that the viewer may see. */
async function loadNodes(context: Context, ids: string[]): Promise<(TypedRow | null)[]> {
  const wanted = [...new Set(ids.filter(isUuid).map((id) => id.toLowerCase()))];
  if (wanted.length === 0) return ids.map(() => null);
  const tables = NODE_TYPES.map(
    (type, i) => `select ${i} as type, id from ${context.table(type).name} where id = any($1)`,
  );
  const found = await runStatement<{ type: number; id: string }>(context, {
    text: tables.join(' union all '),
    values: [wanted],
  });
  const rows = await Promise.all(
    found.map(async ({ type, id }): Promise<TypedRow | null> => {
      const row = await context.loaders.byId(NODE_TYPES[type]!).load(id);
      return row && { ...row, __typename: NODE_TYPES[type]!.name };
    }),
  );
  const byId = new Map(rows.map((row) => [row?.id, row]));
  return ids.map((id) => byId.get(id.toLowerCase()) ?? null);
}
