// Shares apiaries through the API, as a client does.
import type { Client, GraphqlAnswer } from './client.js';
import type { Beekeeper } from './world.js';

export type Role = 'OWNER' | 'MANAGER' | 'WORKER' | 'VIEWER' | 'INSPECTOR';

const DAY_MS = 86_400_000;
export const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();
const IN_A_MONTH = inDays(30);
/** The date that the role requires; the same for every inspector. */
export const untilFor = (role: Role): string | undefined => (role === 'INSPECTOR' ? IN_A_MONTH : undefined);

const INVITE = `mutation ($input: InviteToApiaryInput!) { inviteToApiary(input: $input) {
  link apiaryInvitation { id apiary { id } role email expiresAt memberUntil usesLeft invitedBy { userId name } } } }`;
const ACCEPT = `mutation ($token: String!) {
  acceptInvitation(input: { token: $token }) { apiary { id name viewerRole owner { userId name } beehives { nodes { id } } } } }`;
const CHANGE = `mutation ($apiary: ID!, $user: ID!, $role: ApiaryRole!, $until: DateTime) {
  changeMemberRole(input: { apiaryId: $apiary, userId: $user, role: $role, memberUntil: $until }) { apiaryMember { role memberUntil user { userId name } } } }`;
const REMOVE =
  'mutation ($apiary: ID!, $user: ID!) { removeMember(input: { apiaryId: $apiary, userId: $user }) { deletedId } }';
const LEAVE = 'mutation ($apiary: ID!) { leaveApiary(input: { id: $apiary }) { apiaryId } }';
const REVOKE = 'mutation ($id: ID!) { revokeInvitation(input: { id: $id }) { deletedId } }';
const TRANSFER = `mutation ($apiary: ID!, $user: ID!, $keepRole: Boolean!) {
  transferApiary(input: { id: $apiary, userId: $user, keepRole: $keepRole }) { apiary { id viewerRole owner { userId } } } }`;
const DELETE_ACCOUNT = `mutation ($password: String!, $shared: Boolean!) {
  deleteMyAccount(input: { password: $password, deleteSharedApiaries: $shared }) { success } }`;

export const invite = (who: Client, input: object): Promise<GraphqlAnswer<{ inviteToApiary: Invited }>> =>
  who.graphql(INVITE, { input });
export const accept = (who: Client, token: string) => who.graphql(ACCEPT, { token });
export const changeRole = (who: Client, apiary: string, user: string, role: Role, until = untilFor(role)) =>
  who.graphql(CHANGE, { apiary, user, role, until });
export const removeMember = (who: Client, apiary: string, user: string) => who.graphql(REMOVE, { apiary, user });
export const leave = (who: Client, apiary: string) => who.graphql(LEAVE, { apiary });
export const revoke = (who: Client, id: string) => who.graphql(REVOKE, { id });
export const transfer = (who: Client, apiary: string, user: string, keepRole = true) =>
  who.graphql(TRANSFER, { apiary, user, keepRole });
export const deleteAccount = (who: Client, password: string, shared = false) =>
  who.graphql(DELETE_ACCOUNT, { password, shared });

export interface Invited {
  link: string;
  apiaryInvitation: {
    id: string;
    apiaryId: string;
    role: Role;
    email: string | null;
    expiresAt: string;
    memberUntil: string | null;
    usesLeft: number;
    invitedBy: { userId: string; name: string };
  };
}
export const tokenOf = ({ link }: Pick<Invited, 'link'>): string => link.split('/').at(-1)!;

/** Creates an invitation. @returns its token and its id */
export async function inviteTo(
  who: Client,
  apiaryId: string,
  role: Role,
  fields: object = {},
): Promise<{ token: string; id: string }> {
  const { data, errors } = await invite(who, { apiaryId, role, memberUntil: untilFor(role), ...fields });
  if (errors) throw new Error(errors[0]!.message);
  return { token: tokenOf(data.inviteToApiary), id: data.inviteToApiary.apiaryInvitation.id };
}

/** Makes an account a member of an apiary, by an invitation that it accepts. */
export async function share(owner: Client, apiary: string, member: Client, role: Role): Promise<void> {
  const { errors } = await accept(member, (await inviteTo(owner, apiary, role)).token);
  if (errors) throw new Error(errors[0]!.message);
}

/** The code and the reason of an error; undefined for a success. */
export const refusalOf = ({ errors }: GraphqlAnswer<unknown>): string | undefined =>
  errors?.map(({ extensions: { code, reason } }) => (reason ? `${code} ${reason}` : code)).join(', ');

export const ROLE_TOO_LOW = 'FORBIDDEN ROLE_TOO_LOW';
export const TOKEN_INVALID = 'BAD_USER_INPUT TOKEN_INVALID';

/** The roles of the members of an apiary by the ids of their accounts. */
export async function membersOf(who: Client, apiary: string): Promise<Record<string, Role>> {
  const { apiary: seen } = await who.ask(
    'query ($id: ID!) { apiary(id: $id) { members { nodes { user { userId } role } } } }',
    {
      id: apiary,
    },
  );
  return Object.fromEntries(
    seen.members.nodes.map(({ user, role }: { user: { userId: string }; role: Role }) => [user.userId, role]),
  );
}

/** Ends the access of an inspector, as time does. */
export const endAccess = (
  database: { sql: (text: string, values: unknown[]) => Promise<unknown> },
  { id }: Beekeeper,
): Promise<unknown> =>
  database.sql(
    `update apiary_members set member_until = now() - interval '1 second' where user_id = $1 and role = 'INSPECTOR'`,
    [id],
  );
