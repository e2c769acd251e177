// Shared by the hand-written servers that support W8 to W10: the contract as SDL, columns, conditions and the cursor.
export const LISTS_SDL = /* GraphQL */ `
  enum HealthCondition { HEALTHY AT_RISK UNHEALTHY }
  enum InspectionStatus { DRAFT COMPLETED }
  enum AnswerType { TEXT NUMBER CHOICE YES_NO }
  enum StockMovementKind { INITIAL ENTRY EXIT ADJUSTMENT CORRECTION }
  extend type Query {
    inspections(beehiveId: ID!): [Inspection!]!
    lowStockItems: [InventoryItem!]!
    hivePage(health: [HealthCondition!]!, first: Int!, after: String): BeehivePage!
  }
  extend type Beehive { lastInspectedAt: DateTime }
  extend type InventoryItem { movements(first: Int!): [StockMovement!]! }
  type Inspection { id: ID! occurredAt: DateTime! status: InspectionStatus! notes: String answers: [Answer!]! }
  type Answer {
    questionText: String! answerType: AnswerType! text: String number: Float choice: String yesNo: Boolean score: Int
  }
  type StockMovement { kind: StockMovementKind! amount: Int! balanceAfter: Int! occurredAt: DateTime! }
  type BeehivePage { nodes: [Beehive!]! pageInfo: PageInfo! }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
`;

export const INSPECTION = 'id, occurred_at as "occurredAt", status, notes';
export const ANSWER = `question_text as "questionText", case answer_type when 'texto' then 'TEXT' when 'numero' then 'NUMBER'
  when 'opciones' then 'CHOICE' else 'YES_NO' end as "answerType", text, number, choice, yes_no as "yesNo", score`;
export const LOW_ITEM = `id, apiary_id as "apiaryId", item_name as "itemName", unit, quantity, minimum_stock as "minimumStock"`;
export const MOVEMENT_OF_ITEM = 'kind, amount, balance_after as "balanceAfter", occurred_at as "occurredAt"';

const OWN_APIARY = 'apiary_id in (select id from apiaries where owner_id = $1)';
/** $1 user, $2 hive. */
export const INSPECTIONS = `from inspections where beehive_id = $2 and current
  and exists (select 1 from beehives where id = $2 and ${OWN_APIARY}) order by occurred_at desc, id desc`;
/** $1 user. */
export const LOW_ITEMS = `from inventory_items where ${OWN_APIARY} and low_stock order by item_name, id`;
/** $1 user, $2 health conditions, $3 and $4 cursor. Hives that have never been inspected come last. */
export const HIVE_PAGE = `from beehives where ${OWN_APIARY} and health = any($2)
  and (coalesce(last_inspected_at, 'infinity'), id) > ($3::timestamptz, $4::uuid) order by last_inspected_at, id`;

const START = ['-infinity', '00000000-0000-0000-0000-000000000000'];
/** @returns the parameters $3 and $4 */
export const readCursor = (after) => (after ? JSON.parse(Buffer.from(after, 'base64url').toString()) : START);

/** @param rows up to one more than `first`, which shows that there is a next page */
export function connectionOf(rows, first) {
  const nodes = rows.slice(0, first);
  const last = nodes.at(-1);
  const cursor = last && JSON.stringify([last.lastInspectedAt ?? 'infinity', last.id]);
  const endCursor = cursor ? Buffer.from(cursor).toString('base64url') : null;
  return { nodes, pageInfo: { hasNextPage: rows.length > first, endCursor } };
}
