import { Ctx, Field, Float, ObjectType, Query, Resolver } from 'type-graphql';
import { AllowUnverified } from '../../access/guard.js';
import type { Context } from '../../context.js';
import { runStatement } from '../../database/pool.js';
import { DateTime } from '../../shared/scalars.js';

@ObjectType({
  simpleResolvers: true,
  description: 'How much an account holds: the records in its apiaries, and the log of their changes.',
})
class AccountUsage {
  @Field(() => Float, { description: 'The bytes that they take in the database, without its indexes: a whole number.' })
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
  async myUsage(@Ctx() context: Context): Promise<AccountUsage> {
    const statement = { text: READ_USAGE, values: [context.viewer.id] };
    const [measured] = await runStatement<Omit<AccountUsage, 'quotaBytes'>>(context, statement);
    return { ...(measured ?? { bytes: 0, rows: 0, measuredAt: null }), quotaBytes: context.sessions.quota ?? null };
  }
}
