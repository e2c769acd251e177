// What belongs to an account alone is read by that account; a few things by administrators. Whatever field led to the account, another one
// is refused, and the rest of the response is there.
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type GraphQLObjectType, getNamedType, isObjectType } from 'graphql';
import { type Client, isOfRequest, statementsOf } from '../support/client.js';
import { refusalOf } from '../support/members.js';
import type { Json } from '../support/openapi.js';
import { withToken } from '../support/tokens.js';
import { type Beekeeper, beekeeper, PASSWORD } from '../support/world.js';
import { admin, app, bea, createRecords, members, owner } from './authorization.fixture.js';

/** Each field, with what others need to read it. */
const FIELDS: Record<string, [document: string, permission?: 'ADMIN' | 'USERS_READ']> = {
  calendarFeeds: ['calendarFeeds { id }'],
  digest: ['digest { hour }'],
  fileImports: ['fileImports { id }'],
  identities: ['identities { id }'],
  personalAccessTokens: ['personalAccessTokens { id }'],
  pushSubscriptions: ['pushSubscriptions { id }'],
  sessions: ['sessions { id }', 'ADMIN'],
  usage: ['usage { rowsCount }', 'USERS_READ'],
  webhooks: ['webhooks { id }'],
};
const USER = 'id email';
type Data = Json;
let reader: Beekeeper;
let writer: Beekeeper;
beforeAll(async () => {
  [reader, writer] = [await beekeeper(app), await beekeeper(app)];
  const grant = (id: string, permission: string) =>
    app.database.sql('update users set permissions = $2 where id = $1', [id, [permission]]);
  await grant(reader.id, 'users:read');
  await grant(writer.id, 'users:write');
  await createRecords();
});

it('each field of an account that leads to something else is tried', () => {
  const { User } = app.app.schema.getTypeMap();
  const leading = Object.values((User as GraphQLObjectType).getFields()).filter(({ type }) =>
    isObjectType(getNamedType(type)),
  );
  expect(leading.map(({ name }) => name).sort()).toEqual(Object.keys(FIELDS));
});

describe.each(Object.entries(FIELDS))('%s', (name, [selection, permission]) => {
  const ways: [string, string, (data: Data) => Record<string, unknown>][] = [
    ['user', `query ($id: ID!) { user(id: $id) { ${USER} ${selection} } }`, ({ user }) => user],
    [
      'node',
      `query ($id: ID!) { node(id: $id) { id ... on User { email ...more } } } fragment more on User { ${selection} }`,
      ({ node }) => node,
    ],
    [
      'nodes',
      `query ($id: ID!) { nodes(ids: [$id]) { id ... on User { email ${selection} } } }`,
      ({ nodes }) => nodes[0],
    ],
    [
      'users',
      `query ($search: String!) { users(filter: { search: $search }) { nodes { ${USER} ${selection} } } }`,
      ({ users }) => users.nodes[0],
    ],
  ];
  const ask = (who: Client, document: string) => who.graphql(document, { id: owner.id, search: owner.email });

  it('is read by the account itself', async () => {
    const { me } = await owner.ask(`{ me { id ${selection} } }`);
    expect(me[name]).toEqual(expect.anything());
    for (const [way, document, of] of ways.slice(0, 3)) {
      const { data, errors } = await ask(owner, document);
      expect([way, errors]).toEqual([way, undefined]);
      expect(of(data)[name]).toEqual(me[name]);
    }
  });

  it.each(ways)('is refused through %s to those who may only read the account', async (_way, document, of) => {
    const { me } = await owner.ask(`{ me { ${selection} } }`);
    for (const [who, allowed] of [
      [reader, permission === 'USERS_READ'],
      [admin, permission !== undefined],
    ] as const) {
      const answer = await ask(who, document);
      const found = of(answer.data);
      expect(found).toMatchObject({ id: owner.id, email: owner.email });
      expect(refusalOf(answer)).toEqual(allowed ? undefined : 'FORBIDDEN');
      if (!allowed) expect(found[name]).toBeNull();
      else if (name !== 'usage') expect(found[name]).toEqual(me[name]);
    }
    for (const who of [bea, writer, members.manager, await withToken(app, admin, { scope: 'MANAGE' })]) {
      const { data } = await ask(who, document);
      expect(JSON.stringify(data ?? null)).not.toContain(owner.id);
    }
  });

  it('is refused in what a mutation returns', async () => {
    const set = `mutation ($id: ID!) { setUserStatus(input: { id: $id, isVerified: VALUE }) { user { id ${selection} } } }`;
    for (const value of ['true', 'false']) {
      const answer = await writer.graphql(set.replace('VALUE', value), { id: owner.id });
      expect(answer.data.setUserStatus).toEqual({ user: { id: owner.id, [name]: null } });
      expect(refusalOf(answer)).toBe('FORBIDDEN');
    }
    const logIn = `mutation { logIn(input: { email: "${owner.email}", password: "${PASSWORD}" }) { user { id ${selection} } } }`;
    const unnamed = await app.anyone.graphql(logIn);
    expect(unnamed.data.logIn).toEqual({ user: { id: owner.id, [name]: null } });
    expect(refusalOf(unnamed)).toMatch(/^UNAUTHENTICATED/);
    const named = await bea.graphql(logIn);
    expect(named.data.logIn).toEqual({ user: { id: owner.id, [name]: null } });
    expect(refusalOf(named)).toBe('FORBIDDEN');
  });

  it('is refused to personal access tokens, but for how much the account holds', async () => {
    const { apiary } = await createRecords();
    for (const given of [{}, { scope: 'MANAGE' as const }, { apiaryIds: [apiary] }]) {
      const token = await withToken(app, owner, given);
      const answer = await token.graphql(`{ me { id ${selection} } }`);
      expect(answer.data.me.id).toBe(owner.id);
      if (name === 'usage') expect(answer.errors).toBeUndefined();
      else {
        expect(refusalOf(answer)).toBe('FORBIDDEN SESSION_REQUIRED');
        expect(answer.data.me[name]).toBeNull();
      }
    }
  });
});

it('a list of accounts reads them in as many statements as one account', async () => {
  const document = (first: number) =>
    `{ users(first: ${first}) { nodes { id lastSeenAt lastLoginAt sessions { id isCurrent } usage { rowsCount } } } }`;
  const numberOnce = async (first: number): Promise<number> =>
    (await statementsOf(app.app, () => admin.ask(document(first)))).filter(isOfRequest).length;
  // That of the session is among them or not, as the cache hears of earlier changes.
  const numberOf = async (first: number): Promise<number> =>
    Math.min(await numberOnce(first), await numberOnce(first), await numberOnce(first));
  await admin.ask(document(8));
  expect(await numberOf(8)).toBe(await numberOf(1));
  const { users } = await admin.ask(document(8));
  for (const user of users.nodes) {
    const alone = await admin.ask(`{ user(id: "${user.id}") { sessions { id isCurrent } } }`);
    expect(user.sessions).toEqual(alone.user.sessions);
  }
  expect(users.nodes.filter(({ sessions }: { sessions: object[] }) => sessions.length > 0).length).toBeGreaterThan(1);
});
