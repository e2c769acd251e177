import { registerEnumType } from 'type-graphql';
import type { RecordName } from './record.js';
import { recordRows } from './records.js';

/** An enum of records: its values are the names of the entities. */
type Kinds = Readonly<Record<string, RecordName>>;

/** That of the entity `MiteCount` is `MITE_COUNT`. */
const nameOf = (entity: RecordName): string => entity.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase();

const rows = recordRows.filter(([, { label }]) => label !== undefined);
const kindsOf = (chosen: typeof rows): Kinds => Object.fromEntries(chosen.map(([entity]) => [nameOf(entity), entity]));

export const RecordKind = kindsOf(rows);
/** Those whose changes people see. */
export const LOGGED_KINDS = kindsOf(rows.filter(([, { tracked }]) => tracked && !tracked.hidden));
/** Those of which clients keep copies. */
export const SYNCED_KINDS = kindsOf(rows.filter(([, { synced }]) => synced !== undefined));

/** Those that people delete, alone or with what belongs to them. */
export const DELETED_KINDS = kindsOf(
  rows.filter(([, { synced }]) => synced?.operations?.some((name) => /^(delete|discard)/.test(name))),
);

/** The names of kinds, for descriptions. */
export const listKinds = (kinds: Kinds): string => Object.keys(kinds).join(', ');

registerEnumType(RecordKind, {
  name: 'RecordKind',
  description: 'The kinds of records. In parentheses: what goes with a deleted one.',
  valuesConfig: Object.fromEntries(rows.map(([entity, { label }]) => [nameOf(entity), { description: label! }])),
});
