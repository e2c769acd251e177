// Random histories of grants, changes, removals, transfers, moves and deletions by four accounts, through two services on one database. After
// every step, what each account reads and writes over both APIs is compared with a model of the rules. A service learns of the first
// membership of an account within a second; the end of a membership, and a lower role, are effective with the next request.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { until } from '../../process/service.js';
import { expectLogExact, rowsOfHive } from '../../support/change-log.js';
import { Client, type GraphqlAnswer, startTestApp, type TestApp } from '../../support/client.js';
import * as fc from '../../support/fast-check.js';
import { type ApiaryModel, type InvitationModel, MemberModel, type Outcome } from '../../support/member-model.js';
import {
  accept,
  changeRole,
  deleteAccount,
  invite,
  leave,
  type Role,
  removeMember,
  revoke,
  tokenOf,
  transfer,
  untilFor,
} from '../../support/members.js';
import { expectOwnersTrue } from '../../support/owners.js';
import { type Beekeeper, beekeeper, PASSWORD } from '../../support/world.js';

const ACCOUNTS = 4;
const MAX_APIARIES = 3;
const MAX_HIVES = 4;
const NEWEST_INVITATIONS = 6;

/** Rows whose log is divided between two accounts of which one has been deleted, of all histories: they share a database. */
const divided = new Set<string>();

let services: TestApp[];
beforeAll(async () => {
  const first = await startTestApp();
  services = [first, await startTestApp({}, first.database)];
});
afterAll(async () => {
  await services[1]!.close();
  await services[0]!.close();
});

const KINDS = [
  ...['apiary', 'hive', 'move', 'move', 'deleteApiary', 'deleteAccount'],
  ...['invite', 'invite', 'invite', 'invite', 'accept', 'accept', 'accept', 'accept', 'revoke'],
  ...['change', 'change', 'change', 'change', 'remove', 'remove', 'remove', 'leave', 'transfer', 'transfer'],
] as const;
/** `n` chooses among what there is. */
interface Step {
  kind: (typeof KINDS)[number];
  account: number;
  service: number;
  n: number[];
}
const steps = fc.array(
  fc.record<Step>({
    kind: fc.constantFrom(...KINDS),
    account: fc.nat(ACCOUNTS - 1),
    service: fc.nat(1),
    n: fc.array(fc.nat(1000), { minLength: 5, maxLength: 5 }),
  }),
  { minLength: 60, maxLength: 60 },
);
const GRANTED: Role[] = ['MANAGER', 'WORKER', 'VIEWER', 'INSPECTOR'];
const [MANAGER, WORKER] = [0, 1];
const pick = <T>(list: Iterable<T>, n: number): T | undefined => {
  const all = [...list];
  return all[n % all.length];
};
const outcomeOf = ({ errors = [] }: GraphqlAnswer<unknown>): Outcome => errors[0]?.extensions.code as Outcome;

class History {
  private readonly log: string[] = [];
  /** Rows that have been given to another account. */
  private readonly given = new Set<string>();

  constructor(
    private readonly people: Beekeeper[],
    private readonly model: MemberModel,
  ) {}

  static async start(): Promise<History> {
    const people = await Promise.all(Array.from({ length: ACCOUNTS }, () => beekeeper(services[0]!)));
    const history = new History(people, new MemberModel(new Set(people.keys())));
    const first = (kind: Step['kind'], account: number, ...n: number[]) =>
      history.run({ kind, account, service: 0, n });
    // Two apiaries; the first has two managers and a worker.
    for (const account of [0, 1]) await first('apiary', account, 0, 0, 0, 0, 1);
    await first('invite', 0, 0, 0, MANAGER, 1, 1);
    await first('invite', 0, 0, 0, WORKER, 0, 1);
    for (const [account, invitation] of [
      [1, 0],
      [2, 0],
      [3, 1],
    ] as const)
      await first('accept', account, invitation, 0, 0, 0, 1);
    await first('hive', 0, 0, 0, 0, 0, 1);
    return history;
  }

  private client(account: number, service: number): Client {
    return new Client(services[service]!.url, this.people[account]!.token);
  }

  async run(step: Step): Promise<void> {
    if (!this.model.accounts.has(step.account)) return;
    const isNew = [...this.model.accounts].filter((account) => !this.isMember(account));
    const outcome = await this.perform(step);
    if (outcome === 'skipped') return;
    const { expected, actual } = outcome;
    this.log.push(`${step.account} ${step.kind} at ${step.service}: ${expected ?? 'done'}`);
    expect({ history: this.log, outcome: actual }).toEqual({ history: this.log, outcome: expected });
    for (const account of isNew.filter((one) => this.isMember(one))) await this.awaitNews(account);
    await Promise.all([...this.model.accounts].map((account) => this.compare(account, step)));
  }

  private isMember(account: number): boolean {
    return [...this.model.apiaries.values()].some(({ members }) => members.has(account));
  }

  /** Until both services know that the account has a membership. */
  private async awaitNews(account: number): Promise<void> {
    const { id } = [...this.model.apiaries.values()].find(({ members }) => members.has(account))!;
    for (const service of services.keys())
      await until(
        async () =>
          (await this.client(account, service).graphql(`{ apiary(id: "${id}") { id } }`)).errors === undefined,
      );
  }

  private async perform(step: Step): Promise<{ expected: Outcome; actual: Outcome } | 'skipped'> {
    const { model } = this;
    const { kind, account, n } = step;
    const who = this.client(account, step.service);
    // Mostly what the account knows; otherwise nearly every response would be NOT_FOUND.
    const knows = n[4]! % 6 > 0;
    const seen = model.seenBy(account);
    const apiary = pick(knows && seen.length > 0 ? seen : model.apiaries.values(), n[0]!);
    const members = [...(apiary?.members.keys() ?? [])];
    const target = knows && members.length > 0 ? pick(members, n[1]!)! : n[1]! % ACCOUNTS;
    const role = pick(GRANTED, n[2]!)!;
    const userId = this.people[target]!.id;
    if (kind === 'apiary') return model.apiaries.size < MAX_APIARIES ? this.createApiary(who, account) : 'skipped';
    if (kind === 'deleteAccount') {
      // Some accounts stay until the end.
      if (model.accounts.size <= 2 || n[3]! % 4 > 0) return 'skipped';
      const isConfirmed = n[1]! % 2 === 0;
      const actual = outcomeOf(await deleteAccount(who, PASSWORD, isConfirmed));
      if (actual === undefined) for (const id of this.given) divided.add(id);
      return { expected: model.deleteAccount(account, isConfirmed), actual };
    }
    if (kind === 'accept' || kind === 'revoke') return this.acceptOrRevoke(who, step);
    if (!apiary) return 'skipped';
    const { id } = apiary;
    switch (kind) {
      case 'hive':
        return model.hives.size < MAX_HIVES ? this.createHive(who, account, apiary) : 'skipped';
      case 'move': {
        const hive = pick(model.hives.keys(), n[1]!);
        if (hive === undefined) return 'skipped';
        const move = `mutation { updateBeehive(input: { id: "${hive}", apiaryId: "${id}" }) { beehive { apiaryId } } }`;
        const isGift = model.apiaries.get(model.hives.get(hive)!)?.owner !== apiary.owner;
        const actual = outcomeOf(await who.graphql(move));
        if (isGift && actual === undefined)
          for (const row of await rowsOfHive(services[0]!.database, hive)) this.given.add(row);
        return { actual, expected: model.move(account, hive, id) };
      }
      case 'deleteApiary': {
        if (n[3]! % 3 > 0) return 'skipped';
        const { status } = await who.rest('DELETE', `/apiaries/${id}`);
        const actual = ({ 204: undefined, 403: 'FORBIDDEN', 404: 'NOT_FOUND' } as Record<number, Outcome>)[status];
        return { actual, expected: model.deleteApiary(account, id) };
      }
      case 'invite':
        return this.invite(who, step, id, role);
      case 'change':
        return {
          actual: outcomeOf(await changeRole(who, id, userId, role)),
          expected: model.change(account, id, target, role),
        };
      case 'remove':
        return { actual: outcomeOf(await removeMember(who, id, userId)), expected: model.remove(account, id, target) };
      case 'leave':
        return { actual: outcomeOf(await leave(who, id)), expected: model.leave(account, id) };
      default: {
        const keepsRole = n[3]! % 2 === 0;
        const actual = outcomeOf(await transfer(who, id, userId, keepsRole));
        return { actual, expected: model.transfer(account, id, target, keepsRole) };
      }
    }
  }

  private async createApiary(who: Client, owner: number): Promise<{ expected: Outcome; actual: Outcome }> {
    const { body } = await who.rest('POST', '/apiaries', { name: 'An apiary' });
    this.model.apiaries.set(body.id, { id: body.id, owner, members: new Map() });
    return { expected: undefined, actual: undefined };
  }

  private async createHive(who: Client, account: number, { id }: ApiaryModel) {
    const answer = await who.graphql(`mutation { createBeehive(input: { apiaryId: "${id}" }) { beehive { id } } }`);
    const expected = this.model.requires(account, id, 'MANAGER');
    if (!answer.errors) this.model.hives.set(answer.data.createBeehive.beehive.id, id);
    return { expected, actual: outcomeOf(answer) };
  }

  private async invite(who: Client, { account, n }: Step, apiaryId: string, role: Role) {
    const uses = 1 + (n[3]! % 3);
    const answer = await invite(who, { apiaryId, role, uses, memberUntil: untilFor(role) });
    const expected = this.model.invite(account, apiaryId, role);
    if (!answer.errors) {
      const { apiaryInvitation: invitation } = answer.data.inviteToApiary;
      const fresh: InvitationModel = {
        id: invitation.id,
        token: tokenOf(answer.data.inviteToApiary),
        apiary: apiaryId,
        role,
        usesLeft: uses,
        revoked: false,
        issuer: account,
        acceptedBy: new Set(),
      };
      this.model.invitations.push(fresh);
    }
    return { expected, actual: outcomeOf(answer) };
  }

  private async acceptOrRevoke(who: Client, { kind, account, n }: Step) {
    const { invitations } = this.model;
    const again = invitations.filter(({ acceptedBy }) => acceptedBy.has(account));
    const list = n[4]! % 3 === 0 && again.length > 0 ? again : invitations.slice(-NEWEST_INVITATIONS);
    const invitation = pick(list, n[0]!);
    if (!invitation) return 'skipped';
    return kind === 'accept'
      ? { actual: outcomeOf(await accept(who, invitation.token)), expected: this.model.accept(account, invitation) }
      : { actual: outcomeOf(await revoke(who, invitation.id)), expected: this.model.revoke(account, invitation) };
  }

  /** Compares what an account reads, through both services, and writes, through the one that did not perform the step. */
  private async compare(account: number, { service, n }: Step): Promise<void> {
    const expected = { history: this.log, account, seen: this.expectedFor(account) };
    for (const index of services.keys()) {
      const who = this.client(account, index);
      expect({ history: this.log, account, seen: await readAll(who) }).toEqual(expected);
    }
    const { model } = this;
    const who = this.client(account, 1 - service);
    const hive = pick(model.hives, n[3]!);
    if (!hive) return;
    const [id, apiary] = hive;
    const refusal = model.requires(account, apiary, 'WORKER');
    const status = { FORBIDDEN: 403, NOT_FOUND: 404 }[refusal as string] ?? 200;
    const written = [
      (await who.rest('GET', `/beehives/${id}`)).status,
      (await who.rest('PUT', `/beehives/${id}`, { observations: `by ${account}` })).status,
      outcomeOf(
        await who.graphql(
          `mutation { recordInspection(input: { beehiveId: "${id}", answers: [] }) { inspection { id } } }`,
        ),
      ),
    ];
    const read = model.roleOf(account, apiary) === undefined ? 404 : 200;
    expect({ history: this.log, account, written }).toEqual({
      history: this.log,
      account,
      written: [read, status, refusal],
    });
  }

  private expectedFor(account: number): object {
    const { model } = this;
    const idOf = (one: number): string => this.people[one]!.id;
    const seen = model.seenBy(account).map(({ id, owner, members }) => {
      const role = model.roleOf(account, id)!;
      const invitations = model.invitations.filter(
        (one) => one.apiary === id && !one.revoked && one.usesLeft > 0 && !model.governs(account, id, one.role),
      );
      return {
        id,
        viewerRole: role,
        owner: idOf(owner),
        members: [...members].map(([member, its]) => `${idOf(member)} ${its}`).sort(),
        invitations: role === 'OWNER' || role === 'MANAGER' ? invitations.map((one) => one.id).sort() : null,
        hives: [...model.hives].flatMap(([hive, place]) => (place === id ? [hive] : [])).sort(),
      };
    });
    const sorted = seen.sort((a, b) => (a.id < b.id ? -1 : 1));
    return {
      apiaries: sorted,
      rest: sorted.filter(({ viewerRole }) => viewerRole === 'OWNER').map(({ id }) => id),
      shared: sorted.map(({ id }) => id),
      hives: sorted.flatMap(({ hives }) => hives).sort(),
    };
  }

  /** What the log says of people and of hives that left, to each account; of a deleted account neither id nor name remains. */
  private async compareLog(account: number): Promise<void> {
    const { model } = this;
    const personOf = (one: number | undefined): string | null =>
      one !== undefined && model.accounts.has(one) ? this.people[one]!.id : null;
    for (const { id } of model.seenBy(account)) {
      const isManager = ['OWNER', 'MANAGER'].includes(model.roleOf(account, id)!);
      const expected = model.log
        .filter(({ apiary, kind }) => apiary === id && (isManager || kind !== 'APIARY_INVITATION'))
        .map(({ kind, action, actor, person, roles: [from = null, to = null] = [] }) =>
          JSON.stringify([kind, action, personOf(actor), personOf(person), from, to]),
        );
      const seen = await readLog(this.client(account, 0), id);
      expect({ history: this.log, account, log: seen }).toEqual({
        history: this.log,
        account,
        log: expected.sort(),
      });
    }
  }

  async end(): Promise<void> {
    const { database } = services[0]!;
    await expectOwnersTrue(database);
    await expectLogExact(database, divided);
    for (const account of this.model.accounts) await this.compareLog(account);
  }
}

const READ_LOG = `query ($id: ID!) { apiary(id: $id) { changeLog { nodes {
  kind action actor { userId } person { userId } changes { field from to } } } } }`;

interface Entry {
  kind: string;
  action: string;
  actor: { userId: string } | null;
  person: { userId: string } | null;
  changes: { field: string; from: string | null; to: string | null }[];
}
async function readLog(who: Client, id: string): Promise<string[]> {
  const { nodes }: { nodes: Entry[] } = (await who.ask(READ_LOG, { id })).apiary.changeLog;
  const ofPeople = nodes.filter(
    ({ kind, action, changes }) =>
      kind.startsWith('APIARY_') || action === 'MOVED_AWAY' || changes.some(({ field }) => field === 'userId'),
  );
  return ofPeople
    .map(({ kind, action, actor, person, changes }) => {
      const { from = null, to = null } = changes.find(({ field }) => field === 'role') ?? {};
      return JSON.stringify([kind, action, actor?.userId ?? null, person?.userId ?? null, from, to]);
    })
    .sort();
}

const READ = `{ beehives { nodes { id } } apiaries { nodes { id viewerRole owner { userId } members { nodes { user { userId } role } }
  invitations { nodes { id } } beehives { nodes { id } } } } }`;

interface Nodes {
  nodes: { id: string }[];
}
async function readAll(who: Client): Promise<object> {
  const { apiaries, beehives } = await who.ask(READ);
  const ids = (list: { id: string }[]): string[] => list.map(({ id }) => id).sort();
  const seen = apiaries.nodes.map(
    (apiary: {
      id: string;
      viewerRole: Role;
      owner: { userId: string };
      members: { nodes: { user: { userId: string }; role: Role }[] };
      invitations: Nodes | null;
      beehives: Nodes;
    }) => ({
      id: apiary.id,
      viewerRole: apiary.viewerRole,
      owner: apiary.owner.userId,
      members: apiary.members.nodes.map(({ user, role }) => `${user.userId} ${role}`).sort(),
      invitations: apiary.invitations && ids(apiary.invitations.nodes),
      hives: ids(apiary.beehives.nodes),
    }),
  );
  return {
    apiaries: seen.sort((a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)),
    rest: ids((await who.rest('GET', '/apiaries')).body),
    shared: ids((await who.rest('GET', '/apiaries?shared=true')).body),
    hives: ids(beehives.nodes),
  };
}

it('every response and everything that the accounts see agrees with the model, after every step', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (history) => {
      const run = await History.start();
      for (const step of history) await run.run(step);
      await run.end();
    }),
    { numRuns: 4, endOnFailure: true },
  );
}, 240_000);
