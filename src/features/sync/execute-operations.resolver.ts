import type { GraphQLResolveInfo } from 'graphql';
import {
  Arg,
  Ctx,
  createParameterDecorator,
  Extensions,
  Field,
  ID,
  Info,
  InputType,
  Mutation,
  ObjectType,
  Resolver,
} from 'type-graphql';
import { AllowOverQuota, ManualTransaction } from '../../access/guard.js';
import type { Context } from '../../context.js';
import { ExactlyOne } from '../../graphql/one-of.js';
import {
  executeOperations,
  MAX_OPERATIONS,
  type SyncOperation as SentOperation,
  SyncStatus,
} from './execute-operations.commands.js';
import { OperationError } from './operation-error.types.js';

/** sync-operations.ts adds a field for each mutation, of which one must be given. */
@ExactlyOne()
@InputType({ description: 'A mutation with its input.' })
class SyncMutation {}

@InputType({ description: 'An operation of a client that was offline.' })
class SyncOperation {
  @Field(() => String, {
    description: 'Its Idempotency-Key, 1–255 visible ASCII characters, kept until the operation is answered.',
  })
  key!: string;

  @Field(() => SyncMutation, { description: 'The mutation.' })
  mutation!: SyncMutation;
}

@InputType({ description: 'What a client did while it was offline.' })
class ExecuteOperationsInput {
  @Field(() => [SyncOperation], { description: `The operations, at most ${MAX_OPERATIONS}.` })
  operations!: SyncOperation[];

  @Field(() => Boolean, {
    nullable: true,
    defaultValue: false,
    description:
      'Whether all operations are executed in one transaction, or none (OPERATIONS_ABORTED, TRANSACTION_TOO_LONG).',
  })
  atomic?: boolean | null;
}

@ObjectType({ simpleResolvers: true, description: 'What became of an operation.' })
class SyncResult {
  @Field(() => String, { description: 'The key of the operation.' })
  key!: string;

  @Field(() => SyncStatus, { description: 'Whether it was executed.' })
  status!: SyncStatus;

  @Field(() => [ID], {
    description: 'The ids of the records that the mutation returns, in its order; none if it was refused.',
  })
  ids!: string[];

  @Field(() => OperationError, {
    nullable: true,
    description: 'Why it was refused, as the mutation alone would have said it; null if it was executed.',
  })
  error!: OperationError | null;
}

@ObjectType({ simpleResolvers: true, description: 'The result of operations.' })
class ExecuteOperationsPayload {
  @Field(() => [SyncResult], { description: 'What became of each operation, in their order.' })
  results!: SyncResult[];
}

/** The key of the request would cover all operations; each has one of its own. */
const OwnKeys = (): MethodDecorator => Extensions({ ownKeys: true }) as MethodDecorator;

/** As they were sent: type-graphql would leave out the fields that it does not know. */
const Sent = () => createParameterDecorator<Context>(({ args }) => (args.input as ExecuteOperationsInput).operations);

@Resolver()
export class ExecuteOperationsResolver {
  @AllowOverQuota()
  @Mutation(() => ExecuteOperationsPayload, {
    description: `Executes up to ${MAX_OPERATIONS} operations in their order, each in a transaction of its own and counted as a request. If the answer is lost, send it again unchanged. An operation that does not fit the schema refuses all: \`fields\` names it (\`operations.3.…\`).`,
  })
  @ManualTransaction()
  @OwnKeys()
  async executeOperations(
    @Arg('input', () => ExecuteOperationsInput) { atomic }: ExecuteOperationsInput,
    @Sent() operations: SentOperation[],
    @Ctx() context: Context,
    @Info() { schema }: GraphQLResolveInfo,
  ): Promise<ExecuteOperationsPayload> {
    return { results: await executeOperations(context, schema, operations, atomic ?? false) };
  }
}
