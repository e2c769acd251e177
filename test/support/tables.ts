import { records } from '../../src/records/records.js';
import type { TestApp } from './client.js';

type Registration = (typeof records)[keyof typeof records];

/** The tables of the entities whose registration matches. */
export function tablesOf({ app }: TestApp, matches: (registration: Registration) => boolean): string[] {
  const names = Object.entries(records).flatMap(([entity, registration]) => (matches(registration) ? [entity] : []));
  // Entities are compared by name, because the service has loaded its own copy of the classes.
  const all = [...app.orm.getMetadata().getAll().values()];
  return names.map((name) => all.find(({ className }) => className === name)!.tableName);
}
