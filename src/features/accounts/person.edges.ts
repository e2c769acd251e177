import type { Edge } from '../../graphql/edges.js';
import { loadPerson, Person } from './person.queries.js';

/** The person whom a column names. */
export const person = <C extends string>(column: C, description: string): Edge<C, string | null> => ({
  column,
  returns: () => Person,
  nullable: true,
  description,
  load: (id, context) => loadPerson(context, id),
});
