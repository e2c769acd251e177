// Converts GraphQL types to JSON Schema: responses by the selection of a document, inputs by their wire names. A fragment, an input
// type and an enum each become a named component.
import {
  type FieldNode,
  type GraphQLArgument,
  type GraphQLEnumType,
  type GraphQLInputType,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { type Keywords, STORABLE_PATTERN } from '../../graphql/bounds.js';
import { collectFields, type Fragments } from '../../graphql/document.js';
import { MAX_LIST_LENGTH } from '../../graphql/input-problems.js';
import { capitalize, toSnakeCase } from '../../shared/text.js';
import { wireFields } from '../request.js';
import { hasDirective, readResponseKey } from '../response.js';

/** JSON Schema 2020-12, which OpenAPI 3.1 uses. */
export type JsonSchema = { [keyword: string]: unknown };
type Properties = Record<string, JsonSchema>;

const SCALARS: Record<string, JsonSchema> = {
  ID: { type: 'string', format: 'uuid' },
  String: { type: 'string' },
  Int: { type: 'integer', format: 'int32' },
  Float: { type: 'number' },
  BigInt: { type: 'integer', format: 'int64' },
  Boolean: { type: 'boolean' },
  DateTime: { type: 'string', format: 'date-time', examples: ['2026-05-01T08:00:00.000Z'] },
  LocalDate: { type: 'string', format: 'date', examples: ['2026-05-01'] },
  Decimal: { type: 'string', examples: ['12.5'] },
  TimeZone: { type: 'string', examples: ['America/Bogota'] },
  CurrencyCode: { type: 'string' },
  URL: { type: 'string' },
};
/** Narrower than the formats: the service reads neither years outside 0001–9999 nor leap seconds. */
const INPUT_PATTERNS: Record<string, string> = {
  String: STORABLE_PATTERN,
  DateTime:
    '^[1-8]\\d{3}-\\d\\d-\\d\\dT([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d{1,9})?(Z|[+-]([01]\\d|2[0-3]):[0-5]\\d)$',
  Decimal: '^\\d{1,7}(\\.\\d{1,3})?$',
  TimeZone: '^(UTC|[A-Za-z]\\w*(/[\\w+-]+)+)$',
  LocalDate: '^(000[1-9]|00[1-9]\\d|0[1-9]\\d\\d|[1-9]\\d{3})-',
};
const RFC1123: JsonSchema = {
  type: 'string',
  pattern: '^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \\d{2} [A-Z][a-z]{2} \\d{4} \\d{2}:\\d{2}:\\d{2} GMT$',
  examples: ['Wed, 18 Mar 2026 04:47:59 GMT'],
};

const described = (schema: JsonSchema, description: string | null | undefined): JsonSchema =>
  description ? { ...schema, description } : schema;
function nullable(schema: JsonSchema): JsonSchema {
  if (typeof schema.type === 'string' && !schema.enum) return { ...schema, type: [schema.type, 'null'] };
  return { anyOf: [schema, { type: 'null' }] };
}

/** Collects the components of an OpenAPI document. */
export class Schemas {
  readonly components: Record<string, JsonSchema> = {};

  /** Returns the schema of a selected value in a response. */
  output(type: GraphQLOutputType, node: FieldNode, fragments: Fragments): JsonSchema {
    if (!isNonNullType(type)) return nullable(this.present(type, node, fragments));
    return this.present(type.ofType, node, fragments);
  }

  /** Like `output`, for a value that is not null. */
  present(type: GraphQLOutputType, node: FieldNode, fragments: Fragments): JsonSchema {
    if (hasDirective(node, 'rfc1123')) return RFC1123;
    if (isListType(type)) return { type: 'array', items: this.output(type.ofType, node, fragments) };
    if (node.selectionSet) return this.object(type as GraphQLObjectType, node.selectionSet, fragments);
    return this.leaf(type as GraphQLLeafType);
  }

  private object(type: GraphQLObjectType, set: SelectionSetNode, fragments: Fragments): JsonSchema {
    const [only, ...others] = set.selections;
    if (only?.kind !== Kind.FRAGMENT_SPREAD || others.length > 0) return this.fields(type, set, fragments);
    const name = only.name.value;
    return this.component(capitalize(name), () =>
      described(this.fields(type, fragments[name]?.selectionSet, fragments), type.description),
    );
  }

  private fields(type: GraphQLObjectType, set: SelectionSetNode | undefined, fragments: Fragments): JsonSchema {
    const properties: Properties = {};
    const required: string[] = [];
    for (const node of collectFields(set, fragments)) {
      const field = type.getFields()[node.name.value]!;
      const schema = this.output(field.type, node, fragments);
      if (!hasDirective(node, 'flatten')) {
        properties[readResponseKey(node)] = described(schema, field.description);
        required.push(readResponseKey(node));
        continue;
      }
      // If the object is null, its fields are absent.
      const inner = (schema.anyOf as JsonSchema[] | undefined)?.[0] ?? schema;
      Object.assign(properties, inner.properties);
      if (isNonNullType(field.type)) required.push(...(inner.required as string[]));
    }
    return { type: 'object', properties, required };
  }

  /** @param aliases alternative wire names, by the name of the field in the schema */
  input(
    type: GraphQLInputType,
    aliases: Record<string, string[]>,
    { nullable: mayBeNull = true, ...keywords }: Keywords = {},
  ): JsonSchema {
    const schema = this.presentInput(getNullableType(type), aliases, keywords);
    return isNonNullType(type) || !mayBeNull ? schema : nullable(schema);
  }

  /** Like `input`, for a value that is not null. */
  presentInput(type: GraphQLInputType, aliases: Record<string, string[]>, keywords: Keywords = {}): JsonSchema {
    if (isListType(type)) {
      const { items, ...bounds } = { maxItems: MAX_LIST_LENGTH, ...keywords };
      return { type: 'array', items: this.input(type.ofType, aliases, items), ...bounds };
    }
    if (!isInputObjectType(type)) return this.inputLeaf(type as GraphQLLeafType, keywords);
    return this.component(type.name, () => {
      const fields = wireFields(type);
      const properties = fields.map((field): [string, JsonSchema] => {
        const description = describeInput(field, aliases[field.name]);
        const schema = type.isOneOf
          ? this.presentInput(getNullableType(field.type), aliases, field.extensions)
          : this.input(field.type, aliases, field.extensions);
        return [toSnakeCase(field.name), described(schema, description)];
      });
      const required = fields.filter(({ type }) => isNonNullType(type)).map(({ name }) => toSnakeCase(name));
      const names = required.length > 0 ? { required } : {};
      const one = type.isOneOf ? { minProperties: 1, maxProperties: 1 } : {};
      return described(
        { type: 'object', properties: Object.fromEntries(properties), ...names, ...one },
        type.description,
      );
    });
  }

  private inputLeaf(type: GraphQLLeafType, keywords: Keywords): JsonSchema {
    if (isEnumType(type)) return this.leaf(type);
    const pattern = INPUT_PATTERNS[type.name];
    return { ...this.leaf(type), ...(pattern && { pattern }), ...keywords };
  }

  private leaf(type: GraphQLLeafType): JsonSchema {
    if (isEnumType(type)) return this.component(type.name, () => enumSchema(type));
    const scalar = SCALARS[type.name];
    if (!scalar) throw new Error(`The scalar ${type.name} has no JSON Schema`);
    return scalar;
  }

  /** Adds a component, unless it is there. */
  component(name: string, make: () => JsonSchema): JsonSchema {
    if (!this.components[name]) {
      this.components[name] = {};
      this.components[name] = make();
    }
    return { $ref: `#/components/schemas/${name}` };
  }
}

/** An enum is sent as its stored value. */
function enumSchema(type: GraphQLEnumType): JsonSchema {
  const values = type.getValues();
  const meanings = values.map(({ value, description }) => `- \`${value}\`: ${description}`);
  return {
    type: 'string',
    enum: values.map(({ value }) => value),
    description: [type.description, ...meanings].join('\n'),
  };
}

/** Returns the description of an input with its default, and the other names under which it is accepted. */
export function describeInput(
  { description, defaultValue }: Partial<Pick<GraphQLArgument, 'description' | 'defaultValue'>>,
  names: string[] = [],
): string | undefined {
  const sentences = [
    description,
    ['boolean', 'number', 'string'].includes(typeof defaultValue) && `If omitted, ${defaultValue}.`,
    names.length > 0 && `Also accepted as ${names.map((name) => `\`${name}\``).join(', ')}.`,
  ];
  return sentences.filter(Boolean).join(' ') || undefined;
}
