import { OnlineMigration } from '../online-migration.js';

/** Distances between positions (ADR 0058; src/shared/geography.ts has the same formula), and an index by which boxes around a position are searched. */
export class Migration20261129110000 extends OnlineMigration {
  override async up(): Promise<void> {
    await this.alter(GREAT_CIRCLE_KM, INDEX);
  }
}

const H = `(power(sin(radians(lat2 - lat1) / 2), 2)
  + cos(radians(lat1)) * cos(radians(lat2)) * power(sin(radians(lon2 - lon1) / 2), 2))`;

/**
 * PostgreSQL inlines it, so that it costs what its formula costs: one expression that is null where an argument is, without a subquery,
 * `least` or `coalesce`. Rounding may make h a little greater than 1 for opposite points.
 */
const GREAT_CIRCLE_KM = `
  create or replace function great_circle_km(lat1 float8, lon1 float8, lat2 float8, lon2 float8) returns float8
  language sql immutable parallel safe strict as $$
    select 2 * 6371.0088 * atan2(sqrt(${H}), sqrt(abs(1 - ${H})))
  $$`;

/**
 * Without the longitude: PostgreSQL 18 takes two ranges for an expensive search, and would not use the index. Not `concurrently`: no row has a
 * position yet, so it is empty, and the table is read once.
 */
const INDEX = `create index if not exists apiaries_position_index on apiaries (owner_id, latitude) where latitude is not null`;
