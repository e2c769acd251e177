// Generates operations, and resolvers that return generated values, to compare two executors.

import {
  buildSchema,
  type ExecutionResult,
  type FieldNode,
  type GraphQLAbstractType,
  type GraphQLArgument,
  type GraphQLFieldResolver,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLNonNull,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLScalarType,
  type GraphQLSchema,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
  print,
  printSchema,
} from 'graphql';
import { AppError } from '../../../src/errors.js';
import { formatError } from '../../../src/graphql/format-error.js';
import { DateTime, Decimal, LocalDate } from '../../../src/shared/scalars.js';
import * as fc from '../fast-check.js';

// ---- values

/** The context value of an execution with generated values. The same seed yields the same values. */
export interface GeneratorContext {
  seed: number;
  /** The percentage of fields that fail. */
  faults: number;
  /** The root fields that were called, in order. */
  called: string[];
}

/** FNV-1a, with its bits mixed. */
function hash(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  return (h ^ (h >>> 13)) >>> 0;
}
const isAsync = ({ seed }: GeneratorContext): boolean => seed % 2 === 0;
const dice = (key: string, sides: number): number => hash(key) % sides;
const pick = <T>(key: string, from: readonly T[]): T => from[dice(key, from.length)]!;

function fault(key: string): Error {
  return dice(`${key}?`, 2) === 0
    ? AppError.notFound(`Record ${hash(key)}`)
    : Object.assign(new Error(`fault ${hash(key)}`), { code: 'X0000' });
}

const INVALID_VALUES: Record<string, unknown[]> = {
  Int: ['many', 1.5, Number.NaN, 2 ** 40, {}],
  Float: ['much', Number.POSITIVE_INFINITY, {}],
  BigInt: ['much', 1.5, 2 ** 60, {}],
  Boolean: ['maybe', {}],
  String: [{}, [], Symbol.iterator],
  ID: [{}, 1.5],
  DateTime: [new Date(Number.NaN)],
};
const VALID_VALUES: Record<string, (key: string) => unknown> = {
  Int: (key) => dice(key, 1000) - 500,
  Float: (key) => dice(key, 1000) / 8,
  BigInt: (key) => dice(key, 1000) * 2 ** 40,
  Boolean: (key) => dice(key, 2) === 0,
  String: (key) => `text ${hash(key)}`,
  ID: (key) => pick(key, [`id ${hash(key)}`, hash(key)]),
  DateTime: (key) => pick(key, [new Date(hash(key) * 1000), '2026-05-01T08:00:00.000Z']),
  LocalDate: () => '2026-05-01',
  Decimal: (key) => `${dice(key, 1000)}.5`,
};

type Generate = (context: GeneratorContext, type: GraphQLOutputType, key: string) => unknown;

/** Generates a value of a field: mostly a valid one; a fault is null, undefined, an error or a value of another type. */
const valueFor: Generate = (context, type, key) => {
  const rolled = dice(`${key}!`, 1000);
  const threshold = context.faults * 10;
  if (isNonNullType(type)) {
    if (rolled < threshold) return pick(key, [null, undefined, fault(key), invalidValueFor(type.ofType, key)]);
    return validValueFor(context, type.ofType, key);
  }
  if (rolled < threshold) return pick(key, [fault(key), invalidValueFor(type, key)]);
  return rolled < threshold + 150 ? pick(key, [null, undefined]) : validValueFor(context, type, key);
};

/** A value of no type would be a fault of the program, which each executor reports in its own words. */
function invalidValueFor(type: GraphQLOutputType, key: string): unknown {
  if (isAbstractType(type)) return fault(key);
  if (isListType(type)) return pick(key, ['a text', 7, {}]);
  if (isEnumType(type)) return pick(key, ['NEVER_HEARD_OF', 7]);
  return pick(key, INVALID_VALUES[String(type)] ?? ['a text', 7]);
}

/** The types of the objects that an abstract type may stand for, by its name. */
const possibleTypes = new Map<string, readonly GraphQLObjectType[]>();

const validValueFor: Generate = (root, type, key) => {
  const context = isAsync(root) ? { ...root, faults: 0 } : root;
  if (isListType(type)) {
    return Array.from({ length: dice(key, 3) }, (_, i) => valueFor(context, type.ofType, `${key}[${i}]`));
  }
  if (isEnumType(type)) return pick(key, type.getValues()).value;
  if (isAbstractType(type)) {
    const one = pick(key, possibleTypes.get(type.name)!);
    return Object.assign(validValueFor(context, one, key) as object, { __typename: one.name });
  }
  if (!isObjectType(type)) return VALID_VALUES[String(type)]!(key);
  const value = {};
  for (const { name, type: inner } of Object.values(type.getFields()))
    Object.defineProperty(value, name, { enumerable: true, get: () => valueFor(context, inner, `${key}.${name}`) });
  return value;
};

/**
 * Returns a value that depends on everything a resolver receives, so that a difference in what it receives shows in the result. With
 * an even seed all resolvers are asynchronous, and only they fail; with an odd seed, no resolver below a list is asynchronous.
 * (graphql-js leaves a rejection unhandled if an item of a list fails synchronously and an earlier item fails later.)
 */
const resolve: GraphQLFieldResolver<unknown, GeneratorContext> = (_source, args, context, info) => {
  if (info.path.prev === undefined) context.called.push(String(info.path.key));
  const path = pathOf(info);
  const key = [context.seed, path, JSON.stringify(sorted(args)), printInfo(info)].join('|');
  const rolled = dice(`${key}#`, 1000);
  if (rolled < context.faults * 10) {
    if (isAsync(context)) return Promise.reject(fault(key));
    throw fault(key);
  }
  const value = valueFor(context, info.returnType, key);
  if (isAsync(context))
    return rolled % 2 === 0 ? Promise.resolve(value) : new Promise((done) => setImmediate(done, value));
  return rolled % 2 === 0 && !/\.\d/.test(path) ? Promise.resolve(value) : value;
};

function pathOf({ path }: GraphQLResolveInfo): string {
  const keys = [];
  for (let at: GraphQLResolveInfo['path'] | undefined = path; at; at = at.prev) keys.unshift(at.key);
  return keys.join('.');
}

const memoize = (print: (node: FieldNode) => string): ((node: FieldNode) => string) => {
  const cache = new WeakMap<FieldNode, string>();
  return (node) => {
    const result = cache.get(node) ?? print(node);
    cache.set(node, result);
    return result;
  };
};
const printNode = memoize(print);

function printInfo({ fieldName, parentType, returnType, fieldNodes }: GraphQLResolveInfo): string {
  return [parentType, fieldName, returnType, ...fieldNodes.map(printNode)].join();
}

function sorted(value: unknown): unknown {
  if (value === undefined) return 'undefined';
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, sorted(inner)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Returns the same schema with generated values: from resolvers where the real schema has resolvers, otherwise from properties. */
export function withGeneratedValues(real: GraphQLSchema): GraphQLSchema {
  const schema = buildSchema(printSchema(real));
  for (const { name, serialize, parseValue, parseLiteral } of [DateTime, LocalDate, Decimal] as GraphQLScalarType[])
    Object.assign(schema.getType(name)!, { serialize, parseValue, parseLiteral });
  for (const type of Object.values(schema.getTypeMap()))
    if (isAbstractType(type)) possibleTypes.set(type.name, schema.getPossibleTypes(type));
  for (const type of Object.values(real.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    const fields = (schema.getType(type.name) as GraphQLObjectType).getFields();
    for (const field of Object.values(type.getFields())) if (field.resolve) fields[field.name]!.resolve = resolve;
  }
  return schema;
}

// ---- operations

export interface GeneratedOperation {
  document: string;
  /** The names of the operations of the document, in the order of their execution. */
  names: string[];
  variables: Record<string, unknown>;
}

type Draw = <T>(arbitrary: fc.Arbitrary<T>) => T;
interface Variable {
  definition: string;
  value: unknown;
}
/** Some aliases equal joined paths of others. */
const ALIASES = ['a', 'b', 'a_b', 'b_a', 'nodes_a', 'idx0', 'nodes_idx0_a', 'constructor', 'toString'] as const;
/** Names that JavaScript objects have already. */
const VARIABLE_NAMES = ['constructor', 'toString', '__proto__', 'hasOwnProperty', 'valueOf', 'idx0'];
const MAX_DEPTH = 5;

/** @param directives whether documents may contain `@skip` and `@include` */
export function operations(schema: GraphQLSchema, directives: boolean): fc.Arbitrary<GeneratedOperation> {
  return fc
    .gen()
    .map((draw) => new DocumentGenerator(schema, directives, (arbitrary) => draw(() => arbitrary)).document());
}

/** Generates one document. Equal aliases stand for equal fields with equal arguments, so that the selections can be merged. */
class DocumentGenerator {
  private readonly fragments: { name: string; type: string; text: string }[] = [];
  private readonly variables = new Map<string, Variable>();
  private readonly fields = new Map<string, string>();
  private readonly texts = new Map<string, string>();

  constructor(
    private readonly schema: GraphQLSchema,
    private readonly directives: boolean,
    private readonly draw: Draw,
  ) {}

  document(): GeneratedOperation {
    const names = ['One', 'Two'].slice(0, this.below(2) + 1);
    const operations = names.map((name) => {
      const kind = this.chance(70) ? 'query' : 'mutation';
      const selection = this.selection(kind === 'query' ? this.schema.getQueryType()! : this.schema.getMutationType()!);
      return { kind, name, selection };
    });
    const definitions = operations.map(({ kind, name, selection }) => {
      const used = this.variablesIn(selection).map((variable) => this.variables.get(variable)!.definition);
      return `${kind} ${name}${used.length > 0 ? `(${used.join(', ')})` : ''} ${selection}`;
    });
    const variables = [...this.variables].filter(([, { value }]) => value !== undefined);
    return {
      document: [...definitions, ...this.fragments.map(({ text }) => text)].join('\n'),
      names: this.chance(50) ? names : names.reverse(),
      variables: Object.fromEntries(variables.map(([name, { value }]) => [name, value])),
    };
  }

  private variablesIn(text: string): string[] {
    const spread = [...text.matchAll(/\.\.\.(F\d+)/g)].map(([, name]) => this.fragments.find((f) => f.name === name)!);
    const own = [...text.matchAll(/\$(\w+)/g)].map(([, name]) => name!);
    return [...new Set([...own, ...spread.flatMap((fragment) => this.variablesIn(fragment.text))])];
  }

  private selection(type: GraphQLObjectType, depth = 1): string {
    const parts = Array.from({ length: this.below(3) + 1 }, () => this.part(type, depth));
    return `{ ${parts.join(' ')} }`;
  }

  private part(type: GraphQLObjectType, depth: number): string {
    const choice = this.below(12);
    if (choice === 0) return `__typename${this.directive()}`;
    if (choice === 1)
      return `...${this.chance(50) ? ` on ${type}` : ''}${this.directive()} ${this.selection(type, depth)}`;
    if (choice <= 3) return `...${this.fragment(type, depth)}${this.directive()}`;
    return this.field(type, depth);
  }

  private fragment(type: GraphQLObjectType, depth: number): string {
    const known = this.fragments.filter((fragment) => fragment.type === type.name);
    if (known.length > 0 && this.chance(60)) return known[this.below(known.length)]!.name;
    const selection = this.selection(type, depth);
    const name = `F${this.fragments.length}`;
    this.fragments.push({ name, type: type.name, text: `fragment ${name} on ${type} ${selection}` });
    return name;
  }

  private field(type: GraphQLObjectType, depth: number): string {
    const all = Object.values(type.getFields());
    const alias = this.chance(30) ? ALIASES[this.below(ALIASES.length)]! : '';
    const drawn = all[this.below(all.length)]!.name;
    // An alias stands for the same field wherever it is used in a type.
    const key = `${type}.${alias || drawn}`;
    const name = this.fields.get(key) ?? drawn;
    this.fields.set(key, name);
    const { args, type: fieldType } = type.getFields()[name]!;
    const values = args.map((arg) => this.once(`${type}.${name}.${arg.name}`, () => this.argument(arg)));
    const argumentList = values.filter((value) => value !== '').join(', ');
    const inner = named(fieldType);
    const selection = this.selectionOf(inner, depth);
    return `${alias && `${alias}: `}${name}${argumentList && `(${argumentList})`}${this.directive()} ${selection}`;
  }

  private selectionOf(type: GraphQLOutputType, depth: number): string {
    if (isAbstractType(type)) {
      // One type for each document, because fields of different types may not be mergeable.
      const one = this.once(`type of ${type}`, () => pick(String(this.below(99)), possibleTypes.get(type.name)!).name);
      const selection = this.selectionOf(this.schema.getType(one) as GraphQLObjectType, depth);
      return `{ __typename ... on ${one} ${selection} ${this.leavesOfOthers(type, one)} }`;
    }
    if (!isObjectType(type)) return '';
    return depth < MAX_DEPTH ? this.selection(type, depth + 1) : '{ __typename }';
  }

  /** Leaves of the other types, each with an alias of its own. */
  private leavesOfOthers(type: GraphQLAbstractType, one: string): string {
    const others = possibleTypes.get(type.name)!.filter(({ name }) => name !== one);
    return others
      .map((other) => {
        const leaf = Object.values(other.getFields()).find(
          (field) => isLeafType(named(field.type)) && !field.args.length,
        );
        return leaf ? `... on ${other} { ${other}_${leaf.name}: ${leaf.name} }` : '';
      })
      .join(' ');
  }

  private once(key: string, write: () => string): string {
    const text = this.texts.get(key) ?? write();
    this.texts.set(key, text);
    return text;
  }

  private argument(arg: GraphQLArgument): string {
    if (!isRequiredArgument(arg) && this.chance(40)) return '';
    return `${arg.name}: ${this.chance(25) ? this.literal(arg.type, true) : this.variable(arg.type)}`;
  }

  private directive(): string {
    if (!this.directives || this.chance(70)) return '';
    const condition = (): string =>
      this.chance(20) ? String(this.chance(50)) : this.once(`condition ${this.below(3)}`, () => this.condition());
    const skip = `@skip(if: ${condition()})`;
    const include = `@include(if: ${condition()})`;
    return ` ${[skip, include, `${skip} ${include}`][this.below(3)]}`;
  }

  private condition(): string {
    const hasDefault = this.chance(30);
    const definition = hasDefault ? `Boolean = ${this.chance(50)}` : 'Boolean!';
    const value = hasDefault && this.chance(60) ? (this.chance(80) ? undefined : null) : this.chance(50);
    return this.declare(definition, value);
  }

  private variable(type: GraphQLInputType): string {
    const fallback = this.chance(20) ? this.literal(type, false) : undefined;
    const isAbsent = this.chance(isNonNullType(type) && !fallback ? 1 : 20);
    return this.declare(`${type}${fallback ? ` = ${fallback}` : ''}`, isAbsent ? undefined : this.input(type));
  }

  private declare(type: string, value: unknown): string {
    const odd = VARIABLE_NAMES[this.variables.size];
    const name = odd && this.chance(20) ? odd : `v${this.variables.size}`;
    this.variables.set(name, { definition: `$${name}: ${type}`, value });
    return `$${name}`;
  }

  /** @param variables whether variables may stand inside lists and objects, as in an argument but not in a default */
  private literal(type: GraphQLInputType, variables: boolean): string {
    const inside = (inner: GraphQLInputType): string =>
      variables && this.chance(20) ? this.variable(inner) : this.literal(inner, variables);
    if (isNonNullType(type)) return this.literal(type.ofType, variables);
    if (isListType(type)) {
      const form = this.below(4);
      return form === 0
        ? this.literal(type.ofType, variables)
        : `[${Array.from({ length: form - 1 }, () => inside(type.ofType)).join(', ')}]`;
    }
    if (isEnumType(type)) return pick(String(this.below(99)), type.getValues()).name;
    if (isInputObjectType(type)) {
      const wanted = this.inputFields(type);
      return `{ ${wanted.map((field) => `${field.name}: ${inside(field.type)}`).join(', ')} }`;
    }
    const texts: Record<string, string[]> = {
      Int: ['7', '-1'],
      Float: ['1.5', '2'],
      Boolean: ['true', 'false'],
      ID: ['7', '"seven"'],
      DateTime: ['"2026-05-01T08:00:00Z"'],
      LocalDate: ['"2026-05-01"'],
      Decimal: ['"12.5"', '3'],
    };
    return pick(String(this.below(9)), texts[String(type)] ?? ['"text"', '""', '"""block"""']);
  }

  /** Generates the value of a variable, rarely an invalid one. */
  private input(type: GraphQLInputType): unknown {
    if (isNonNullType(type)) return this.inputValue(type.ofType);
    return this.chance(10) ? null : this.inputValue(type);
  }

  private inputValue(type: GraphQLInputType): unknown {
    if (this.below(200) === 199) return pick(String(this.below(9)), ['text', 1.5, 2 ** 40, [], {}, { one: 1 }, true]);
    if (isNonNullType(type)) return this.inputValue(type.ofType);
    if (isListType(type)) {
      if (this.chance(10)) return this.input(type.ofType);
      return Array.from({ length: this.below(3) }, () => this.input(type.ofType));
    }
    if (isEnumType(type)) return type.getValues()[this.below(type.getValues().length)]!.name;
    if (isInputObjectType(type)) {
      const wanted = this.inputFields(type);
      // Rarely, two fields of a type with `@oneOf`.
      if (type.isOneOf && this.below(20) === 19) wanted.push(...this.inputFields(type));
      return Object.fromEntries(wanted.map((field) => [field.name, this.input(field.type)]));
    }
    const values: Record<string, unknown[]> = {
      Int: [0, -3, 2 ** 31 - 1],
      Float: [0.5, 3],
      Boolean: [true, false],
      ID: ['one', 7],
      DateTime: ['2026-05-01T08:00:00Z', '2026-05-01T08:00:00+02:00'],
      LocalDate: ['2026-05-01'],
      Decimal: ['12.5', 3],
    };
    return pick(String(this.below(9)), values[String(type)] ?? ['text', '']);
  }

  /** A type with `@oneOf` gets one field, which must not be null. */
  private inputFields(type: GraphQLInputObjectType): { name: string; type: GraphQLInputType }[] {
    const all = Object.values(type.getFields());
    if (!type.isOneOf) return all.filter((field) => isRequiredInputField(field) || this.chance(30));
    const { name, type: nullable } = all[this.below(all.length)]!;
    return [{ name, type: new GraphQLNonNull(nullable) }];
  }

  private below(n: number): number {
    return this.draw(fc.nat(n - 1));
  }

  private chance(percent: number): boolean {
    return this.below(100) >= 100 - percent;
  }
}

function named(type: GraphQLOutputType): GraphQLOutputType {
  return isNonNullType(type) || isListType(type) ? named(type.ofType) : type;
}

// ---- results

/** Returns a result as a client sees it. The order of the errors depends on timing. */
export function observe({ data, errors = [] }: ExecutionResult): { data: string; errors: string[] } {
  return {
    data: JSON.stringify(data),
    errors: errors.map((error) => JSON.stringify(formatError(error))).sort(),
  };
}
