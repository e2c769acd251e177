import type { GraphQLObjectType, GraphQLSchema } from 'graphql';
import type { Table } from '../database/where.js';
import type { PlainColumn } from '../engine/engine.js';
import { isRowGetter } from './entity-getters.js';

/** Records in the schema which fields have the value of their column, unchanged. Called once, when the entities are known. */
export function markPlainColumns(schema: GraphQLSchema, tables: Iterable<Table>): void {
  for (const { meta, columns } of tables) {
    const type = schema.getType(meta.className) as GraphQLObjectType | undefined;
    for (const { property, rowName, selectItem } of type ? columns.values() : []) {
      const field = type!.getFields()[rowName];
      if (!field || selectItem === '' || (field.resolve && !isRowGetter(field.resolve))) continue;
      const column: PlainColumn = {
        rowName,
        type: property.columnTypes[0] ?? '',
        isEnum: property.enum === true,
        isNullable: property.nullable === true,
      };
      field.extensions = { ...field.extensions, column };
    }
  }
}
