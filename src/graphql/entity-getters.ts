import type { GraphQLObjectType, GraphQLSchema } from 'graphql';

type EntityType = abstract new (...args: never[]) => object;

/**
 * Makes an entity's getters answer for plain rows too. A row that brings the value itself (`apiaryId`) answers with it; to another
 * the getter is lent, only where the field is selected. (type-graphql would make an entity of every row instead.)
 */
export function resolveGettersOnRows(schema: GraphQLSchema, entities: EntityType[]): void {
  for (const entity of entities) {
    const fields = (schema.getType(entity.name) as GraphQLObjectType | undefined)?.getFields() ?? {};
    for (const [name, { get }] of gettersOf(entity)) {
      const field = fields[name];
      if (field && get) field.resolve = (row: Record<string, unknown>) => (name in row ? row[name] : get.call(row));
    }
  }
}

function gettersOf({ prototype }: EntityType): [string, PropertyDescriptor][] {
  const own = Object.entries(Object.getOwnPropertyDescriptors(prototype as object)).filter(([, { get }]) => get);
  const parent = Object.getPrototypeOf(prototype)?.constructor as EntityType | undefined;
  return parent && parent !== Object ? [...gettersOf(parent), ...own] : own;
}
