import { records } from '../../src/records/records.js';
import { importOnce } from './import-once.js';

const { metadata, owned } = await importOnce<typeof import('./metadata.js')>('./metadata.js');

export { owned };

type Registration = (typeof records)[keyof typeof records];

// Entities are found by name, because a test file has its own copy of the classes.
const entities = [...metadata.getAll().values()];
const find = (entity: string) => entities.find(({ className }) => className === entity)!;

export const tableOf = (entity: string): string => find(entity).tableName;
export const keyOf = (entity: string): string => find(entity).getPrimaryProp().fieldNames[0]!;

/** The tables of the entities whose registration matches. */
export const tablesOf = (matches: (registration: Registration) => boolean): string[] =>
  Object.entries(records).flatMap(([entity, registration]) => (matches(registration) ? [tableOf(entity)] : []));
