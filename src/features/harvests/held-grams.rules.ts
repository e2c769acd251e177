// How much honey there is to be taken, as SQL about a row: no more than it says itself, and no more than what it consists of. Operations keep
// both the same; rows of an archive need not be (features/archives).

/** What the hives of a harvest gave. */
export const heldByHarvest = (row: string): string =>
  `least(${row}.grams, (select coalesce(sum(part.grams), 0) from harvest_sources part where part.harvest_id = ${row}.id))::int`;

/** What a lot contains of harvests. */
export const heldByLot = (row: string): string =>
  `least(${row}.grams, (select coalesce(sum(part.grams), 0) from lot_harvests part where part.lot_id = ${row}.id))::int`;
