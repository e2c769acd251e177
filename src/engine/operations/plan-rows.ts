// Plans lists of plain columns as leaves. If every field that is selected of the records of a list is a column of their entity, the rows
// need neither objects nor resolvers: the list is written from what PostgreSQL sent (rows/row-json.ts). Resolvers do not change: `info`
// says that the rows are only passed on. A list of anything else is completed as ever.
import {
  type GraphQLEnumType,
  type GraphQLField,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isListType,
  isNonNullType,
} from 'graphql';
import type { PlainColumn } from '../engine.js';
import { Literal } from '../rows/four-bytes.js';
import { type ColumnField, type ConstantField, RowShape, ValueKind } from '../rows/row-shape.js';
import type { PlannedField, PlannedType } from './planned.js';

/** The kinds of values that a scalar may have. */
const KINDS: Record<string, readonly ValueKind[]> = {
  ID: [ValueKind.SIMPLE_TEXT, ValueKind.TEXT],
  String: [ValueKind.SIMPLE_TEXT, ValueKind.TEXT],
  Int: [ValueKind.INTEGER],
  Float: [ValueKind.INTEGER, ValueKind.DECIMAL],
  Boolean: [ValueKind.BOOLEAN],
  DateTime: [ValueKind.TIMESTAMP],
  LocalDate: [ValueKind.SIMPLE_TEXT],
};

const COLUMN_KINDS: [RegExp, ValueKind][] = [
  [/^(uuid|date)$/, ValueKind.SIMPLE_TEXT],
  [/^(text|varchar(\(\d+\))?)$/, ValueKind.TEXT],
  [/^(int|integer|smallint)$/, ValueKind.INTEGER],
  [/^(numeric(\(.*\))?|double precision)$/, ValueKind.DECIMAL],
  [/^boolean$/, ValueKind.BOOLEAN],
  [/^timestamptz(\(\d\))?$/, ValueKind.TIMESTAMP],
];

/** By its extension, which is of one field. */
const columns = new WeakMap<PlainColumn, PlannedField['column']>();

/** Returns the column whose value a field has, if it can be written as PostgreSQL sends it. */
export function columnOf({ type, extensions }: GraphQLField<unknown, unknown>): PlannedField['column'] {
  const plain = extensions.column as PlainColumn | undefined;
  if (!plain) return undefined;
  if (!columns.has(plain)) columns.set(plain, planColumn(type, plain));
  return columns.get(plain);
}

function planColumn(type: GraphQLOutputType, plain: PlainColumn): PlannedField['column'] {
  if (isListType(getNullableType(type)) || (isNonNullType(type) && plain.isNullable)) return undefined;
  const { rowName } = plain;
  const kind = COLUMN_KINDS.find(([format]) => format.test(plain.type))?.[1];
  const named = getNamedType(type);
  if (isEnumType(named)) return plain.isEnum && kind === ValueKind.TEXT ? enumColumn(named, rowName) : undefined;
  return kind !== undefined && KINDS[named.name]?.includes(kind) ? { rowName, kind } : undefined;
}

/** A constraint of the database ensures that a column of an enum has only its values. */
function enumColumn(type: GraphQLEnumType, rowName: string): PlannedField['column'] {
  const values = type.getValues();
  if (values.every(({ name, value }) => name === value)) return { rowName, kind: ValueKind.TEXT };
  const names = values.map(({ name, value }) => ({ value: new Literal(value), name: new Literal(`"${name}"`) }));
  return { rowName, kind: ValueKind.ENUM, names };
}

/** Returns the shape of the objects of a list; undefined if not every field is a plain column. */
export function planRowShape(of: PlannedType): RowShape | undefined {
  if (of.kind !== 'object') return undefined;
  const fields = of.fields.map(({ key, name, parentType, column }): ColumnField | ConstantField | undefined =>
    name === '__typename' ? { key, text: parentType.name } : column && { key, ...column },
  );
  return fields.every((field) => field !== undefined) && fields.some((field) => 'kind' in field)
    ? new RowShape(fields)
    : undefined;
}

const FIELDS_BESIDE_NODES = ['pageInfo', 'totalCount', '__typename'];

/** Whether the selection of a list, or of a connection, needs its rows for nothing but lists of plain columns, and cursors. */
export function needsOnlyRows(type: PlannedType): boolean {
  if (type.kind === 'list') return type.shape !== undefined;
  return (
    type.kind === 'object' &&
    type.fields.some(isListOfRows) &&
    type.fields.every((field) => isListOfRows(field) || FIELDS_BESIDE_NODES.includes(field.name))
  );
}
const isListOfRows = ({ name, parentType, type }: PlannedField): boolean =>
  name === 'nodes' && parentType.name.endsWith('Connection') && type.kind === 'list' && type.shape !== undefined;
