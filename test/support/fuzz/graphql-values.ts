// Calls of a root field, made up from what the schema says of its arguments and of its result: mostly right, now and then wrong in every
// way that JSON and GraphQL leave open.
import fc from 'fast-check';
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';

export type RootField = GraphQLField<unknown, unknown>;
type Draw = <T>(arbitrary: fc.Arbitrary<T>) => T;

/** What an id names. The kinds are those that a test has things of. */
export const KINDS = [
  'apiary',
  'beehive',
  'item',
  'movement',
  'question',
  'assignment',
  'inspection',
  'draft',
  'session',
  'account',
] as const;
export type Kind = (typeof KINDS)[number];

/** Where a name says of which kind an id is: the argument's first, else the field's. */
const KIND_OF: [RegExp, Kind][] = [
  [/Draft|completeInspection/, 'draft'],
  [/inspection/i, 'inspection'],
  [/movement/i, 'movement'],
  [/inventory|item/i, 'item'],
  [/unassign/, 'assignment'],
  [/question|order/i, 'question'],
  [/beehive|hive/i, 'beehive'],
  [/apiar/i, 'apiary'],
  [/session/i, 'session'],
  [/user|profile|subject/i, 'account'],
];
const kindOf = (name: string, field: string): Kind | undefined =>
  [name, field].flatMap((one) => KIND_OF.find(([pattern]) => pattern.test(one))?.[1] ?? [])[0];

/**
 * A call as it is written before it is known who sends it. Marks stand in it for what that one has: `@@own apiary@@`, `@@their apiary@@`,
 * `@@password@@`, and `@@raw 1e400@@` for a number that JavaScript can't write.
 */
export interface MadeUpCall {
  document: string;
  variables: string;
  operationName: string | undefined;
  /** Whether something that is another's is named as an argument of the root field. */
  namesTheirs: boolean;
}

/** The call as the body of a request. */
export function bodyOf({ document, variables, operationName }: MadeUpCall, marks: Record<string, string>): string {
  const filled = (text: string): string =>
    text
      .replace(/"@@raw ([^@]+)@@"/g, '$1')
      .replace(/@@([a-z ]+)@@/g, (whole, name: string) => (Object.hasOwn(marks, name) ? marks[name]! : whole));
  const name = operationName === undefined ? '' : `"operationName":${JSON.stringify(operationName)},`;
  return `{${name}"query":${JSON.stringify(filled(document))},"variables":${filled(variables)}}`;
}

export function calls(kind: 'query' | 'mutation', field: RootField): fc.Arbitrary<MadeUpCall> {
  return fc.gen().map((draw) => new Caller(field, (arbitrary) => draw(() => arbitrary)).call(kind));
}

export const NAUGHTY_TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'a\udc00b',
  '\u202emirror',
  '\u200f',
  '\ufeffbom',
  'é'.normalize('NFD'),
  '🐝'.repeat(60),
  "'; drop table users; --",
  '%_\\%',
  '{{7*7}}',
  '../../etc/passwd',
  '\r\n\r\n',
  '"""',
  '\\u0000',
  '__proto__',
  'constructor',
  'null',
  'NaN',
  'x'.repeat(12_000),
  '\u0301'.repeat(300),
];
const WORDS = ['Riverside', 'Healthy', 'kg', 'Sí', 'Queen seen?', '5', 'a_key', 'COP', 'Ana', 'Por qué', '2026-05-01'];

const nested = (levels: number, inner: unknown, wrap: (value: unknown) => unknown): unknown => {
  let value = inner;
  for (let i = 0; i < levels; i++) value = wrap(value);
  return value;
};
const ODD: unknown[] = [
  ...[null, true, false, 0, -0, -1, 1.5, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 1e300, 'true', '7', [], {}, [null], [[]]],
  ...['1e400', '-1e400', '1e-400', '1'.repeat(40), '0.1e1', '-0.0'].map((number) => `@@raw ${number}@@`),
  nested(1500, [], (value) => [value]),
  nested(800, 1, (value) => ({ a: value })),
  // An own key of that name, as JSON has it.
  JSON.parse('{"__proto__":{"isAdmin":true},"constructor":{"prototype":1},"then":1,"toString":1,"length":-1}'),
];

/** Writes one call. */
class Caller {
  private readonly variables: { name: string; type: string; value: unknown }[] = [];
  private namesTheirs = false;
  private depth = 0;
  /** In tenths: how likely each value is another one than it should be. Half of the calls are right as far as the schema says. */
  private readonly wildness: number;

  constructor(
    private readonly field: RootField,
    private readonly draw: Draw,
  ) {
    this.wildness = this.pick([0, 0, 0, 1, 2, 4]);
  }

  call(kind: string): MadeUpCall {
    const root = this.fieldText(this.field);
    const { variables } = this;
    const beside = this.goesWrong()
      ? ` ${this.pick(['__typename', 'nothingLikeThis', 'a: __typename b: __typename'])}`
      : '';
    const declared = variables.map(({ name, type }) => `$${name}: ${type}`).join(', ');
    const given = Object.fromEntries(variables.map(({ name, value }) => [name, value]));
    const extra = this.goesWrong() ? { unknown: this.pick(ODD), '': 1 } : {};
    return {
      document: `${kind} Made${declared && `(${declared})`} { ${root}${beside} }`,
      variables: JSON.stringify({ ...given, ...extra }),
      operationName: this.goesWrong() ? this.pick(['Made', 'Another', '', '\0', '__proto__']) : undefined,
      namesTheirs: this.namesTheirs,
    };
  }

  private fieldText({ name, args, type }: GraphQLField<unknown, unknown>): string {
    const given = args.map((arg) => this.argument(arg)).filter((text) => text !== '');
    if (this.goesWrong(4)) given.push(this.pick(['unknown: 1', 'id: null', 'input: []', 'first: "x"', 'a: {b: $no}']));
    return `${name}${given.length > 0 ? `(${given.join(', ')})` : ''} ${this.selection(type)}`;
  }

  private argument({ name, type }: GraphQLArgument): string {
    const value = this.given(type, name);
    if (value === undefined) return '';
    if (this.chance(40)) return `${name}: ${literal(value, type)}`;
    const variable = `v${this.variables.length}`;
    const declared = this.goesWrong(6) ? this.pick(['String', 'Int!', '[ID!]', 'Nothing', 'DateTime']) : String(type);
    this.variables.push({ name: variable, type: declared, value });
    return `${name}: $${variable}`;
  }

  private selection(type: GraphQLOutputType): string {
    const named = getNamedType(type);
    if (!isObjectType(named)) return this.goesWrong(6) ? '{ id }' : '';
    if (this.depth >= 3) return '{ __typename }';
    this.depth += 1;
    const fields = Object.values(named.getFields());
    const parts = Array.from({ length: 1 + this.below(4) }, (_, i) => {
      const chosen = this.fieldText(this.pick(fields));
      // Aliases, because the same field may have been chosen with other arguments.
      return this.chance(10) ? `... on ${named} { z${this.depth}${i}: ${chosen} }` : `a${this.depth}${i}: ${chosen}`;
    });
    this.depth -= 1;
    if (this.goesWrong(6)) parts.push(this.pick(['...Nowhere', 'shoeSize', '...on Query { me { id } }', '@skip']));
    return `{ __typename ${parts.slice(0, 4).join(' ')} }`;
  }

  /** Undefined for what is left out. */
  private given(type: GraphQLInputType, name: string): unknown {
    if (this.goesWrong(2)) return undefined;
    if (!isNonNullType(type) && this.chance(60)) return this.chance(20) ? null : undefined;
    return this.value(type, name);
  }

  private value(type: GraphQLInputType, name: string): unknown {
    if (this.goesWrong()) return this.wrapped(type, name);
    const nullable = getNullableType(type);
    if (isListType(nullable))
      return Array.from({ length: this.below(3) }, () => this.value(nullable.ofType as GraphQLInputType, name));
    if (isEnumType(nullable)) return this.pick(nullable.getValues()).name;
    if (isInputObjectType(nullable)) {
      const entries = Object.values(nullable.getFields()).map((field) => [
        field.name,
        this.given(field.type, field.name),
      ]);
      if (this.goesWrong(2)) entries.push([this.pick(['extra', '__proto__', '', 'id', 'ownerId']), this.pick(ODD)]);
      return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
    }
    return this.leaf(String(nullable), name);
  }

  /** Something else: of another kind, or the right thing wrapped in another. */
  private wrapped(type: GraphQLInputType, name: string): unknown {
    if (this.chance(60)) return this.pick([...ODD, ...NAUGHTY_TEXTS]);
    const right = this.leaf(String(getNamedType(type)), name);
    return this.pick<unknown>([[right], { [name]: right }, [[right, null]], `${right} `, `${right}${right}`]);
  }

  private leaf(type: string, name: string): unknown {
    switch (type) {
      case 'ID':
        return this.id(name);
      case 'Int':
        return this.pick([0, 1, 2, 5, 7, 30, 500, -1, 1000, 2 ** 31 - 1, -(2 ** 31)]);
      case 'Float':
        return this.pick<unknown>([0, 1, 2.5, -1, 1e-7, 1e15, 1e300, -0, '@@raw 1e-400@@']);
      case 'Boolean':
        return this.chance(50);
      case 'DateTime':
        return this.pick([
          '2026-05-01T08:00:00Z',
          '2026-01-31T23:59:59.999999999+14:00',
          '0001-01-01T00:00:00Z',
          '9999-12-31T23:59Z',
        ]);
      case 'LocalDate':
        return this.pick(['2026-05-01', '2024-02-29', '0001-01-01', '9999-12-31']);
      default:
        return this.text(name);
    }
  }

  private id(name: string): unknown {
    const kind = kindOf(name, this.field.name) ?? this.pick(KINDS);
    const how = this.below(12);
    if (how < 7) return `@@own ${kind}@@`;
    if (how === 7) return `@@own ${this.pick(KINDS)}@@`;
    if (how === 8) return this.pick<unknown>([this.draw(fc.uuid()), '@@new id@@']);
    if (how === 9)
      return this.pick<unknown>(['nonsense', '', 7, -1, '0', "' or true --", '\0', 'ñ', '\ud800', '9'.repeat(400)]);
    if (this.depth === 0) this.namesTheirs = true;
    return `@@their ${kind}@@`;
  }

  private text(name: string): unknown {
    if (/email/i.test(name))
      return this.pick(['@@own email@@', '@@their email@@', '@@new email@@', 'a@b', 'nobody@example.org']);
    if (/password/i.test(name))
      return this.pick(['@@password@@', '@@password@@', '@@password@@', '@@wrong password@@']);
    if (/token/i.test(name)) return this.pick(['@@refresh token@@', '@@wrong token@@']);
    if (name === 'key') return this.pick(['@@new key@@', 'humedad', 'A key']);
    if (this.chance(60)) return this.pick(WORDS);
    return this.chance(50) ? this.pick(NAUGHTY_TEXTS) : this.draw(fc.string({ unit: 'binary', maxLength: 30 }));
  }

  private goesWrong(times = 1): boolean {
    return this.wildness > 0 && this.below(10 * times) < this.wildness;
  }

  private chance(percent: number): boolean {
    return this.below(100) >= 100 - percent;
  }

  private pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)]!;
  }

  private below(n: number): number {
    return this.draw(fc.nat(n - 1));
  }
}

/** As it is written in a document: the names of enums are bare, and keys of objects are names. */
function literal(value: unknown, type?: GraphQLInputType): string {
  const nullable = type && getNullableType(type);
  if (Array.isArray(value)) {
    const item = nullable && isListType(nullable) ? (nullable.ofType as GraphQLInputType) : undefined;
    return `[${value.map((one) => literal(one, item)).join(', ')}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const fields = nullable && isInputObjectType(nullable) ? nullable.getFields() : {};
    return `{${Object.entries(value).map(([key, inner]) => `${key}: ${literal(inner, Object.hasOwn(fields, key) ? fields[key]!.type : undefined)}`)}}`;
  }
  if (typeof value === 'string' && nullable && isEnumType(getNamedType(nullable))) return value;
  return JSON.stringify(value);
}
