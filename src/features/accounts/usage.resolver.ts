import { Arg, Ctx, Field, Float, ID, ObjectType, Query, Resolver } from 'type-graphql';
import { AllowUnverified, Requires } from '../../access/guard.js';
import { Permission } from '../../access/permissions.js';
import type { Context } from '../../context.js';
import { runStatement } from '../../database/pool.js';
import { DateTime } from '../../shared/scalars.js';
import { User } from './user.entity.js';

@ObjectType({
  simpleResolvers: true,
  description: 'How much an account holds: the records in its apiaries, and the log of their changes.',
})
class AccountUsage {
  @Field(() => Float, { description: 'The bytes that they take: a whole number.' })
  bytes!: number;

  @Field(() => Float, { description: 'Their number, a whole number.' })
  rows!: number;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When they were measured: some minutes after each change. Null if that has not happened yet.',
  })
  measuredAt!: Date | null;

  @Field(() => Float, {
    nullable: true,
    description: 'The bytes that an account may hold (QUOTA_EXCEEDED); null without a limit.',
  })
  quotaBytes!: number | null;
}

const READ_USAGE = `select bytes::float8 as bytes, row_count::float8 as rows, measured_at as "measuredAt"
  from account_usage where user_id = $1`;

@Resolver()
export class UsageResolver {
  @AllowUnverified()
  @Query(() => AccountUsage, { description: 'How much the current account holds.' })
  myUsage(@Ctx() context: Context): Promise<AccountUsage> {
    return readUsage(context, context.viewer.id);
  }

  @Requires(Permission.USERS_READ)
  @Query(() => AccountUsage, {
    nullable: true,
    description: 'How much an account holds. Requires the permission `USERS_READ`.',
  })
  async userUsage(
    @Arg('userId', () => ID, { description: 'The id of the account.' }) userId: string,
    @Ctx() context: Context,
  ): Promise<AccountUsage> {
    const { id } = await context.unscoped.one(User, userId, ['id']);
    return readUsage(context, id);
  }
}

async function readUsage(context: Context, userId: string): Promise<AccountUsage> {
  const statement = { text: READ_USAGE, values: [userId] };
  const [measured] = await runStatement<Omit<AccountUsage, 'quotaBytes'>>(context, statement);
  return { ...(measured ?? { bytes: 0, rows: 0, measuredAt: null }), quotaBytes: context.sessions.quota ?? null };
}
