// Tests the lines of a feature as an anonymous client, another account, each kind of member, an inspector whose access has ended, the owner
// and an administrator. Another account must get exactly the response that it gets for a missing id.
import { describe, expect, it } from '@jest/globals';
import type { Client, GraphqlAnswer } from '../support/client.js';
import type { Json } from '../support/openapi.js';
import { rename, runSubscription } from '../support/socket.js';
import {
  accountFor,
  admin,
  app,
  bea,
  idsFor,
  members,
  missingIds,
  owner,
  recordsToWrite,
  sharedRecords,
  storedRows,
} from './authorization.fixture.js';
import { type FeatureCases, type FieldCase, MEMBERS, membersOf, type RecordIds, type RouteCase } from './case.js';
import { routes } from './routes.js';
import { createTokens, managerFor, ownerFor, scopeOf, testWithTokens } from './token-matrix.js';

const STATUS_OF = { UNAUTHENTICATED: 401, FORBIDDEN: 403 };
/** These refuse what they cannot record by its number, whatever the reason. */
const REFUSES_BY_NUMBER = ['Mutation.recordReadings', 'post /measurements'];

export function testFeature({ fields, routes, nested }: FeatureCases): void {
  createTokens();
  for (const [name, fieldCase] of Object.entries(fields)) describe(name, () => testField(name, fieldCase));
  for (const [name, routeCase] of Object.entries(routes)) describe(name, () => testRoute(name, routeCase));
  for (const [name, operation] of Object.entries(nested)) describe(name, () => testNestedField(name, operation));
}

/** Runs an operation; a subscription over a WebSocket, until its first event. */
const run = (who: Client, operation: string): Promise<Pick<GraphqlAnswer<Json>, 'data' | 'errors'>> =>
  operation.startsWith('subscription')
    ? runSubscription(who, operation, () => rename(owner, /"(.+?)"/.exec(operation)![1]!))
    : who.graphql(operation);

/** A WebSocket whose token is refused is closed before anything else happens. */
function refusedSocket(error: Error): Pick<GraphqlAnswer<Json>, 'data' | 'errors'> {
  if (!error.message.includes('closed before connection_ack')) throw error;
  return { data: null, errors: [{ message: '', extensions: { code: 'UNAUTHENTICATED', reason: 'TOKEN_INVALID' } }] };
}

/** What a root field returned; of a mutation, the record in its payload. */
function resultOf(name: string, data: Json): unknown {
  const [type, field] = name.split('.') as [string, string];
  return type === 'Mutation' ? Object.values(data[field] as object)[0] : data[field];
}

function testField(name: string, [audience, operation, needs]: FieldCase): void {
  const scope = scopeOf(name, audience, needs);
  const byNumber = REFUSES_BY_NUMBER.includes(name);
  const notFound = [{ extensions: { code: byNumber ? 'BAD_USER_INPUT' : 'NOT_FOUND' } }];
  testWithTokens(name, [audience, operation, scope], async (who, ids) => {
    const { data, errors } = await run(who, operation(ids)).catch(refusedSocket);
    const { code, reason, scope: missing } = (errors?.[0]?.extensions ?? {}) as Record<string, string>;
    return { code, reason, scope: missing, answer: { data, errors } };
  });

  it('as an anonymous client', async () => {
    const { errors } = await run(app.anyone, operation(await idsFor(audience, sharedRecords)));
    if (audience === 'anyone') expect(errors).toBeUndefined();
    else if (audience === 'secret') expect(errors![0]!.message).not.toBe('No token found');
    else expect(errors).toMatchObject([{ message: 'No token found', extensions: { code: 'UNAUTHENTICATED' } }]);
  });

  it('an administrator has no access to the records of others', async () => {
    if (audience !== 'self' && !membersOf(audience)) return;
    const { errors } = await run(await accountFor(admin, name), operation(await idsFor(audience, sharedRecords)));
    expect(errors).toMatchObject(notFound);
  });

  it('as another account', async () => {
    const foreign = await idsFor(audience, sharedRecords);
    const before = await storedRows();
    const { data, errors } = await run(await accountFor(bea, name), operation(foreign));
    if (audience === 'secret' || audience === 'invited')
      return expect(errors![0]!.message).toMatch(/has ended|no longer valid|waits to be confirmed|code is wrong/);
    if (audience === 'admin') return expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
    if (audience === 'viewer' || audience === 'anyone') return expect(errors).toBeUndefined();
    const missing = await run(bea, operation(missingIds));
    expect(errors).toMatchObject(notFound);
    expect({ data, errors }).toEqual({ data: missing.data, errors: missing.errors });
    expect(await storedRows()).toEqual(before);
  });

  const allowedMembers = membersOf(audience);
  for (const member of allowedMembers ?? [])
    it(`as a member with the role ${member}`, async () => {
      const { errors, data } = await run(
        member === 'manager' ? managerFor(audience, scope) : members[member],
        operation(await recordsToWrite(name, operation)),
      );
      expect(errors).toBeUndefined();
      expect(resultOf(name, data) ?? null).not.toBeNull();
    });

  it('as a member whose role is too low, or has ended', async () => {
    if (!allowedMembers) return;
    const ids = await sharedRecords();
    const before = await storedRows();
    for (const member of MEMBERS.filter((one) => !allowedMembers.includes(one))) {
      const { errors } = await run(members[member], operation(ids));
      const tooLow = [{ extensions: { code: 'FORBIDDEN', reason: 'ROLE_TOO_LOW' } }];
      expect({ member, errors }).toMatchObject({ errors: audience === 'hidden' || byNumber ? notFound : tooLow });
    }
    const missing = await run(bea, operation(missingIds));
    const { data, errors } = await run(members.expired, operation(ids));
    expect({ data, errors }).toEqual({ data: missing.data, errors: missing.errors });
    expect(await storedRows()).toEqual(before);
  });

  it(audience === 'admin' ? 'as an administrator' : 'as the owner', async () => {
    if (audience === 'secret' || audience === 'invited') return;
    const allowed = audience === 'admin' ? admin : ownerFor(audience, scope);
    const { errors, data } = await run(
      await accountFor(allowed, name),
      operation(await idsFor(audience, () => recordsToWrite(name, operation))),
    );
    if (audience === 'member') return expect(errors).toMatchObject([{ extensions: { code: 'CONFLICT' } }]);
    expect(errors).toBeUndefined();
    expect(resultOf(name, data) ?? null).not.toBeNull();
  });
}

function testRoute(name: string, [audience, request, needs]: RouteCase): void {
  const method = name.split(' ')[0]!.toUpperCase();
  const send = (who: Client, ids: RecordIds) => {
    const { path, body } = request(ids);
    return who.rest(method, path, body);
  };
  const scope = scopeOf(name, audience, needs);
  const byNumber = REFUSES_BY_NUMBER.includes(name);
  const notFound = byNumber ? 400 : 404;
  testWithTokens(name, [audience, request, scope], async (who, ids) => {
    const { status, body } = await send(who, ids);
    const code = Object.entries(STATUS_OF).find(([, value]) => value === status)?.[0];
    return { code, reason: body?.error_code, scope: body?.scope, answer: { status, body } };
  });

  it('as an anonymous client', async () => {
    const { status, body } = await send(app.anyone, await idsFor(audience, sharedRecords));
    if (audience === 'anyone') expect(status).toBeLessThan(300);
    else if (audience === 'secret') expect(body.message).not.toBe('No token found');
    else expect({ status, message: body.message }).toEqual({ status: 401, message: 'No token found' });
  });

  it('as another account', async () => {
    const foreign = await idsFor(audience, sharedRecords);
    const before = await storedRows();
    const { status, body } = await send(await accountFor(bea, name), foreign);
    if (audience === 'secret') return expect([400, 401]).toContain(status);
    if (audience === 'admin') return expect(status).toBe(403);
    if (audience === 'viewer' || audience === 'anyone') return expect(status).toBeLessThan(300);
    const missing = await send(bea, missingIds);
    expect(status).toBe(notFound);
    expect({ status, body }).toEqual({ status: missing.status, body: missing.body });
    expect(await storedRows()).toEqual(before);
  });

  it('an administrator has no access to the records of others', async () => {
    if (audience !== 'self' && !membersOf(audience)) return;
    const { status } = await send(await accountFor(admin, name), await idsFor(audience, sharedRecords));
    expect(status).toBe(notFound);
  });

  const allowedMembers = membersOf(audience);
  for (const member of allowedMembers ?? [])
    it(`as a member with the role ${member}`, async () => {
      const { status, body } = await send(
        member === 'manager' ? managerFor(audience, scope) : members[member],
        await recordsToWrite(name, request),
      );
      const expected = routes.find((r) => `${r.method} ${r.path}` === name)!.status;
      expect({ status, body }).toEqual({ status: expected, body });
    });

  it('as a member whose role is too low, or has ended', async () => {
    if (!allowedMembers) return;
    const ids = await sharedRecords();
    const before = await storedRows();
    for (const member of MEMBERS.filter((one) => !allowedMembers.includes(one))) {
      const { status, body } = await send(members[member], ids);
      const body403 = { message: 'Your role in this apiary does not allow this', error_code: 'ROLE_TOO_LOW' };
      expect({ member, status, body }).toMatchObject(byNumber ? { status: notFound } : { status: 403, body: body403 });
    }
    const { status, body } = await send(members.expired, ids);
    const missing = await send(bea, missingIds);
    expect({ status, body }).toEqual({ status: missing.status, body: missing.body });
    expect(await storedRows()).toEqual(before);
  });

  it(audience === 'admin' ? 'as an administrator' : 'as the owner', async () => {
    if (audience === 'secret') return;
    const allowed = audience === 'admin' ? admin : ownerFor(audience, scope);
    const { status } = await send(
      await accountFor(allowed, name),
      await idsFor(audience, () => recordsToWrite(name, request)),
    );
    expect(status).toBe(routes.find((r) => `${r.method} ${r.path}` === name)!.status);
  });
}

/** What members read who neither own nor manage the apiary. */
function withoutInvitations(name: string, data: Json): object {
  if (name === 'Apiary.invitations') return { apiary: { invitations: null } };
  if (name !== 'Apiary.changeLog') return data;
  const all: { kind: string }[] = data.apiary.changeLog.nodes;
  const nodes = all.filter(({ kind }) => kind !== 'APIARY_INVITATION');
  expect(nodes.length).toBe(all.length - 1);
  return { apiary: { changeLog: { nodes } } };
}

function testNestedField(name: string, operation: FeatureCases['nested'][string]): void {
  it('has the same value for the owner and for every member, and none for others', async () => {
    const ids = await sharedRecords();
    const expected = (await owner.graphql(operation(ids))).data;
    expect(Object.values(expected)[0] ?? null).not.toBeNull();
    for (const member of MEMBERS) {
      const { data } = await members[member].graphql(operation(ids));
      // A webhook and an import belong to their account alone.
      if (name === 'Webhook.deliveries' || name === 'FileImport.rows') expect(data).toEqual({ node: null });
      // A declaration is the keeper's.
      else if (name === 'AnnualDeclaration.apiaries') expect(data).toEqual({ annualDeclaration: null });
      else expect(data).toEqual(member === 'manager' ? expected : withoutInvitations(name, expected));
    }
    expect((await app.anyone.graphql(operation(ids))).errors).toMatchObject([{ message: 'No token found' }]);
    const missing = await bea.graphql(operation(missingIds));
    for (const other of [bea, admin, members.expired]) {
      const { data, errors } = await other.graphql(operation(ids));
      expect({ data, errors }).toEqual({ data: missing.data, errors: missing.errors });
    }
  });
}
