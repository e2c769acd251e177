// Plans lists of plain columns as leaves. If every field that is selected of the records of a list is a column of their entity, the rows
// need neither objects nor resolvers: the list is written from what PostgreSQL sent (database/row-json.ts). Resolvers do not change:
// the columns that they ask for (columns.ts) say that raw rows are accepted. A list of anything else is completed as ever.
import {
  type GraphQLEnumType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isEnumType,
  isListType,
  isNonNullType,
} from 'graphql';
import { type ColumnField, type ConstantField, RowShape } from '../database/row-json.js';
import { ValueKind } from '../database/row-values.js';
import type { Column, Table } from '../database/where.js';
import { Literal } from '../shared/words.js';
import { isRowGetter } from './entity-getters.js';
import type { PlannedField, PlannedType } from './plan.js';

type PlainColumn = Omit<ColumnField, 'key'>;

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

/** Records in the schema which fields have the value of their column, unchanged. Called once, when the entities are known. */
export function markPlainColumns(schema: GraphQLSchema, tables: Iterable<Table>): void {
  for (const table of tables) {
    const type = schema.getType(table.meta.className) as GraphQLObjectType | undefined;
    for (const column of type ? table.columns.values() : []) {
      const field = type!.getFields()[column.rowName];
      const plain = field && plainColumn(field, column);
      if (plain) field.extensions = { ...field.extensions, column: plain };
    }
  }
}

function plainColumn({ type, resolve }: GraphQLField<unknown, unknown>, column: Column): PlainColumn | undefined {
  const { property, rowName, selectItem } = column;
  if (selectItem === '' || (resolve && !isRowGetter(resolve)) || isListType(getNullableType(type))) return undefined;
  if (isNonNullType(type) && property.nullable) return undefined;
  const kind = COLUMN_KINDS.find(([format]) => format.test(property.columnTypes[0] ?? ''))?.[1];
  const named = getNamedType(type);
  if (isEnumType(named))
    return property.enum === true && kind === ValueKind.TEXT ? enumColumn(named, rowName) : undefined;
  return kind !== undefined && KINDS[named.name]?.includes(kind) ? { rowName, kind } : undefined;
}

/** A constraint of the database ensures that a column of an enum has only its values. */
function enumColumn(type: GraphQLEnumType, rowName: string): PlainColumn {
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

/** The parameter `info` of a resolver that a plan calls. */
export interface PlannedInfo extends GraphQLResolveInfo {
  acceptsRawRows: boolean;
}
export const acceptsRawRows = (info: GraphQLResolveInfo): boolean =>
  (info as Partial<PlannedInfo>).acceptsRawRows ?? false;
