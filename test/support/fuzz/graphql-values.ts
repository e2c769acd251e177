// Generates calls of a root field from the types of its arguments and its result: mostly valid ones, and some that are invalid in every
// way that JSON and GraphQL allow.

import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
} from 'graphql';
import * as fc from '../fast-check.js';

export type RootField = GraphQLField<unknown, unknown>;
type Draw = <T>(arbitrary: fc.Arbitrary<T>) => T;

/** The kinds of records that a test has ids of. */
export const KINDS = [
  'apiary',
  'beehive',
  'item',
  'movement',
  'question',
  'beehiveQuestion',
  'inspection',
  'draft',
  'visit',
  'treatment',
  'followUp',
  'miteCount',
  'product',
  'feeding',
  'measurement',
  'queen',
  'freeQueen',
  'reign',
  'placement',
  'neighbour',
  'ended',
  'harvest',
  'harvestDraft',
  'lot',
  'emptyLot',
  'pack',
  'task',
  'calendar',
  'zone',
  'keeper',
  'token',
  'identity',
  'invitation',
  'member',
  'session',
  'push',
  'webhook',
  'delivery',
  'fileImport',
  'doneImport',
  'importRow',
  'account',
  'deletion',
] as const;
export type Kind = (typeof KINDS)[number];

/** Fields of the state of a hive of which one may be sent: the words, or their meaning as an enum. */
export const EXCLUSIVE = [
  ['activityLevel', 'activity'],
  ['beePopulation', 'population'],
  ['hiveStatus', 'status'],
  ['healthStatus', 'health'],
  ['hasProductionChamber', 'productionChamber'],
] as const;

/** Where there are no apiaries. */
const AREA = {
  type: 'Polygon',
  coordinates: [
    [
      [0, -60],
      [1, -60],
      [1, -59],
      [0, -60],
    ],
  ],
};
const ODD_AREAS: unknown[] = [
  { type: 'Polygon' },
  { type: 'MultiPolygon', coordinates: [] },
  { type: 'MultiPolygon', coordinates: [AREA.coordinates, AREA.coordinates] },
  { type: 'Polygon', coordinates: [[[0, 91, {}], [[]], null, 'x']] },
  { type: 'Point', coordinates: [1, 2] },
  { type: 'Feature', geometry: AREA, properties: null },
];

/** What a browser returns that has subscribed to web push, and where a webhook may lead: there is no such host. */
const ADDRESSES: Record<string, string> = {
  url: 'https://hooks.example.org/',
  endpoint: 'https://web.push.apple.com/@@new id@@',
  p256dh: 'BMcXifOAE-xt69sz1uv6tHJoW4Zxuu8Soy8857_aPuEj4acn2TmhClEZhu-1_knAZIvej-m2-AC-WZfrPvI7C8E',
  auth: 'A'.repeat(22),
};

/** The kind of an id by the name of its argument, or else by the name of the field. The first match decides. */
const KIND_PATTERNS: [RegExp, Kind][] = [
  [/(restore|discard)Deletion/, 'deletion'],
  [/undoFileImport/, 'doneImport'],
  [/import/i, 'fileImport'],
  [/pushSubscription/i, 'push'],
  [/redeliverWebhookEvent/i, 'delivery'],
  [/webhook|sendWebhookTestEvent/i, 'webhook'],
  [/HarvestDraft|closeHarvest/, 'harvestDraft'],
  [/task/i, 'task'],
  [/calendar/i, 'calendar'],
  [/restrictedZone$/i, 'zone'],
  [/keeper/i, 'keeper'],
  [/accessToken/i, 'token'],
  [/identity/i, 'identity'],
  [/harvest/i, 'harvest'],
  [/voidLotPack/, 'pack'],
  [/deleteLot/, 'emptyLot'],
  [/lot(?!h)/i, 'lot'],
  [/Draft|completeInspection/, 'draft'],
  [/^visit$/, 'visit'],
  [/followUp/i, 'followUp'],
  [/miteCount/i, 'miteCount'],
  [/feeding/i, 'feeding'],
  [/measurement/i, 'measurement'],
  [/product/i, 'product'],
  [/reign/i, 'reign'],
  [/deleteQueen/, 'freeQueen'],
  [/queen|mother/i, 'queen'],
  [/placement/i, 'placement'],
  [/^intoBeehiveId$/, 'neighbour'],
  [/^(correctBeehiveEnd|reviveBeehive)$/, 'ended'],
  [/^(adjustStock|recordExit|recordStockMovement)$/, 'item'],
  [/^recordLoss$/, 'beehive'],
  [/invitation/i, 'invitation'],
  [/^userId$/, 'member'],
  [/treatment/i, 'treatment'],
  [/inspection/i, 'inspection'],
  [/movement/i, 'movement'],
  [/inventory|item/i, 'item'],
  [/QuestionOverride/, 'beehiveQuestion'],
  [/question|order/i, 'question'],
  [/beehive|hive/i, 'beehive'],
  [/apiar/i, 'apiary'],
  [/UserSessions$/, 'account'],
  [/session/i, 'session'],
  [/user|profile|subject|assignee/i, 'account'],
];
const kindOf = (name: string, field: string): Kind | undefined =>
  [name, field].flatMap((one) => KIND_PATTERNS.find(([pattern]) => pattern.test(one))?.[1] ?? [])[0];

/**
 * A call with placeholders for the values of its sender: `@@own apiary@@`, `@@foreign apiary@@`, `@@password@@`. `@@raw 1e400@@` stands
 * for a number that JavaScript cannot write.
 */
export interface GeneratedCall {
  document: string;
  variables: string;
  operationName: string | undefined;
  /** Whether an argument of the root field is the id of a record of another account. */
  hasForeignId: boolean;
}

/** Returns the body of the request, with the placeholders replaced. */
export function bodyOf(
  { document, variables, operationName }: GeneratedCall,
  placeholders: Record<string, string>,
): string {
  const replacePlaceholders = (text: string): string =>
    text
      .replace(/"@@raw ([^@]+)@@"/g, '$1')
      .replace(/@@([a-zA-Z ]+)@@/g, (whole, name: string) =>
        Object.hasOwn(placeholders, name) ? placeholders[name]! : whole,
      );
  const name = operationName === undefined ? '' : `"operationName":${JSON.stringify(operationName)},`;
  return `{${name}"query":${JSON.stringify(replacePlaceholders(document))},"variables":${replacePlaceholders(variables)}}`;
}

/** @param isPlain whether all values are ordinary and most optional ones are omitted, so that calls are likely to succeed */
export function calls(kind: 'query' | 'mutation', field: RootField, isPlain = false): fc.Arbitrary<GeneratedCall> {
  return fc.gen().map((draw) => new CallGenerator(field, isPlain, (arbitrary) => draw(() => arbitrary)).generate(kind));
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
const ODD_VALUES: unknown[] = [
  ...[null, true, false, 0, -0, -1, 1.5, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 1e300, 'true', '7', [], {}, [null], [[]]],
  ...['1e400', '-1e400', '1e-400', '1'.repeat(40), '0.1e1', '-0.0'].map((number) => `@@raw ${number}@@`),
  nested(1500, [], (value) => [value]),
  nested(800, 1, (value) => ({ a: value })),
  // JSON.parse creates an own key `__proto__`, which an object literal would not.
  JSON.parse('{"__proto__":{"isAdmin":true},"constructor":{"prototype":1},"then":1,"toString":1,"length":-1}'),
];

/** Generates one call. */
class CallGenerator {
  private readonly variables: { name: string; type: string; value: unknown }[] = [];
  private hasForeignId = false;
  private depth = 0;
  /** The probability, in tenths, that a value is invalid. Half of the calls are valid according to the schema. */
  private readonly faultRate: number;

  constructor(
    private readonly field: RootField,
    private readonly isPlain: boolean,
    private readonly draw: Draw,
  ) {
    this.faultRate = isPlain ? 0 : this.pick([0, 0, 0, 1, 2, 4]);
  }

  generate(kind: string): GeneratedCall {
    const root = this.fieldText(this.field);
    const { variables } = this;
    const extraSelection = this.isFaulty()
      ? ` ${this.pick(['__typename', 'nothingLikeThis', 'a: __typename b: __typename'])}`
      : '';
    const definitions = variables.map(({ name, type }) => `$${name}: ${type}`).join(', ');
    const values = Object.fromEntries(variables.map(({ name, value }) => [name, value]));
    const extraValues = this.isFaulty() ? { unknown: this.pick(ODD_VALUES), '': 1 } : {};
    return {
      document: `${kind} Generated${definitions && `(${definitions})`} { ${root}${extraSelection} }`,
      variables: JSON.stringify({ ...values, ...extraValues }),
      operationName: this.isFaulty() ? this.pick(['Generated', 'Another', '', '\0', '__proto__']) : undefined,
      hasForeignId: this.hasForeignId,
    };
  }

  private fieldText({ name, args, type }: GraphQLField<unknown, unknown>): string {
    const parts = args.map((arg) => this.argument(arg)).filter((text) => text !== '');
    if (this.isFaulty(4)) parts.push(this.pick(['unknown: 1', 'id: null', 'input: []', 'first: "x"', 'a: {b: $no}']));
    return `${name}${parts.length > 0 ? `(${parts.join(', ')})` : ''} ${this.selection(type)}`;
  }

  private argument({ name, type }: GraphQLArgument): string {
    const value = this.optionalValue(type, name);
    if (value === undefined) return '';
    if (this.chance(40)) return `${name}: ${literal(value, type)}`;
    const variable = `v${this.variables.length}`;
    const declared = this.isFaulty(6) ? this.pick(['String', 'Int!', '[ID!]', 'Nothing', 'DateTime']) : String(type);
    this.variables.push({ name: variable, type: declared, value });
    return `${name}: $${variable}`;
  }

  private selection(type: GraphQLOutputType): string {
    const named = getNamedType(type);
    if (isInterfaceType(named)) return '{ __typename id }';
    if (isUnionType(named)) return '{ __typename ... on Node { id } }';
    if (!isObjectType(named)) return this.isFaulty(6) ? '{ id }' : '';
    if (this.depth >= 3) return '{ __typename }';
    this.depth += 1;
    const fields = Object.values(named.getFields());
    const parts = Array.from({ length: 1 + this.below(4) }, (_, i) => {
      const chosen = this.fieldText(this.pick(fields));
      // The same field may be selected with different arguments, which requires aliases.
      return this.chance(10) ? `... on ${named} { z${this.depth}${i}: ${chosen} }` : `a${this.depth}${i}: ${chosen}`;
    });
    this.depth -= 1;
    if (this.isFaulty(6)) parts.push(this.pick(['...Nowhere', 'shoeSize', '...on Query { me { id } }', '@skip']));
    return `{ __typename ${parts.slice(0, 4).join(' ')} }`;
  }

  /** Returns undefined if the value is to be omitted. */
  private optionalValue(type: GraphQLInputType, name: string): unknown {
    if (this.isFaulty(2)) return undefined;
    if (!isNonNullType(type) && this.chance(this.isPlain ? 85 : 60))
      return !this.isPlain && this.chance(20) ? null : undefined;
    return this.value(type, name);
  }

  private value(type: GraphQLInputType, name: string): unknown {
    if (this.isFaulty()) return this.faultyValue(type, name);
    const nullable = getNullableType(type);
    if (isListType(nullable))
      return Array.from({ length: this.isPlain ? 1 : this.below(3) }, () =>
        this.value(nullable.ofType as GraphQLInputType, name),
      );
    if (isEnumType(nullable)) return this.pick(nullable.getValues()).name;
    if (isInputObjectType(nullable)) {
      const all = Object.values(nullable.getFields());
      // An operation of a push has one mutation; sometimes several.
      const one = nullable.isOneOf ? this.pick(all) : undefined;
      const fields = one ? all.filter((field) => field === one || this.isFaulty(1)) : all;
      const entries = fields.map((field) => [
        field.name,
        field === one ? this.value(field.type, field.name) : this.optionalValue(field.type, field.name),
      ]);
      if (this.isFaulty(2))
        entries.push([this.pick(['extra', '__proto__', '', 'id', 'ownerId']), this.pick(ODD_VALUES)]);
      const object = Object.fromEntries(entries.filter(([, value]) => value !== undefined));
      for (const [words, meaning] of EXCLUSIVE) if (Object.hasOwn(object, words)) delete object[meaning];
      return object;
    }
    return this.leaf(String(nullable), name);
  }

  /** Returns a value of another type, or a valid value wrapped in another. */
  private faultyValue(type: GraphQLInputType, name: string): unknown {
    if (this.chance(60)) return this.pick([...ODD_VALUES, ...NAUGHTY_TEXTS]);
    const valid = this.leaf(String(getNamedType(type)), name);
    return this.pick<unknown>([[valid], { [name]: valid }, [[valid, null]], `${valid} `, `${valid}${valid}`]);
  }

  private leaf(type: string, name: string): unknown {
    switch (type) {
      case 'ID':
        return this.id(name);
      case 'Int':
        return this.pick(this.isPlain ? [1, 2, 5] : [0, 1, 2, 5, 7, 30, 500, -1, 1000, 2 ** 31 - 1, -(2 ** 31)]);
      case 'BigInt':
        return this.pick(this.isPlain ? [1, 250] : [0, 250, -1, 2 ** 31, 2 ** 53 - 1, 2 ** 53, 2.5]);
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
        return this.pick(this.isPlain ? ['2026-05-01'] : ['2026-05-01', '2024-02-29', '0001-01-01', '9999-12-31']);
      case 'Decimal':
        return this.pick(['12.5', '0', '0.001', '9999999.999']);
      case 'GeoJSONArea':
        return this.isPlain ? AREA : this.pick<unknown>([AREA, AREA, ...ODD_AREAS]);
      default:
        return this.text(name);
    }
  }

  private id(name: string): unknown {
    if (name === 'key') return this.key();
    const kind = kindOf(name, this.field.name) ?? this.pick(KINDS);
    const choice = this.isPlain ? 0 : this.below(12);
    if (choice < 7) return `@@own ${kind}@@`;
    if (choice === 7) return `@@own ${this.pick(KINDS)}@@`;
    if (choice === 8) return this.pick<unknown>([this.draw(fc.uuid()), '@@new id@@']);
    if (choice === 9)
      return this.pick<unknown>(['nonsense', '', 7, -1, '0', "' or true --", '\0', 'ñ', '\ud800', '9'.repeat(400)]);
    if (this.depth === 0) this.hasForeignId = true;
    return `@@foreign ${kind}@@`;
  }

  private lotCode(): string {
    if (this.field.name === 'createLot' && this.isPlain) return '@@new code@@';
    if (this.field.name !== 'lotByCode') return this.pick(['L-2026', 'ñ', '2026/1.A_B']);
    if (this.isPlain || this.chance(60)) return '@@own code@@';
    this.hasForeignId = true;
    return '@@foreign code@@';
  }

  /** The key of an item of the worklist, a plan of tasks, or a question. */
  private key(): string {
    const { name } = this.field;
    if (/WorklistItem$/.test(name)) {
      if (this.isPlain || this.chance(60)) return 'DRAFT_INSPECTION:@@own draft@@';
      this.hasForeignId = true;
      return 'DRAFT_INSPECTION:@@foreign draft@@';
    }
    if (name === 'applyTaskPlan' && (this.isPlain || this.chance(60))) return 'queen-rearing';
    return this.pick(['@@new key@@', 'humedad', 'A key']);
  }

  private text(name: string): unknown {
    if (/email/i.test(name))
      return this.pick(['@@own email@@', '@@foreign email@@', '@@new email@@', 'a@b', 'nobody@example.org']);
    if (/password/i.test(name))
      return this.pick(['@@password@@', '@@password@@', '@@password@@', '@@wrong password@@']);
    if (/token/i.test(name)) return this.pick(['@@refresh token@@', '@@wrong token@@']);
    if (name === 'code' && (this.isPlain || this.chance(60))) return this.lotCode();
    if (/key$/i.test(name)) return this.key();
    if (Object.hasOwn(ADDRESSES, name) && (this.isPlain || this.chance(60))) return ADDRESSES[name];
    if (this.isPlain || this.chance(60)) return this.pick(WORDS);
    return this.chance(50) ? this.pick(NAUGHTY_TEXTS) : this.draw(fc.string({ unit: 'binary', maxLength: 30 }));
  }

  private isFaulty(times = 1): boolean {
    return this.faultRate > 0 && this.below(10 * times) < this.faultRate;
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

/** Returns the value as a GraphQL literal. */
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
