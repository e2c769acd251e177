// What an unknown name was probably meant to be. graphql-js knows typing errors alone; who writes a document from habit knows the names of
// GitHub, Shopify and Relay, or says `hive` for a beehive.
import {
  GraphQLError,
  type GraphQLNamedType,
  type GraphQLSchema,
  type GraphQLType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql';
import { didYouMean } from 'graphql/jsutils/didYouMean.js';
import { suggestionList } from 'graphql/jsutils/suggestionList.js';

/** As many as graphql-js suggests. */
const MAX_SUGGESTIONS = 5;

/** Words of other APIs, in the singular, and those that stand for them in this schema. */
const SYNONYMS = new Map<string, string[]>(
  Object.entries({
    viewer: ['me'],
    current: ['me'],
    user: ['me'],
    log: ['entry'],
    query: ['search', 'text'],
    sign: ['register'],
    up: ['register'],
    inspector: ['actor'],
    author: ['actor'],
    name: ['username', 'title'],
    hive: ['beehive'],
    yard: ['apiary'],
    date: ['on', 'at', 'day'],
    before: ['to'],
    after: ['from'],
    add: ['create', 'record', 'invite'],
    create: ['record', 'install'],
    member: ['apiary'],
    edit: ['update'],
    remove: ['delete'],
    start: ['record', 'begin'],
    finish: ['complete', 'close'],
    activate: ['status'],
    deactivate: ['status'],
  }),
);

const FILTERS = 'What a list is limited to is `filter`, its order `orderBy`.';
const PAGES = 'Pages go forwards, with `first` and `after`.';
const REFUSALS = 'Refusals stand in `errors` of the response, with their code in `extensions`.';
/** Names that nothing stands for, because it is done in another way. */
const OTHER_WAYS = new Map<string, string>(
  Object.entries({
    ...{ last: PAGES, before: PAGES, offset: PAGES, limit: PAGES, skip: PAGES, take: PAGES, page: PAGES },
    ...{ userErrors: REFUSALS, errors: REFUSALS },
    ...{ query: FILTERS, where: FILTERS, sortKey: FILTERS, reverse: FILTERS, sort: FILTERS },
    clientMutationId: 'The header `Idempotency-Key` makes an operation safe to repeat.',
  }),
);

const wordsOf = (name: string): string[] => name.split(/_|(?=[A-Z])/).map((word) => singular(word.toLowerCase()));
const singular = (word: string): string => word.replace(/ies$/, 'y').replace(/(?<=s)es$|(?<![su])s$/, '');

interface Meant {
  /** With the same words in any order, else with these words and more. */
  surely: string[];
  /** Else with some of these words, or with few typing errors. */
  perhaps: string[];
}

/** @param names of which one was probably meant; one in another object has its path: `state.health` */
function findMeant(name: string, names: string[]): Meant {
  const sent = wordsOf(name);
  const known = names.map((one) => ({ name: one, words: wordsOf(one.replace(/^.*\./, '')) }));
  const wider = known
    .filter(({ words }) =>
      sent.every((word) => [word, ...(SYNONYMS.get(word) ?? [])].some((synonym) => words.includes(synonym))),
    )
    .sort((one, other) => one.words.length - other.words.length);
  const exact = wider.filter(({ words }) => words.length === sent.length);
  const own = known.filter(({ name: one }) => !one.includes('.'));
  const shorter = own.filter(({ words }) => words.every((word) => sent.includes(word))).map((one) => one.name);
  const alike = suggestionList(
    name,
    own.map((one) => one.name),
  );
  return {
    surely: (exact.length > 0 ? exact : wider.filter((one) => own.includes(one))).map((one) => one.name),
    perhaps: [...new Set([...shorter, ...alike])],
  };
}

/** Returns how what an unknown name is probably meant for is done: the names to choose from, or else a sentence. */
export function suggest(name: string, names: string[]): { names: string[]; otherwise: string | undefined } {
  const { surely, perhaps } = findMeant(name, names);
  const otherwise = surely.length > 0 ? undefined : OTHER_WAYS.get(name);
  return { names: otherwise ? [] : (surely.length > 0 ? surely : perhaps).slice(0, MAX_SUGGESTIONS), otherwise };
}

const UNKNOWN =
  /^(?:Cannot query field|Unknown argument|Field) "(\w+)" (?:(?:on|is not defined by) type "(\w+)"|on field "(\w+)\.(\w+)")\./;
const NO_VALUE = /^Value "\w+" does not exist in "(\w+)" enum\./;
/** More values are not listed. */
const MAX_VALUES = 20;

/** Returns the error of the validation with better suggestions. What an inline fragment would reach is told already. */
export function withSuggestions<E>(schema: GraphQLSchema, error: E): E | GraphQLError {
  if (!(error instanceof GraphQLError) || error.message.includes('inline fragment')) return error;
  const message = explainName(schema, error.message) ?? explainValue(schema, error.message);
  if (message === undefined) return error;
  const { nodes, source, positions, path, extensions } = error;
  return new GraphQLError(message, { nodes, source, positions, path, extensions });
}

function explainName(schema: GraphQLSchema, message: string): string | undefined {
  const [unknown, name, type, parent, field] = UNKNOWN.exec(message) ?? [];
  if (!unknown) return undefined;
  const meant = suggest(name!, type ? fieldsOf(schema.getType(type)) : argumentsOf(schema, parent!, field!));
  return `${unknown}${meant.otherwise ? ` ${meant.otherwise}` : didYouMean(meant.names)}`;
}

function explainValue(schema: GraphQLSchema, message: string): string | undefined {
  const type = schema.getType(NO_VALUE.exec(message)?.[1] ?? '');
  if (!isEnumType(type)) return undefined;
  const values = type.getValues().map(({ name }) => name);
  return values.length > MAX_VALUES ? undefined : `${NO_VALUE.exec(message)![0]} It has ${values.join(', ')}.`;
}

/** The names of the fields of a type. With those of what it consists of: the inputs in an input, the nodes of a connection, a payload's record. */
export function fieldsOf(type: GraphQLNamedType | undefined): string[] {
  if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) return [];
  const fields = Object.values<Typed>(type.getFields());
  const hasParts = isInputObjectType(type) || /(Connection|Payload)$/.test(type.name);
  return hasParts ? namesWithin(fields) : fields.map(({ name }) => name);
}

function argumentsOf(schema: GraphQLSchema, parent: string, field: string): string[] {
  const type = schema.getType(parent);
  return isObjectType(type) || isInterfaceType(type) ? namesWithin(type.getFields()[field]!.args) : [];
}

interface Typed {
  name: string;
  type: GraphQLType;
}
/** The names of fields or arguments, and then the paths of the fields below them. */
function namesWithin(all: readonly Typed[]): string[] {
  const below = all.flatMap(({ name, type }) => {
    const part = getNamedType(type);
    const isPart = isInputObjectType(part) || (isObjectType(part) && !/^(PageInfo|\w+Edge)$/.test(part.name));
    return isPart ? Object.keys(part.getFields()).map((one) => `${name}.${one}`) : [];
  });
  return [...all.map(({ name }) => name), ...below];
}
