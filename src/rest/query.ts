// Checks the query string of a request. A name that an endpoint does not know is refused: a filter that is misspelt would show everything.
import type { FieldProblem } from '../errors.js';
import { MAX_NAME_LENGTH, MAX_PROBLEMS } from '../graphql/input-problems.js';
import { createMessage, type MessageText } from '../shared/message.js';

/** The names under which an endpoint reads its parameters, each with the one in openapi.json. */
export type ParameterNames = ReadonlyMap<string, string>;

export interface Query {
  /** Under the names in openapi.json, without empty ones: forms send an empty text for a filter that is not set. */
  values: Record<string, unknown>;
  problems: FieldProblem[];
}

export function readQuery(query: Record<string, unknown>, known: ParameterNames): Query {
  const values: Record<string, unknown> = {};
  const problems: FieldProblem[] = [];
  const sentAs = new Map<string, string>();
  for (const [sent, value] of Object.entries(query)) {
    const name = known.get(sent);
    const first = name === undefined ? undefined : sentAs.get(name);
    if (name === undefined) problems.push({ field: sent.slice(0, MAX_NAME_LENGTH), message: describeUnknown(known) });
    else if (first !== undefined)
      problems.push({ field: sent, message: createMessage('is another name of {name}', { name: first }) });
    else {
      sentAs.set(name, sent);
      if (value !== '') values[name] = value;
    }
    if (problems.length === MAX_PROBLEMS) break;
  }
  return { values, problems };
}

function describeUnknown(known: ParameterNames): MessageText {
  const names = [...new Set(known.values())];
  if (names.length === 0) return 'is not a parameter of this path';
  return createMessage('is not a parameter of this path, which has: {names}', { names });
}
