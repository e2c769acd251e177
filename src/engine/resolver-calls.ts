// Calls the methods of resolver classes. type-graphql's own functions await each argument and, for each call, sort the parameters and search
// the metadata of all input classes; here what depends on the class alone is found out once. The rules are the same: parameters in their
// order, inputs as instances of their classes, each argument validated.
import type { GraphQLFieldResolver, GraphQLObjectType, GraphQLSchema } from 'graphql';
import { getMetadataStorage, type ResolverData } from 'type-graphql';
import type { Validate } from './engine.js';

type Storage = ReturnType<typeof getMetadataStorage>;
type Method = Pick<Storage['queries'][number], 'target' | 'methodName' | 'params' | 'roles' | 'middlewares'>;
type Parameter = NonNullable<Method['params']>[number];
type InputClass = Storage['inputTypes'][number];
type ReadParameter = (data: ResolverData) => unknown;
type Convert = (value: unknown) => unknown;
type Class = new () => Record<string, unknown>;
type Resolver = Record<string, (...values: unknown[]) => unknown>;

/**
 * Replaces the functions with which type-graphql calls resolvers: of all root fields but subscriptions, and of all fields of objects.
 * @param validate called for every argument
 */
export function callResolversDirectly(schema: GraphQLSchema, validate: Validate): void {
  const storage = getMetadataStorage();
  const calls = new ResolverCalls(storage, validate);
  const replace = (type: GraphQLObjectType | null | undefined, name: string, method: Method): void => {
    const field = type?.getFields()[name];
    if (field) field.resolve = calls.create(method);
  };
  for (const method of storage.queries) replace(schema.getQueryType(), method.schemaName, method);
  for (const method of storage.mutations) replace(schema.getMutationType(), method.schemaName, method);
  for (const { name, target } of storage.objectTypes) {
    const type = schema.getType(name) as GraphQLObjectType | undefined;
    for (const method of storage.fieldResolvers) {
      const isOfType =
        method.kind === 'external' && classesOf(target as Class).includes(method.getObjectType!() as Class);
      if (isOfType) replace(type, method.schemaName, method);
    }
  }
}

class ResolverCalls {
  private readonly resolvers = new Map<unknown, Resolver>();
  private readonly inputs = new Map<unknown, Convert>();

  constructor(
    private readonly storage: Storage,
    private readonly validate: Validate,
  ) {}

  create({ target, methodName, params = [], roles, middlewares = [] }: Method): GraphQLFieldResolver<unknown, object> {
    if (roles || middlewares.length > 0) throw unsupported(methodName);
    const readers = params.toSorted((a, b) => a.index - b.index).map((parameter) => this.readerOf(parameter));
    const resolver = this.resolvers.get(target) ?? new (target as new () => Resolver)();
    this.resolvers.set(target, resolver);
    return (root, args, context, info) => {
      const data = { root, args, context, info };
      return resolver[methodName]!(...readers.map((read) => read(data)));
    };
  }

  private readerOf(parameter: Parameter): ReadParameter {
    const { propertyName, getType, validateFn, validateSettings } = parameter as object as Record<string, unknown>;
    const isTyped = parameter.kind === 'root' && getType !== undefined;
    if (propertyName || isTyped || validateFn || validateSettings !== undefined)
      throw unsupported(parameter.methodName);
    switch (parameter.kind) {
      case 'context':
        return ({ context }) => context;
      case 'root':
        return ({ root }) => root;
      case 'info':
        return ({ info }) => info;
      case 'custom':
        if (parameter.options.arg) throw unsupported(parameter.methodName);
        return parameter.resolver;
      case 'arg':
        return this.validated(parameter, this.convertTo(parameter.getType()), ({ args }) => args[parameter.name]);
      case 'args':
        return this.validated(
          parameter,
          this.convertToClass(parameter.getType() as Class, this.storage.argumentTypes),
          ({ args }) => args,
        );
      default:
        throw unsupported(parameter.methodName);
    }
  }

  private validated({ getType }: { getType: () => unknown }, convert: Convert, read: ReadParameter): ReadParameter {
    const type = getType();
    return (data) => {
      const value = convert(read(data));
      this.validate(value, type, data);
      return value;
    };
  }

  /** Returns the conversion to a class; values of other types stay as they are. */
  private convertTo(type: unknown): Convert {
    const known = this.inputs.get(type);
    if (known) return known;
    if (!this.storage.inputTypes.some(({ target }) => target === type)) return (value) => value;
    let toClass: Convert;
    const convert: Convert = (value) =>
      value == null ? value : Array.isArray(value) ? value.map(convert) : toClass(value);
    // It is known before its fields are: an input may contain others of its own class.
    this.inputs.set(type, convert);
    toClass = this.convertToClass(type as Class, this.storage.inputTypes);
    return convert;
  }

  private convertToClass(target: Class, classes: InputClass[]): Convert {
    const own = classesOf(target).flatMap((one) => classes.find((input) => input.target === one)?.fields ?? []);
    const fields = own
      .filter(({ name }, i) => own.findIndex((field) => field.name === name) === i)
      .map(({ name, getType }) => ({ name, convert: this.convertTo(getType()) }));
    return (value) => {
      const instance = new target();
      for (const { name, convert } of fields) {
        const given = (value as Record<string, unknown>)[name];
        if (given !== undefined) instance[name] = convert(given);
      }
      return instance;
    };
  }
}

/** What type-graphql could do would be ignored in silence. */
const unsupported = (method: string): Error =>
  new Error(`${method} has a decorator that resolver-calls.ts does not support`);

/** Returns a class and those that it extends. */
function classesOf(target: Class): Class[] {
  const parent = Object.getPrototypeOf(target) as Class;
  return parent.prototype ? [target, ...classesOf(parent)] : [target];
}
