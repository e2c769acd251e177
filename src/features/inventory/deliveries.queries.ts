import type { Context } from '../../context.js';
import { runStatement } from '../../database/pool.js';
import type { Row } from '../../database/row.js';
import { AppError } from '../../errors.js';
import { StockMovement } from './stock-movement.entity.js';

export const DELIVERY_FIELDS = ['batchNumber', 'expiryDate', 'supplier', 'purchaseProof'] as const;
export type Delivery = Pick<Row<StockMovement>, (typeof DELIVERY_FIELDS)[number]>;

/** The most movements that are read of an item that never is empty; for those before them, the item alone says what it is. */
const MAX_READ = 1000;

/** What is said of a delivery `d`: a batch has its own expiry date. What it does not state is that of the item `i`. */
const STATED = `
  case when num_nonnulls(d.batch_number, d.expiry_date) = 0 then i.batch_number else d.batch_number end as batch,
  case when num_nonnulls(d.batch_number, d.expiry_date) = 0 then i.expiry_date else d.expiry_date end as expiry,
  coalesce(d.supplier, i.supplier) as supplier, d.purchase_proof as proof`;
/** The value that all deliveries have, if it is the same. */
const common = (column: string, type: string): string =>
  `case when count(distinct coalesce(${column}::text, '')) = 1 then min(${column}::text)::${type} end`;
/** What came later than the day, wherever that was, was not there. */
const IS_BY = `m.occurred_at < $3::date + interval '38 hours'`;
const IS_REVERTED = 'exists (select 1 from stock_movements c where c.corrects_id = m.id and c.sequence < $2)';

/**
 * What came in since somebody took the last, and was not reverted, may be what was taken: deliveries, and whatever else made the stock more, of
 * which only the item says what it is. A reverted movement of the same time brings nothing new.
 */
const FIND_POSSIBLE = `
  with emptied as (
    select coalesce(max(sequence), 0) as sequence from stock_movements m
    where item_id = $1 and sequence < $2 and balance_after = 0 and kind = 'EXIT' and ${IS_BY} and not ${IS_REVERTED}),
  read as (
    select m.* from stock_movements m, emptied
    where item_id = $1 and m.sequence < $2 and m.sequence > emptied.sequence order by m.sequence desc limit ${MAX_READ + 1}),
  possible as (
    select batch_number, expiry_date, supplier, purchase_proof from read m
    where amount > 0 and ${IS_BY} and not ${IS_REVERTED} and not exists (select 1 from read r where r.id = m.corrects_id)
    union all select null, null, null, null from read m having count(*) > ${MAX_READ} or count(*) filter (where amount > 0 and ${IS_BY}) = 0)
  select ${common('batch', 'text')} as "batchNumber", ${common('expiry', 'text')} as "expiryDate",
    ${common('supplier', 'text')} as supplier, ${common('proof', 'text')} as "purchaseProof"
  from (select ${STATED} from possible d join inventory_items i on i.id = $1) stated`;
const FIND_NAMED = `
  select batch as "batchNumber", expiry::text as "expiryDate", supplier, proof as "purchaseProof"
  from (select ${STATED} from stock_movements d join inventory_items i on i.id = d.item_id where d.id = $1 and d.item_id = $2
    and d.kind in ('INITIAL', 'ENTRY') and not exists (select 1 from stock_movements c where c.corrects_id = d.id)) stated`;

/**
 * What is known of the delivery from which a movement took something.
 * @param id of the movement by which it came in; if absent, what all say that are possible on the day
 * @throws NOT_FOUND; BAD_USER_INPUT for an id of no delivery of the item
 */
export async function loadDelivery(
  context: Context,
  { itemId, sequence }: Pick<Row<StockMovement>, 'itemId' | 'sequence'>,
  { id, field, day }: { id: string | null | undefined; field: string; day: string },
): Promise<Delivery> {
  const run = async (text: string, values: unknown[]): Promise<Delivery | undefined> =>
    (await runStatement<Delivery>(context, { text, values }))[0];
  if (id == null) return (await run(FIND_POSSIBLE, [itemId, sequence, day]))!;
  await context.access.one(StockMovement, id, ['id']);
  const found = await run(FIND_NAMED, [id, itemId]);
  if (found) return found;
  throw AppError.badInput([{ field, message: 'must be a delivery of the item' }]);
}
