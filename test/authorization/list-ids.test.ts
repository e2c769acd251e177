// An id that the caller does not see is refused by every list alike, whichever argument or condition has it: the schema says which do.

import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import {
  type GraphQLArgument,
  type GraphQLInputField,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isRequiredArgument,
} from 'graphql';
import { hideLegacy } from '../../src/graphql/legacy.js';
import { createSchema } from '../../src/graphql-schema.js';
import { isOfRequest, statementsOf } from '../support/client.js';
import { admin, app, bea, owner, sharedRecords } from './authorization.fixture.js';

type Given = GraphQLArgument | GraphQLInputField;
interface Place {
  /** Such as `filter.apiaryIds`. */
  path: string;
  one: Given;
}

const schema = hideLegacy(createSchema());
/** What returns null for such an id, as Relay wants it. */
const OTHERS = ['Query.nodes'];
const isId = ({ type }: Given): boolean => getNamedType(type).name === 'ID';
const placesOf = (args: readonly GraphQLArgument[]): Place[] =>
  args.flatMap((arg) => {
    const type = getNamedType(arg.type);
    const below = isInputObjectType(type) ? Object.values(type.getFields()) : [];
    return [
      ...(isId(arg) ? [{ path: arg.name, one: arg }] : []),
      ...below.filter(isId).map((one) => ({ path: `${arg.name}.${one.name}`, one })),
    ];
  });

const lists = [schema.getQueryType()!, schema.getType('Apiary')!].flatMap((type) =>
  Object.values((type as ReturnType<typeof schema.getQueryType>)!.getFields())
    .filter(({ type: of }) => /^\[|Connection!?$/.test(String(of)))
    .map((field) => ({ name: `${type.name}.${field.name}`, parent: type.name, field })),
);
const cases = lists
  .filter(({ name }) => !OTHERS.includes(name))
  .flatMap(({ name, parent, field }) =>
    placesOf(field.args).map((place) => [`${name}(${place.path})`, parent, field, place] as const),
  );

/** A value of an argument that a list cannot be without. */
function literalOf({ type }: GraphQLArgument): string {
  const named = getNamedType(type);
  return isEnumType(named) ? named.getValues()[0]!.name : '"x"';
}

it('lists have ids in arguments and in filters', () => {
  const names = cases.map(([name]) => name);
  expect(names).toEqual(
    expect.arrayContaining([
      'Query.beehives(apiaryId)',
      'Query.beehives(filter.apiaryIds)',
      'Query.questions(apiaryId)',
      'Query.tasks(filter.assigneeIds)',
      'Apiary.changeLog(filter.actorId)',
      'Apiary.worklist(filter.apiaryIds)',
    ]),
  );
  expect(names.length).toBeGreaterThan(20);
});

describe.each(cases)('%s', (_, parent, { name, args }, { path, one }) => {
  const who = () => (name === 'auditEntries' ? admin : bea);
  const isList = isListType(one.type);
  let own: string;
  const read = async (id: string) => {
    const value = isList ? `["${id}"]` : `"${id}"`;
    const [first, below] = path.split('.') as [string, string?];
    const others = args.filter((arg) => isRequiredArgument(arg) && arg.name !== first);
    const given = others.map((arg) => `${arg.name}: ${literalOf(arg)}`);
    const list = `${name}(${[...given, `${first}: ${below ? `{ ${below}: ${value} }` : value}`].join(', ')}) { __typename }`;
    own ??= await bea.apiary();
    return who().graphql(parent === 'Query' ? `{ ${list} }` : `{ apiary(id: "${own}") { ${list} } }`);
  };
  const foreignId = async (): Promise<string> => {
    const records: Record<string, string> = { ...(await sharedRecords()), assignee: owner.id, actor: owner.id };
    const kind = one.name.replace(/Ids?$/, '');
    return records[kind === 'id' ? name : kind]!;
  };

  it('refuses unknown ids, and those of others, naming the argument', async () => {
    const ids = [randomUUID(), 'nonsense', ...(name === 'auditEntries' ? [] : [await foreignId()])];
    await read(ids[0]!);
    const counts: number[] = [];
    for (const id of ids) {
      let errors: unknown;
      const statements = await statementsOf(app.app, async () => {
        errors = (await read(id)).errors;
      });
      const fields = [{ field: isList ? `${path}.0` : path, message: 'is not found' }];
      expect({ id, errors }).toMatchObject({ id, errors: [{ extensions: { code: 'NOT_FOUND', fields } }] });
      if (id !== 'nonsense') counts.push(statements.filter(isOfRequest).length);
    }
    // The list and the check, below an apiary that is read before. Other requests to the service may be counted, too.
    expect(Math.min(...counts)).toBeLessThanOrEqual(parent === 'Query' ? 2 : 3);
  });
});
