// The rules of shared apiaries as a plain model: what each request of an account is answered, and what each account then may read and write.
import type { Role } from './members.js';

const ROLES: Role[] = ['OWNER', 'MANAGER', 'WORKER', 'VIEWER', 'INSPECTOR'];
const isBelow = (role: Role, other: Role): boolean => ROLES.indexOf(role) > ROLES.indexOf(other);

export interface ApiaryModel {
  id: string;
  owner: number;
  members: Map<number, Role>;
}
export interface InvitationModel {
  id: string;
  token: string;
  apiary: string;
  role: Role;
  usesLeft: number;
  revoked: boolean;
  issuer: number;
  acceptedBy: Set<number>;
}
/** The code of the response; undefined for a success. */
export type Outcome = 'NOT_FOUND' | 'FORBIDDEN' | 'CONFLICT' | 'BAD_USER_INPUT' | undefined;

/** An entry of the change log about people, or about a hive that left. */
export interface LogModel {
  apiary: string;
  kind: 'APIARY' | 'APIARY_MEMBER' | 'APIARY_INVITATION' | 'BEEHIVE';
  action: 'CREATED' | 'UPDATED' | 'DELETED' | 'MOVED_AWAY';
  actor: number;
  person?: number | undefined;
  /** The role before and after. */
  roles?: [Role | undefined, Role | undefined];
}

/** Accounts are numbers; a deleted account is not in `accounts`. */
export class MemberModel {
  readonly apiaries = new Map<string, ApiaryModel>();
  /** The apiary of each hive. */
  readonly hives = new Map<string, string>();
  readonly invitations: InvitationModel[] = [];
  readonly log: LogModel[] = [];

  constructor(readonly accounts: Set<number>) {}

  roleOf(account: number, apiary: string): Role | undefined {
    const { owner, members } = this.apiaries.get(apiary) ?? {};
    return owner === account ? 'OWNER' : members?.get(account);
  }

  /** The apiaries that an account sees. */
  seenBy(account: number): ApiaryModel[] {
    return [...this.apiaries.values()].filter(({ id }) => this.roleOf(account, id) !== undefined);
  }

  requires(account: number, apiary: string, least: Role): Outcome {
    const role = this.roleOf(account, apiary);
    if (role === undefined) return 'NOT_FOUND';
    return isBelow(role, least) ? 'FORBIDDEN' : undefined;
  }

  /** Whether somebody may do something with a role in the apiary. */
  governs(account: number, apiary: string, ...roles: Role[]): Outcome {
    const refusal = this.requires(account, apiary, 'MANAGER');
    if (refusal) return refusal;
    return roles.every((role) => isBelow(role, this.roleOf(account, apiary)!)) ? undefined : 'FORBIDDEN';
  }

  invite(account: number, apiary: string, role: Role): Outcome {
    const refusal = this.governs(account, apiary, role);
    if (!refusal)
      this.log.push({ apiary, kind: 'APIARY_INVITATION', action: 'CREATED', actor: account, roles: [undefined, role] });
    return refusal;
  }

  private setRevoked(actor: number, invitation: InvitationModel): void {
    const { apiary, revoked } = invitation;
    if (!revoked) this.log.push({ apiary, kind: 'APIARY_INVITATION', action: 'UPDATED', actor });
    invitation.revoked = true;
  }

  /** @param role undefined if the membership ends */
  private setRole(actor: number, apiary: string, person: number, role: Role | undefined): void {
    const { members } = this.apiaries.get(apiary)!;
    const present = members.get(person);
    if (role === undefined) members.delete(person);
    else members.set(person, role);
    if (present === role) return;
    const action = role === undefined ? 'DELETED' : present === undefined ? 'CREATED' : 'UPDATED';
    this.log.push({ apiary, kind: 'APIARY_MEMBER', action, actor, person, roles: [present, role] });
  }

  /** Only the owner and managers see invitations. */
  revoke(account: number, invitation: InvitationModel): Outcome {
    if (this.requires(account, invitation.apiary, 'MANAGER')) return 'NOT_FOUND';
    const refusal = this.governs(account, invitation.apiary, invitation.role);
    if (!refusal) this.setRevoked(account, invitation);
    return refusal;
  }

  accept(account: number, invitation: InvitationModel): Outcome {
    const { apiary, role, acceptedBy } = invitation;
    const present = this.roleOf(account, apiary);
    const hasAccepted = acceptedBy.has(account);
    if (!this.apiaries.has(apiary)) return 'BAD_USER_INPUT';
    if (hasAccepted) return present === undefined ? 'BAD_USER_INPUT' : undefined;
    if (invitation.revoked || invitation.usesLeft === 0) return 'BAD_USER_INPUT';
    // The invitations of a deleted account stay, and accept nobody.
    if (this.governs(invitation.issuer, apiary, role)) return 'BAD_USER_INPUT';
    acceptedBy.add(account);
    if (present !== undefined && !isBelow(present, role)) return undefined;
    invitation.usesLeft -= 1;
    this.setRole(account, apiary, account, role);
    return undefined;
  }

  /** Revokes the invitations that their issuer can no longer issue. */
  private revokeIssued(actor: number, issuer: number, apiary: string): void {
    for (const one of this.invitations)
      if (one.issuer === issuer && one.apiary === apiary && one.usesLeft > 0 && this.governs(issuer, apiary, one.role))
        this.setRevoked(actor, one);
  }

  /** Revokes the invitations that an account has accepted and that grant more than `role`. */
  private revokeAccepted(actor: number, account: number, apiary: string, role?: Role): void {
    for (const one of this.invitations)
      if (
        one.acceptedBy.has(account) &&
        one.apiary === apiary &&
        one.usesLeft > 0 &&
        (!role || isBelow(role, one.role))
      )
        this.setRevoked(actor, one);
  }

  change(account: number, apiary: string, target: number, role: Role): Outcome {
    const refusal = this.governs(account, apiary, role) ?? this.governsMember(account, apiary, target);
    if (refusal) return refusal;
    this.setRole(account, apiary, target, role);
    this.revokeIssued(account, target, apiary);
    this.revokeAccepted(account, target, apiary, role);
    return undefined;
  }

  remove(account: number, apiary: string, target: number): Outcome {
    const refusal = this.requires(account, apiary, 'MANAGER') ?? this.governsMember(account, apiary, target);
    if (refusal) return refusal;
    this.setRole(account, apiary, target, undefined);
    this.revokeIssued(account, target, apiary);
    this.revokeAccepted(account, target, apiary);
    return undefined;
  }

  private governsMember(account: number, apiary: string, target: number): Outcome {
    const present = this.apiaries.get(apiary)!.members.get(target);
    return present === undefined ? 'NOT_FOUND' : this.governs(account, apiary, present);
  }

  leave(account: number, apiary: string): Outcome {
    const role = this.roleOf(account, apiary);
    if (role === undefined || role === 'OWNER') return role === undefined ? 'NOT_FOUND' : 'CONFLICT';
    this.setRole(account, apiary, account, undefined);
    this.revokeIssued(account, account, apiary);
    return undefined;
  }

  transfer(account: number, apiary: string, target: number, keepsRole: boolean): Outcome {
    const refusal = this.requires(account, apiary, 'OWNER');
    if (refusal) return refusal;
    const place = this.apiaries.get(apiary)!;
    if (!place.members.delete(target)) return 'NOT_FOUND';
    place.owner = target;
    this.log.push({ apiary, kind: 'APIARY', action: 'UPDATED', actor: account, person: target });
    if (keepsRole) this.setRole(account, apiary, account, 'MANAGER');
    this.revokeIssued(account, account, apiary);
    return undefined;
  }

  /** A hive leaves an apiary as a deleted one does and enters one as a new one does; only its owner gives it to another owner. */
  move(account: number, hive: string, apiary: string): Outcome {
    const from = this.hives.get(hive)!;
    if (this.roleOf(account, from) === undefined) return 'NOT_FOUND';
    if (from === apiary) return this.requires(account, from, 'WORKER');
    const isGift = this.apiaries.get(apiary)?.owner !== this.apiaries.get(from)!.owner;
    const refusal =
      this.requires(account, apiary, 'MANAGER') ??
      this.requires(account, from, 'MANAGER') ??
      (isGift ? this.requires(account, from, 'OWNER') : undefined);
    if (!refusal) {
      this.hives.set(hive, apiary);
      this.log.push({ apiary: from, kind: 'BEEHIVE', action: 'MOVED_AWAY', actor: account });
    }
    return refusal;
  }

  deleteApiary(account: number, apiary: string): Outcome {
    const refusal = this.requires(account, apiary, 'OWNER');
    if (!refusal) this.forget(apiary);
    return refusal;
  }

  deleteAccount(account: number, isConfirmed: boolean): Outcome {
    const own = [...this.apiaries.values()].filter(({ owner }) => owner === account);
    if (!isConfirmed && own.some(({ members }) => members.size > 0)) return 'CONFLICT';
    for (const { id } of own) this.forget(id);
    for (const { id, members } of this.apiaries.values())
      if (members.has(account)) this.setRole(account, id, account, undefined);
    this.accounts.delete(account);
    return undefined;
  }

  private forget(apiary: string): void {
    this.apiaries.delete(apiary);
    for (const [hive, place] of this.hives) if (place === apiary) this.hives.delete(hive);
  }
}
