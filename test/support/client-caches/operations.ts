// Every root field, and every field of a record that takes arguments, as operations with different arguments: each set alone, and all in
// one document.
import {
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { type ArgumentSet, Arguments, type FoundIds, writeArguments } from './arguments.js';
import { hasId, Selections } from './selections.js';

type Field = GraphQLField<unknown, unknown>;
type Json = Record<string, unknown>;
export type Ask = (document: string) => Promise<Json>;

/** An operation with its response. */
export interface Operation {
  /** The field, such as `Beehive.timeline`. */
  coordinate: string;
  document: string;
  sent: Json;
  /** Whether the field has several sets of arguments. */
  isTogether: boolean;
  /** Whether it is of objects without an id: Apollo Client forgets what it had of them when it reads them again, and then asks anew. */
  isOfNoRecord: boolean;
}

const MAX_ALIASED = 6;
const MAX_PARENTS = 3;

/** Reads all documents of the schema from the service, in the order in which the ids that they need are found, after those of `ids`. */
export async function readEverything(
  schema: GraphQLSchema,
  ask: Ask,
  known: Record<string, unknown[]>,
  ids: FoundIds = new Map(),
): Promise<{ operations: Operation[]; ids: FoundIds; problems: string[] }> {
  const reader = new Reader(schema, ask, new Arguments(ids, known), ids);
  let waiting = placesOf(schema);
  const operations: Operation[] = [];
  const problems: string[] = [];
  for (let before = -1; waiting.length > 0 && waiting.length !== before; ) {
    before = waiting.length;
    const later: Place[] = [];
    for (const place of waiting) {
      try {
        const read = await reader.read(place);
        if (read) operations.push(...read);
        else later.push(place);
      } catch (error) {
        problems.push(`${coordinateOf(place)}: ${(error as Error).message}`);
      }
    }
    waiting = later;
  }
  return { operations, ids, problems: [...problems, ...waiting.map((place) => `${coordinateOf(place)}: no record`)] };
}

/** Where a field is selected: at the root, below a root field of its type, or on records. */
interface Place {
  parent: string;
  field: Field;
  below?: Field;
  /** Whether the root field is a connection of its type. */
  isInNodes?: boolean;
}
const coordinateOf = ({ parent, field }: Place): string => `${parent}.${field.name}`;

function placesOf(schema: GraphQLSchema): Place[] {
  const query = schema.getQueryType()!;
  const roots = Object.values(query.getFields());
  const others = Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .filter((type) => !type.name.startsWith('__') && type !== query && type !== schema.getMutationType())
    .filter((type) => type !== schema.getSubscriptionType());
  const nested = others.flatMap((type) => {
    const free = roots.filter(({ args }) => !args.some(isRequiredArgument));
    const root = free.find((field) => getNamedType(field.type) === type);
    const list = free.find((field) => getNamedType(field.type).name === `${type.name}Connection`);
    const below = hasId(type) ? undefined : (root ?? list);
    const isInNodes = !root && list !== undefined;
    const fields = Object.values(type.getFields()).filter(({ args }) => args.length > 0);
    // What no root field returns is read with the records to which it belongs.
    if (!below && !hasId(type)) return [];
    return fields.map((field) => ({ parent: type.name, field, ...(below && { below, isInNodes }) }));
  });
  return [...roots.map((field) => ({ parent: 'Query', field })), ...nested];
}

class Reader {
  private readonly selections: Selections;

  constructor(
    schema: GraphQLSchema,
    private readonly ask: Ask,
    private readonly args: Arguments,
    private readonly ids: FoundIds,
  ) {
    this.selections = new Selections(schema);
  }

  /** Undefined if a record for it has not been found yet. */
  async read(place: Place): Promise<Operation[] | undefined> {
    const { parent, field } = place;
    const first = this.args.setsOf(parent, field, [])[0];
    const around = first && this.wrapperOf(place);
    if (!first || !around) return undefined;
    const type = getNamedType(field.type);
    const selection = this.selections.of(type);
    // Without `possibleTypes`, Apollo Client does not know whether a fragment on an interface applies.
    const hasFragment = selection !== '' && !isAbstractType(type);
    const write = (set: ArgumentSet, alias = ''): string =>
      `${alias}${field.name}${writeArguments(field, set)} ${hasFragment ? '{ ...Selected }' : selection}`;
    const document = (fields: string): string =>
      `${around(fields)}${hasFragment ? ` fragment Selected on ${type.name} ${selection}` : ''}`;
    const sets = this.args.setsOf(
      parent,
      field,
      cursorsIn(await this.request(document(write(first, place.below && 'f0: ')))),
    );
    // The selection of a parent has the field as well, without arguments.
    const alone = sets.map((set) => document(write(set, place.below && 'f0: ')));
    const together =
      field.extensions.single || field.extensions.credential
        ? []
        : chunk(sets, MAX_ALIASED).map((some) => document(some.map((set, i) => write(set, `f${i}: `)).join(' ')));
    const operations: Operation[] = [];
    for (const document of [...alone, ...together]) {
      const sent = await this.request(document);
      operations.push({
        coordinate: coordinateOf(place),
        document,
        sent,
        isTogether: together.includes(document),
        isOfNoRecord: place.below !== undefined,
      });
    }
    return operations;
  }

  private wrapperOf({ parent, below, isInNodes }: Place): ((fields: string) => string) | undefined {
    if (parent === 'Query') return (fields) => `{ ${fields} }`;
    if (below && isInNodes) return (fields) => `{ ${below.name} { __typename nodes { __typename key ${fields} } } }`;
    if (below)
      return (fields) =>
        `{ ${below.name} { ...Parent ${fields} } } fragment Parent on ${parent} ${this.selections.of(getNamedType(below.type))}`;
    const ids = [...(this.ids.get(parent) ?? [])].slice(0, MAX_PARENTS);
    if (ids.length === 0) return undefined;
    return (fields) =>
      `{ nodes(ids: ${JSON.stringify(ids)}) { __typename id ... on ${parent} { __typename ${fields} } } }`;
  }

  private async request(document: string): Promise<Json> {
    const data = await this.ask(document);
    collectIds(data, this.ids);
    return data;
  }
}

/** The cursor after the first page of a list; of several, the first. */
const cursorsIn = (data: Json): string[] =>
  [...JSON.stringify(data).matchAll(/"endCursor":"([^"]+)"/g)].map(([, cursor]) => cursor!).slice(0, 1);

const chunk = <T>(list: T[], size: number): T[][] =>
  list.length > size ? [list.slice(0, size), ...chunk(list.slice(size), size)] : [list];

function collectIds(value: unknown, ids: FoundIds): void {
  if (Array.isArray(value)) for (const entry of value) collectIds(entry, ids);
  else if (value !== null && typeof value === 'object') {
    const { __typename: type, id, visitId } = value as Record<string, string>;
    if (type && id) ids.set(type, (ids.get(type) ?? new Set()).add(id));
    if (visitId) ids.set('visit', (ids.get('visit') ?? new Set()).add(visitId));
    for (const entry of Object.values(value)) collectIds(entry, ids);
  }
}
