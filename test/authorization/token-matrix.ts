// The lines of a feature with personal access tokens of the owner: each scope, one that is limited to another apiary, one that has expired, and
// one that was revoked.
import { beforeAll, expect, it } from '@jest/globals';
import type { Client } from '../support/client.js';
import { withToken } from '../support/tokens.js';
import {
  admin,
  app,
  idsFor,
  members,
  missingIds,
  owner,
  recordsOf,
  sharedRecords,
  storedRows,
} from './authorization.fixture.js';
import { type Audience, membersOf, type RecordIds } from './case.js';

const SCOPES = ['READ', 'RECORD', 'MANAGE'] as const;
type Scope = (typeof SCOPES)[number];
type TokenName = Scope | 'LIMITED' | 'EXPIRED' | 'REVOKED';

let tokens: Record<TokenName, Client>;
let tokenOfAdministrator: Client;
let tokenOfManager: Client;

export function createTokens(): void {
  beforeAll(async () => {
    const apiaryIds = [await owner.apiary()];
    const created = {
      READ: { scope: 'READ' },
      RECORD: { scope: 'RECORD' },
      MANAGE: { scope: 'MANAGE' },
      LIMITED: { scope: 'MANAGE', apiaryIds },
      EXPIRED: { scope: 'MANAGE', expiresAt: '2026-01-01' },
      REVOKED: { scope: 'MANAGE', revokedAt: '2026-01-01' },
    } as const;
    const entries = Object.entries(created).map(
      async ([name, given]) => [name, await withToken(app, owner, given)] as const,
    );
    tokens = Object.fromEntries(await Promise.all(entries)) as typeof tokens;
    tokenOfAdministrator = await withToken(app, admin, { scope: 'MANAGE' });
    tokenOfManager = await withToken(app, members.manager, { scope: 'RECORD' });
  });
}

/** What a client sees of an answer, over either API. */
export interface Seen {
  code: string | undefined;
  reason: string | undefined;
  scope?: string | undefined;
  /** All of it. */
  answer: unknown;
}
export type Send = (who: Client, ids: RecordIds) => Promise<Seen>;

const ALWAYS_SESSION: Audience[] = ['self', 'admin', 'invited', 'member'];

/** The scope that a token needs; undefined if there is none. */
export function scopeOf(name: string, audience: Audience, needs?: 'session'): Scope | undefined {
  if (needs === 'session' || ALWAYS_SESSION.includes(audience)) return undefined;
  if (audience === 'reader' || /logout/i.test(name) || /^(Query|Subscription|get)\b/.test(name)) return 'READ';
  return audience === 'worker' || name === 'Mutation.executeOperations' ? 'RECORD' : 'MANAGE';
}

/** A line: who may, the request with ids, and the scope that tokens need; undefined if it needs a session. */
type Line = [audience: Audience, request: (ids: RecordIds) => unknown, scope: Scope | undefined];
export function testWithTokens(name: string, [audience, request, scope]: Line, send: Send): void {
  if (audience === 'anyone' || audience === 'secret') return;

  it(scope ? `as a personal access token: ${scope}` : 'no personal access token may', async () => {
    const ids = await idsFor(audience, sharedRecords);
    const before = await storedRows();
    for (const token of [tokens.EXPIRED, tokens.REVOKED])
      expect(await send(token, ids)).toMatchObject({ code: 'UNAUTHENTICATED', reason: 'TOKEN_INVALID' });
    if (!scope) {
      for (const token of [tokens.MANAGE, tokens.LIMITED, tokenOfAdministrator])
        expect(await send(token, ids)).toMatchObject({ code: 'FORBIDDEN', reason: 'SESSION_REQUIRED' });
    } else {
      for (const lower of SCOPES.slice(0, SCOPES.indexOf(scope)))
        expect(await send(tokens[lower], ids)).toMatchObject({ code: 'FORBIDDEN', reason: 'SCOPE_MISSING', scope });
      if (membersOf(audience)) {
        const { answer } = await send(tokens.MANAGE, missingIds);
        expect((await send(tokens.LIMITED, ids)).answer).toEqual(answer);
      }
      if (scope === 'READ') expect(await send(tokens.READ, ids)).toMatchObject({ code: undefined });
    }
    // A subscription is tried by a change of the owner.
    if (!name.startsWith('Subscription.')) expect(await storedRows()).toEqual(before);
  });

  // Workers' and managers' lines are tried with tokens where matrix.ts tries who may.
  if (scope && scope !== 'READ' && (audience === 'viewer' || audience === 'owner'))
    it('with a token of this scope', async () => {
      expect(await send(tokens[scope], await idsFor(audience, () => recordsOf(request)))).toMatchObject({
        code: undefined,
      });
    });
}

/** Who sends what managers may: the owner with a token, if tokens may. */
export const ownerFor = (audience: Audience, scope: Scope | undefined): Client =>
  audience === 'manager' && scope ? tokens.MANAGE : owner;
/** Who sends what workers may, besides workers: a manager with a token that allows no more. */
export const managerFor = (audience: Audience, scope: Scope | undefined): Client =>
  audience === 'worker' && scope === 'RECORD' ? tokenOfManager : members.manager;
