import type { GraphQLObjectType, GraphQLSchema } from 'graphql';

type EntityType = abstract new (...args: never[]) => object;

/**
 * Resolves the fields that are getters of an entity on plain rows too. If the row contains the value itself (`apiaryId`), it is
 * returned; otherwise the getter is called on the row. (type-graphql would create an entity from every row instead.)
 */
export function resolveGettersOnRows(schema: GraphQLSchema, entities: EntityType[]): void {
  for (const entity of entities) {
    const fields = (schema.getType(entity.name) as GraphQLObjectType | undefined)?.getFields() ?? {};
    for (const [name, { get }] of gettersOf(entity)) {
      const field = fields[name];
      // One with a resolver of its own has the value of another column.
      if (!field || !get || field.extensions.rootColumns) continue;
      field.resolve = (row: Record<string, unknown>) => (name in row ? row[name] : get.call(row));
      rowGetters.add(field.resolve);
    }
  }
}

const rowGetters = new WeakSet<object>();
/** Whether a resolver returns the value of the row's column of the same name, if the row has it. */
export const isRowGetter = (resolve: object): boolean => rowGetters.has(resolve);

function gettersOf({ prototype }: EntityType): [string, PropertyDescriptor][] {
  const own = Object.entries(Object.getOwnPropertyDescriptors(prototype as object)).filter(([, { get }]) => get);
  const parent = Object.getPrototypeOf(prototype)?.constructor as EntityType | undefined;
  return parent && parent !== Object ? [...gettersOf(parent), ...own] : own;
}
