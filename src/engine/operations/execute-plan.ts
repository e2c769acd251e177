// Executes planned operations with the semantics of graphql-js: test/engine/execution.test.ts compares the results of both.
import {
  defaultFieldResolver,
  type ExecutionResult,
  type GraphQLError,
  type GraphQLResolveInfo,
  locatedError,
  OperationTypeNode,
} from 'graphql';
import type { EngineInfo } from '../engine.js';
import { areRawRows } from '../rows/raw-rows.js';
import { JsonRows } from '../rows/row-json.js';
import type { Arguments, Plan, PlannedField, PlannedType } from './planned.js';

type Path = GraphQLResolveInfo['path'];
/** The place of a value in the response; undefined is the whole response. */
type Place = Path | undefined;
type Fields = Record<string, unknown>;

/** One execution of a plan. */
interface Execution {
  plan: Plan;
  context: unknown;
  variables: Arguments;
  argumentsOf: Map<PlannedField, Arguments>;
  errors: GraphQLError[];
  /** The places that became null because of an error. Further errors at or below them are not reported. */
  nulled: Set<Place>;
}

/** @param variables have been coerced with the definitions of the operation */
export function executePlan(
  plan: Plan,
  context: unknown,
  variables: Arguments,
): ExecutionResult | Promise<ExecutionResult> {
  const execution: Execution = { plan, context, variables, argumentsOf: new Map(), errors: [], nulled: new Set() };
  const finish = (data: Fields | null): ExecutionResult =>
    execution.errors.length > 0 ? { errors: execution.errors, data } : { data };
  const fail = (error: unknown): ExecutionResult => {
    report(execution, error, undefined);
    return finish(null);
  };
  try {
    const isMutation = plan.operation.operation === OperationTypeNode.MUTATION;
    const data = isMutation ? executeSerially(execution) : executeFields(execution, plan.fields, undefined, undefined);
    return isPromise<Fields>(data) ? data.then(finish, fail) : finish(data);
  } catch (error) {
    return fail(error);
  }
}

async function executeSerially(execution: Execution): Promise<Fields> {
  const result: Fields = {};
  for (const field of execution.plan.fields)
    result[field.key] = await executeField(execution, field, undefined, undefined);
  return result;
}

function executeFields(
  execution: Execution,
  fields: readonly PlannedField[],
  source: unknown,
  place: Place,
): Fields | Promise<Fields> {
  const result: Fields = {};
  const pending: string[] = [];
  try {
    for (const field of fields) {
      const value = field.isProperty
        ? completeProperty(execution, field, source, place)
        : executeField(execution, field, source, place);
      result[field.key] = value;
      if (isPromise(value)) pending.push(field.key);
    }
  } catch (error) {
    if (pending.length === 0) throw error;
    // Other resolvers are still running: they are awaited, because they may fail, too.
    return awaitPending(result, pending).finally(() => {
      throw error;
    });
  }
  return pending.length > 0 ? awaitPending(result, pending) : result;
}

/** Replaces the promises in a result by their values. */
async function awaitPending(result: Fields, pending: string[]): Promise<Fields> {
  const values = await Promise.all(pending.map((key) => result[key]));
  for (const [i, key] of pending.entries()) result[key] = values[i];
  return result;
}

/** Returns the completed value of a field, or a promise of it. */
function executeField(execution: Execution, field: PlannedField, source: unknown, parent: Place): unknown {
  const { type, resolve = defaultFieldResolver } = field;
  const path = createPath(field, parent);
  let value: unknown;
  try {
    value = resolve(source, findArguments(execution, field), execution.context, createInfo(execution, field, path));
  } catch (error) {
    return handleError(execution, error, type, field, path);
  }
  return completeAt(execution, type, field, path, value);
}

/**
 * Returns the completed value of a field that is a property of its parent and a leaf of the response. Most fields of a response are:
 * without an error, they need neither a path nor the other parameters of a resolver.
 */
function completeProperty(execution: Execution, field: PlannedField, source: unknown, parent: Place): unknown {
  try {
    const value = (source as Fields | null | undefined)?.[field.name];
    if (typeof value === 'function' || isPromise(value)) return executeField(execution, field, source, parent);
    return complete(execution, field.type, field, parent, value);
  } catch (error) {
    return handleError(execution, error, field.type, field, createPath(field, parent));
  }
}

/** Returns a value as it appears in the response, or a promise of it. */
function complete(execution: Execution, type: PlannedType, field: PlannedField, path: Place, value: unknown): unknown {
  if (value instanceof Error) throw value;
  if (value == null) {
    if (!type.isNonNull) return null;
    throw new Error(`Cannot return null for non-nullable field ${field.parentType.name}.${field.name}.`);
  }
  switch (type.kind) {
    case 'leaf':
      return type.serialize(value);
    case 'object':
      return executeFields(execution, type.fields, value, path);
    case 'abstract': {
      const fields = type.fields.get((value as { __typename: string }).__typename);
      if (!fields) throw new Error(`A value of ${type.name} must name its type in __typename`);
      return executeFields(execution, fields, value, path);
    }
    case 'list':
      if (type.shape && areRawRows(value)) return new JsonRows(type.shape, value);
      return completeList(execution, type.of, field, path, value);
  }
}

function completeList(
  execution: Execution,
  type: PlannedType,
  field: PlannedField,
  path: Place,
  values: unknown,
): unknown[] | Promise<unknown[]> {
  if (typeof values !== 'object' || !(Symbol.iterator in values!))
    throw new Error(`Expected Iterable, but did not find one for field "${field.parentType.name}.${field.name}".`);
  const completed: unknown[] = [];
  let hasPromise = false;
  try {
    for (const value of values as Iterable<unknown>) {
      const place: Path = { prev: path, key: completed.length, typename: undefined };
      const item = completeAt(execution, type, field, place, value);
      completed.push(item);
      hasPromise ||= isPromise(item);
    }
  } catch (error) {
    // Another item may fail later: its error is not reported, because the list is null.
    if (hasPromise) Promise.allSettled(completed);
    throw error;
  }
  return hasPromise ? Promise.all(completed) : completed;
}

/** Completes the value of a field or of an item of a list, which may be a promise. Its error is that of this place. */
function completeAt(execution: Execution, type: PlannedType, field: PlannedField, path: Path, value: unknown): unknown {
  const fail = (error: unknown): null => handleError(execution, error, type, field, path);
  try {
    const completed = isPromise(value)
      ? value.then((resolved) => complete(execution, type, field, path, resolved))
      : complete(execution, type, field, path, value);
    return isPromise(completed) ? completed.then(undefined, fail) : completed;
  } catch (error) {
    return fail(error);
  }
}

/** Reports the error of a nullable place, which becomes null. The error of a non-null place belongs to its parent. */
function handleError(execution: Execution, error: unknown, type: PlannedType, field: PlannedField, path: Path): null {
  const located = locatedError(error, field.nodes, pathToArray(path));
  if (type.isNonNull) throw located;
  report(execution, located, path);
  return null;
}

function report({ errors, nulled }: Execution, error: unknown, place: Place): void {
  for (let at = place; at; at = at.prev) if (nulled.has(at)) return;
  if (nulled.has(undefined)) return;
  nulled.add(place);
  errors.push(error as GraphQLError);
}

const createPath = ({ key, parentType }: PlannedField, prev: Place): Path => ({ prev, key, typename: parentType.name });

function pathToArray(path: Path): (string | number)[] {
  const keys = [];
  for (let at: Place = path; at; at = at.prev) keys.push(at.key);
  return keys.reverse();
}

/** The arguments of a field are the same for all objects of an execution. */
function findArguments({ argumentsOf, variables }: Execution, field: PlannedField): Arguments {
  let found = argumentsOf.get(field);
  if (!found) {
    found = field.argumentsFor(variables);
    argumentsOf.set(field, found);
  }
  return found;
}

function createInfo({ plan, variables }: Execution, field: PlannedField, path: Path): EngineInfo {
  return {
    fieldName: field.name,
    fieldNodes: field.nodes,
    returnType: field.returnType,
    parentType: field.parentType,
    path,
    schema: plan.schema,
    fragments: plan.fragments,
    rootValue: undefined,
    operation: plan.operation,
    variableValues: variables as Fields,
    acceptsPassedRows: field.acceptsPassedRows,
  };
}

const isPromise = <T = unknown>(value: unknown): value is Promise<T> =>
  typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
