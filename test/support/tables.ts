import { registry } from '../../src/access/policy.js';
import type { TestApp } from './client.js';

type Registration = (typeof registry)[keyof typeof registry];

/** The tables of the entities whose registration matches. */
export function tablesOf({ app }: TestApp, matches: (registration: Registration) => boolean): string[] {
  const names = Object.entries(registry).flatMap(([entity, registration]) => (matches(registration) ? [entity] : []));
  // Entities are compared by name, because the service has loaded its own copy of the classes.
  const all = [...app.orm.getMetadata().getAll().values()];
  return names.map((name) => all.find(({ className }) => className === name)!.tableName);
}
