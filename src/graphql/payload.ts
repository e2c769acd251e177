// What a mutation returns: an object that can grow (`createBeehive(input) { beehive { … } }`), never the record or a scalar itself. A
// resolver's method returns the record; the decorators below declare the mutation and its payload.
import { type ClassType, Extensions, Field, getMetadataStorage, ID, Mutation, ObjectType } from 'type-graphql';
import { capitalize } from '../shared/text.js';

interface MutationOptions {
  description: string;
}
/** An extension of a payload's type: the name of the field with the record, or the records. */
interface PayloadExtension {
  payload?: string;
}
type Named = { extensions: Readonly<Record<string, unknown>> };

/** Returns the name of the field of a payload that has the record; undefined for another type. */
export const recordFieldOf = ({ extensions }: Named): string | undefined => (extensions as PayloadExtension).payload;

/** Declares the field of a payload's type that has the record, for a payload that is not made by the decorators below. */
export const PayloadOf = (field: string): ClassDecorator => Extensions({ payload: field } satisfies PayloadExtension);

const typeNameOf = (mutation: string): string => `${capitalize(mutation)}Payload`;

/** Makes the payload of a mutation that returns a record, or a list of them: `CreateBeehivePayload { beehive }`. */
function payloadOf(mutation: string, returns: ClassType | [ClassType]): { type: ClassType; field: string } {
  const isList = Array.isArray(returns);
  const record = isList ? returns[0] : returns;
  // The class may have another name than its type.
  const type = getMetadataStorage().objectTypes.find(({ target }) => target === record);
  if (!type) throw new Error(`${record.name} has no GraphQL type`);
  const name = isList ? `${type.name}s` : type.name;
  const field = `${name[0]!.toLowerCase()}${name.slice(1)}`;
  @PayloadOf(field)
  @ObjectType(typeNameOf(mutation), { simpleResolvers: true })
  class Payload {}
  Field(() => returns)(Payload.prototype, field);
  return { type: Payload, field };
}

@ObjectType({ simpleResolvers: true, description: 'The fields of payloads of deletions: no type of the schema.' })
class Deleted {
  @Field(() => ID)
  deletedId!: string;
}

/** Has the field `apiary`, too (activity/deleted.resolver.ts). */
@ObjectType({
  simpleResolvers: true,
  description: 'The fields of payloads of deletions in an apiary: no type of the schema.',
})
export class ApiaryDeletion extends Deleted {}

@ObjectType({ simpleResolvers: true, description: 'The fields of payloads without a record: no type of the schema.' })
class Success {
  @Field(() => Boolean, { description: 'Always true: what fails is an error.' })
  success!: boolean;
}

/** Declares a mutation whose method returns a record, or a list of records. */
export function RecordMutation(returns: ClassType | [ClassType], options: MutationOptions): MethodDecorator {
  return (target, name, descriptor) => {
    const { type, field } = payloadOf(String(name), returns);
    return mutation(type, options, (record) => ({ [field]: record }))(target, name, descriptor);
  };
}

/** Declares a mutation whose method returns the fields of a payload: an abstract type that has the record, if there is one, in the field `record`. */
export function PayloadMutation(
  fields: ClassType,
  record: string | undefined,
  options: MutationOptions,
): MethodDecorator {
  return (target, name, descriptor) => {
    const payload = extendPayload(String(name), fields);
    if (record) PayloadOf(record)(payload);
    Mutation(() => payload, options)(target, name, descriptor);
  };
}

function extendPayload(mutation: string, fields: ClassType): ClassType {
  @ObjectType(typeNameOf(mutation), { simpleResolvers: true })
  class Payload extends fields {}
  return Payload;
}

/** Declares a mutation whose method returns the value of the one field of its payload. */
const valueMutation =
  (fields: ClassType, wrap: (value: unknown) => object) =>
  (options: MutationOptions): MethodDecorator =>
  (target, name, descriptor) =>
    mutation(extendPayload(String(name), fields), options, wrap)(target, name, descriptor);

/** Declares a mutation whose method returns the id of what it has deleted. */
export const DeleteMutation = valueMutation(Deleted, (deletedId) => ({ deletedId }));

/** The same, of what is in an apiary. */
export const ApiaryDeleteMutation = valueMutation(ApiaryDeletion, (deletedId) => ({ deletedId }));

/** Declares a mutation that succeeds or fails. */
export const SuccessMutation = valueMutation(Success, () => ({ success: true }));

/** Declares a mutation, with a payload that is made of what its method returns. */
function mutation(type: ClassType, options: MutationOptions, wrap: (result: unknown) => object): MethodDecorator {
  return (target, name, descriptor) => {
    const method = descriptor.value as (...values: unknown[]) => unknown;
    async function returnPayload(this: unknown, ...values: unknown[]): Promise<object> {
      return wrap(await method.apply(this, values));
    }
    Mutation(() => type, options)(target, name, descriptor);
    return { ...descriptor, value: returnPayload as never };
  };
}
