// The rules for the form of the schema. They are those of @graphql-eslint, which would bring 140 packages, one of them not for Node 20.
// Each rule returns its violations, in the words of the GraphQL specification: a schema coordinate and what is wrong there.
import {
  findBreakingChanges,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInputType,
  isInterfaceType,
  isIntrospectionType,
  isListType,
  isNonNullType,
  isObjectType,
  isSpecifiedDirective,
  isSpecifiedScalarType,
  isUnionType,
} from 'graphql';

export const MAX_DESCRIPTION = 400;

const ownTypes = (schema) =>
  Object.values(schema.getTypeMap()).filter((type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type));
const rootTypes = (schema) =>
  [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].filter(Boolean);
const fieldsOf = (type) => ('getFields' in type ? Object.values(type.getFields()) : []);
const isOutput = (type) => isObjectType(type) || isInterfaceType(type);

/** Returns every type, field, argument, enum value and directive with its schema coordinate. */
function elements(schema) {
  const directives = schema.getDirectives().filter((directive) => !isSpecifiedDirective(directive));
  return [
    ...directives.map((of) => ({ kind: 'directive', at: `@${of.name}`, of })),
    ...ownTypes(schema).flatMap((type) => [
      { kind: 'type', at: type.name, of: type },
      ...(isEnumType(type) ? type.getValues() : []).map((of) => ({ kind: 'value', at: `${type.name}.${of.name}`, of })),
      ...fieldsOf(type).flatMap((field) => [
        { kind: 'field', at: `${type.name}.${field.name}`, of: field },
        ...(field.args ?? []).map((of) => ({ kind: 'argument', at: `${type.name}.${field.name}(${of.name}:)`, of })),
      ]),
    ]),
  ];
}

const CAMEL_CASE = /^[a-z][a-zA-Z0-9]*$/;
const NAMES = {
  type: [/^[A-Z][a-zA-Z0-9]*$/, 'PascalCase'],
  value: [/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/, 'UPPER_CASE'],
  field: [CAMEL_CASE, 'camelCase'],
  argument: [CAMEL_CASE, 'camelCase'],
  directive: [CAMEL_CASE, 'camelCase'],
};

export function naming(schema) {
  const wrong = elements(schema).flatMap(({ kind, at, of }) =>
    NAMES[kind][0].test(of.name) ? [] : [`${at}: the name is not in ${NAMES[kind][1]}`],
  );
  const verbs = fieldsOf(schema.getQueryType()).filter(({ name }) => /^(get|list|find|fetch)[A-Z]/.test(name));
  return [...wrong, ...verbs.map(({ name }) => `Query.${name}: a query is named after what it returns`)];
}

// What a module of JavaScript does not accept as the name of a variable: `const { yield } = data`.
const RESERVED = new Set(
  `arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for
  function if implements import in instanceof interface let new null package private protected public return static super switch this
  throw true try typeof var void while with yield`.split(/\s+/),
);

export const reservedNames = (schema) =>
  rootTypes(schema).flatMap((type) =>
    fieldsOf(type)
      .filter(({ name }) => RESERVED.has(name))
      .map(({ name }) => `${type.name}.${name}: reserved in JavaScript, so no client can name a variable like it`),
  );

const NUMBERS = ['Int', 'Float', 'BigInt', 'Decimal'];
const isList = ({ type }) => isListType(getNullableType(type)) || getNamedType(type).name.endsWith('Connection');

/** A number of records is called `beehivesCount`: `beehives` is their list, wherever it stands. */
export function listsAndNumbers(schema) {
  const fields = ownTypes(schema)
    .filter(isOutput)
    .flatMap((type) => fieldsOf(type).map((field) => ({ at: `${type.name}.${field.name}`, field })));
  const lists = new Map(fields.filter(({ field }) => isList(field)).map(({ at, field }) => [field.name, at]));
  return fields
    .filter(({ field }) => !isList(field) && NUMBERS.includes(getNamedType(field.type).name) && lists.has(field.name))
    .map(({ at, field }) => `${at}: a number, while ${lists.get(field.name)} is a list`);
}

/** What Relay, the payloads and the ids of this schema prescribe: its name says all (src/graphql/plain-names.ts). */
const STRUCTURAL = [
  /^\w+(Connection|Edge|Payload)$/,
  /^\w+Connection\.(nodes|edges|pageInfo|totalCount)$/,
  /^\w+Edge\.(node|cursor)$/,
  /^\w+Payload\.\w+$/,
  /^Mutation\.\w+\(input:\)$/,
  /^SyncMutation\.\w+$/,
  /^\w+\.(id|\w+Ids?|createdAt|updatedAt|expectedVersion)$/,
  /\((id|\w+Ids?|first|after):\)$/,
];

export function descriptions(schema) {
  return elements(schema).flatMap(({ at, of }) => {
    const text = of.description ?? '';
    if (text.trim() === '') return STRUCTURAL.some((form) => form.test(at)) ? [] : [`${at}: no description`];
    if (text.length > MAX_DESCRIPTION)
      return [`${at}: ${text.length} characters of description, of ${MAX_DESCRIPTION}`];
    if (/^[a-z]/.test(text)) return [`${at}: the description begins with a small letter`];
    return /[.…]$/.test(text) ? [] : [`${at}: the description ends without a full stop`];
  });
}

export const deprecations = (schema) =>
  elements(schema)
    .filter(({ of }) => of.deprecationReason !== undefined && !/`\w+`/.test(of.deprecationReason))
    .map(({ at }) => `${at}: the reason of @deprecated does not name a replacement`);

/** A type that no operation reaches is of no use, and stays unnoticed when its last user goes. */
export function unusedTypes(schema) {
  const used = new Set();
  function visit(type) {
    if (used.has(type)) return;
    used.add(type);
    for (const field of fieldsOf(type))
      for (const { type: next } of [field, ...(field.args ?? [])]) visit(getNamedType(next));
    if (isUnionType(type) || isInterfaceType(type)) for (const member of schema.getPossibleTypes(type)) visit(member);
    if (isOutput(type)) for (const implemented of type.getInterfaces()) visit(implemented);
  }
  for (const type of rootTypes(schema)) visit(type);
  for (const { args } of schema.getDirectives()) for (const { type } of args) visit(getNamedType(type));
  return ownTypes(schema)
    .filter((type) => !used.has(type))
    .map(({ name }) => `${name}: no operation reaches this type`);
}

const isListOf = (type, name) => {
  const list = isNonNullType(type) ? type.ofType : type;
  return isListType(list) && getNamedType(list).name === name;
};

/** https://relay.dev/graphql/connections.htm */
export function connections(schema) {
  const problems = [];
  const demand = (at, type, fields) => {
    for (const [name, holds] of Object.entries(fields)) {
      const field = type.getFields()[name];
      if (!field || !holds(field.type)) problems.push(`${at}.${name}: missing, or not of the type that Relay demands`);
    }
  };
  const is = (text) => (type) => String(type) === text;
  for (const type of ownTypes(schema)) {
    const [, name, kind] = /^(\w+)(Connection|Edge)$/.exec(type.name) ?? [];
    if (kind && !isObjectType(type)) problems.push(`${type.name}: not an object type`);
    else if (kind === 'Connection')
      demand(type.name, type, { pageInfo: is('PageInfo!'), edges: (of) => isListOf(of, `${name}Edge`) });
    else if (kind === 'Edge') demand(type.name, type, { cursor: is('String!'), node: (of) => !isListType(of) });
    if (!isOutput(type)) continue;
    for (const field of fieldsOf(type)) {
      if (!getNamedType(field.type).name.endsWith('Connection')) continue;
      const types = Object.fromEntries(field.args.map((arg) => [arg.name, String(arg.type)]));
      if (types.first !== 'Int' || types.after !== 'String')
        problems.push(`${type.name}.${field.name}: a connection takes first: Int and after: String`);
    }
  }
  const pageInfo = schema.getType('PageInfo');
  if (pageInfo)
    demand('PageInfo', pageInfo, {
      hasNextPage: is('Boolean!'),
      hasPreviousPage: is('Boolean!'),
      startCursor: is('String'),
      endCursor: is('String'),
    });
  return problems;
}

/** Mutations that open a session all return the same, so that a client stores it in one way. */
const SHARED_PAYLOADS = ['AuthPayload'];

/** A mutation takes one input and returns an object of its own, so that both can grow; what is called an input is one. */
export function inputs(schema) {
  const mutations = fieldsOf(schema.getMutationType() ?? {}).flatMap(({ name, args, type }) => {
    const problems = [];
    const [input] = args;
    const isInput = isNonNullType(input?.type) && isInputObjectType(input.type.ofType);
    if (args.length > 1 || (input && !(input.name === 'input' && isInput)))
      problems.push(`Mutation.${name}: takes one argument, input: …Input!, or none`);
    // A mutation that is refused is null, so that the payloads of the others in the request remain.
    if (!isObjectType(type)) problems.push(`Mutation.${name}: returns a payload, nullable`);
    const typeName = `${name[0].toUpperCase()}${name.slice(1)}`;
    const [inputName, payloadName] = [input?.type, type].map((one) => one && getNamedType(one).name);
    const isOwn =
      [undefined, `${typeName}Input`].includes(inputName) &&
      [`${typeName}Payload`, ...SHARED_PAYLOADS].includes(payloadName);
    if (!isOwn)
      problems.push(
        `Mutation.${name}: takes ${typeName}Input and returns ${typeName}Payload, which no other mutation does`,
      );
    return problems;
  });
  const names = ownTypes(schema)
    .filter((type) => !isEnumType(type) && isInputType(type) === isInputObjectType(type))
    .filter((type) => isInputObjectType(type) !== /(Input|Filter|Order|Operation|Mutation)$/.test(type.name))
    .filter((type) => !rootTypes(schema).includes(type))
    .map(({ name }) => `${name}: a type is called …Input if, and only if, it is an input type`);
  return [...mutations, ...names];
}

/** What a client sends for a field can be refused; a non-null field would then take the rest of its object along. */
export const refusedFields = (schema) =>
  ownTypes(schema)
    .filter(isOutput)
    .flatMap((type) => fieldsOf(type).map((field) => ({ at: `${type.name}.${field.name}`, ...field })))
    .filter(({ type, args }) => isNonNullType(type) && args.some((arg) => !isEnumType(getNullableType(arg.type))))
    .map(({ at }) => `${at}: a field with arguments is nullable`);

/** `id` in an input is that of an existing record, so it is demanded; that of a new one is `newId`, which a client may leave to the service. */
export const ids = (schema) =>
  ownTypes(schema)
    .filter(isInputObjectType)
    .flatMap((type) => fieldsOf(type).map((field) => ({ at: `${type.name}.${field.name}`, ...field })))
    .flatMap(({ at, name, type }) => {
      if (/^ids?$/.test(name) && !isNonNullType(type)) return [`${at}: the id of a new record is called newId`];
      return /^newIds?$/.test(name) && isNonNullType(type)
        ? [`${at}: a client need not choose the id of a new record`]
        : [];
    });

/** The ids of records that the specification names as fields. */
const SPECIFIED_IDS = ['Beehive.apiaryId', 'Question.apiaryId', 'InventoryItem.apiaryId'];

/** What always has a record needs not its id: clients select `beehive { id }`. The id of one that may be gone stays known. */
export const references = (schema) =>
  ownTypes(schema)
    .filter(isOutput)
    .flatMap((type) =>
      fieldsOf(type).flatMap(({ name }) => {
        const [, record] = /^(\w+)Id$/.exec(name) ?? [];
        const isThere = record && isNonNullType(type.getFields()[record]?.type);
        const at = `${type.name}.${name}`;
        return isThere && !SPECIFIED_IDS.includes(at) ? [`${at}: stands beside ${record}, which is never null`] : [];
      }),
    );

export const RULES = {
  naming,
  reservedNames,
  listsAndNumbers,
  descriptions,
  deprecations,
  unusedTypes,
  connections,
  inputs,
  refusedFields,
  ids,
  references,
};

const COORDINATES = [
  [/^Standard scalar (\w+)/, '$1'],
  [/^(\S+) was removed from (?:enum|union) type (\w+)/, '$2.$1'],
  [/^A required field (\S+) on input type (\S+) was added/, '$2.$1'],
  [/^A required arg (\S+) on (\S+) was added/, '$2($1:)'],
  [/^(\S+) arg (\S+) (?:was|has)/, '$1($2:)'],
];

/** Returns the schema coordinate that a change of graphql-js is about. */
function coordinateOf({ description }) {
  for (const [pattern, replacement] of COORDINATES) {
    const match = pattern.exec(description);
    if (match) return match[0].replace(pattern, replacement);
  }
  return description.split(' ')[0].replace(/\.$/, '');
}

/** Returns the part of a changelog that has not been released. */
/** The section of what has changed since the last release. */
export const unreleased = (changelog) => /^## Unreleased$(.*?)(?=^## |(?![\s\S]))/ms.exec(changelog)?.[1] ?? '';

/** A change that breaks clients of the released schema, and that the changelog does not name: `Beehive.health`, `Query.node(id:)`. */
export function unannouncedChanges(released, schema, changelog) {
  const announced = unreleased(changelog);
  return findBreakingChanges(released, schema)
    .map((change) => ({ coordinate: coordinateOf(change), ...change }))
    .filter(({ coordinate }) => !announced.includes(`\`${coordinate}\``))
    .map(({ coordinate, description }) => `\`${coordinate}\` is not named under Unreleased: ${description}`);
}
