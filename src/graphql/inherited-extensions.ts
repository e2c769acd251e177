import { type GraphQLSchema, isInputObjectType } from 'graphql';
import { getMetadataStorage } from 'type-graphql';

/** Type-graphql (2.0.0-rc.4) drops the extensions of fields that an input class inherits. */
export function inheritExtensions(schema: GraphQLSchema): void {
  const { inputTypes, fieldExtensions } = getMetadataStorage();
  for (const { target, name } of inputTypes) {
    const type = schema.getType(name);
    if (!isInputObjectType(type)) continue;
    const inherits = (from: object): boolean => target === from || Object.prototype.isPrototypeOf.call(from, target);
    for (const field of Object.values(type.getFields())) {
      const stated = fieldExtensions.filter((one) => one.fieldName === field.name && inherits(one.target));
      field.extensions = Object.assign({}, ...stated.map(({ extensions }) => extensions));
    }
  }
}
