import { Field, Int, ObjectType } from 'type-graphql';
import type { Context } from '../../context.js';
import { BigInteger, DateTime } from '../../shared/scalars.js';
import { Session } from './session.entity.js';
import { User } from './user.entity.js';

@ObjectType({
  simpleResolvers: true,
  description: 'How much an account holds: the records in its apiaries, and the log of their changes.',
})
export class AccountUsage {
  @Field(() => BigInteger, { description: 'The bytes that they take.' })
  bytes!: number;

  @Field(() => Int, { description: 'Their number.' })
  rowsCount!: number;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When they were measured: some minutes after each change. Null if that has not happened yet.',
  })
  measuredAt!: Date | null;

  @Field(() => BigInteger, {
    nullable: true,
    description: 'The bytes that an account may hold (QUOTA_EXCEEDED); null without a limit.',
  })
  quotaBytes!: number | null;
}

interface UsageRow extends Omit<AccountUsage, 'quotaBytes'> {
  parent: string;
}

/** @param accountId of an account whose usage the viewer may read */
export async function loadUsage(context: Context, accountId: string): Promise<AccountUsage> {
  const measured = context.loaders.readModel<UsageRow>(
    User,
    ({ parents }) =>
      `select user_id as parent, bytes::float8 as bytes, row_count::int as "rowsCount", measured_at as "measuredAt"
        from account_usage where user_id = any(${parents})`,
    { table: context.table(User), ownership: {} },
  );
  const [row] = await measured.load(accountId);
  return { ...(row ?? { bytes: 0, rowsCount: 0, measuredAt: null }), quotaBytes: context.sessions.quota ?? null };
}

interface LastUse {
  parent: string;
  lastSeenAt: Date;
  lastLoginAt: Date;
}

/** @param accountId of an account that the viewer may read @returns undefined if all its sessions have been deleted */
export async function loadLastUse(context: Context, accountId: string): Promise<LastUse | undefined> {
  const uses = context.loaders.readModel<LastUse>(
    Session,
    ({ table, parents }) =>
      `select user_id as parent, max(last_seen_at) as "lastSeenAt", max(created_at) as "lastLoginAt"
        from ${table} where user_id = any(${parents}) group by user_id`,
    { table: context.table(Session), ownership: {} },
  );
  return (await uses.load(accountId))[0];
}
