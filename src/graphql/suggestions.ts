// What an unknown name was probably meant to be. graphql-js knows typing errors alone; who writes a document from habit knows the names of
// GitHub, Shopify and Relay, or says `hive` for a beehive.
import { GraphQLError, type GraphQLSchema, isInputObjectType, isInterfaceType, isObjectType } from 'graphql';
import { didYouMean } from 'graphql/jsutils/didYouMean.js';
import { suggestionList } from 'graphql/jsutils/suggestionList.js';

/** As many as graphql-js suggests. */
const MAX_SUGGESTIONS = 5;

/** Words of other APIs, in the singular, and those that stand for them in this schema. */
const SYNONYMS: Record<string, string[]> = {
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
};

const PAGES = 'Pages go forwards, with `first` and `after`.';
const REFUSALS = 'Refusals stand in `errors` of the response, with their code in `extensions`.';
/** Names that nothing stands for, because it is done in another way. */
const OTHER_WAYS: Record<string, string> = {
  ...{ last: PAGES, before: PAGES, offset: PAGES, limit: PAGES, skip: PAGES, take: PAGES, page: PAGES },
  ...{ userErrors: REFUSALS, errors: REFUSALS },
  clientMutationId: 'The header `Idempotency-Key` makes an operation safe to repeat.',
};

const wordsOf = (name: string): string[] => name.split(/_|(?=[A-Z])/).map((word) => singular(word.toLowerCase()));
const singular = (word: string): string => word.replace(/ies$/, 'y').replace(/(?<=s)es$|(?<![su])s$/, '');

/**
 * Returns the names that are probably meant: those with the same words in any order, else those with these words and more, else those with
 * some of these words or with few typing errors.
 */
export function suggest(name: string, names: string[]): string[] {
  const sent = wordsOf(name);
  const known = names.map((one) => ({ name: one, words: wordsOf(one) }));
  const meant = known
    .filter(({ words }) =>
      sent.every((word) => [word, ...(SYNONYMS[word] ?? [])].some((synonym) => words.includes(synonym))),
    )
    .sort((one, other) => one.words.length - other.words.length);
  const exact = meant.filter(({ words }) => words.length === sent.length);
  const shorter = known.filter(({ words }) => words.every((word) => sent.includes(word)));
  const found = [exact, meant, shorter].find((some) => some.length > 0) ?? [];
  const alike = found === exact || found === meant ? [] : suggestionList(name, names);
  return [...new Set([...found.map((one) => one.name), ...alike])].slice(0, MAX_SUGGESTIONS);
}

const UNKNOWN =
  /^(?:Cannot query field|Unknown argument|Field) "(\w+)" (?:(?:on|is not defined by) type "(\w+)"|on field "(\w+)\.(\w+)")\./;

/** Returns the error of the validation with better suggestions. What an inline fragment would reach is told already. */
export function withSuggestions<E>(schema: GraphQLSchema, error: E): E | GraphQLError {
  if (!(error instanceof GraphQLError) || error.message.includes('inline fragment')) return error;
  const [unknown, name, type, parent, field] = UNKNOWN.exec(error.message) ?? [];
  if (!unknown) return error;
  const meant = suggest(name!, type ? fieldsOf(schema, type) : argumentsOf(schema, parent!, field!));
  const hint = OTHER_WAYS[name!];
  const { nodes, source, positions, path, extensions } = error;
  const message = unknown + (hint && meant.length === 0 ? ` ${hint}` : didYouMean(meant));
  return new GraphQLError(message, { nodes, source, positions, path, extensions });
}

function fieldsOf(schema: GraphQLSchema, name: string): string[] {
  const type = schema.getType(name);
  return isObjectType(type) || isInterfaceType(type) || isInputObjectType(type) ? Object.keys(type.getFields()) : [];
}

function argumentsOf(schema: GraphQLSchema, parent: string, field: string): string[] {
  const type = schema.getType(parent);
  if (!isObjectType(type) && !isInterfaceType(type)) return [];
  return type.getFields()[field]!.args.map((argument) => argument.name);
}
