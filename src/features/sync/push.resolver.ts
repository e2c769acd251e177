import { type GraphQLResolveInfo, GraphQLScalarType } from 'graphql';
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
import { MAX_OPERATIONS, push, type SyncOperation as SentOperation, SyncStatus } from './push.js';

const ResponseError = new GraphQLScalarType({
  name: 'ResponseError',
  description: 'An error as it stands in `errors` of a response: an object with `message` and `extensions`.',
});

/** sync-operations.ts adds a field for each mutation. */
@InputType({
  description: 'An operation of a client that was offline: a key, and exactly one mutation with its arguments.',
})
class SyncOperation {
  @Field(() => String, {
    description:
      'Its Idempotency-Key, 1–255 visible ASCII characters: made when the operation is stored on the device, and kept until it is answered. The mutation alone, with this key as its header, is another request (IDEMPOTENCY_KEY_REUSED): what was sent by `push` is sent again by `push`.',
  })
  key!: string;
}

@ObjectType({ simpleResolvers: true, description: 'What became of an operation of a push.' })
class SyncResult {
  @Field(() => String, { description: 'The key of the operation.' })
  key!: string;

  @Field(() => SyncStatus, { description: 'Whether it was executed.' })
  status!: SyncStatus;

  @Field(() => [ID], {
    description: 'The ids of the records that the mutation returns, in its order; none if it was refused.',
  })
  ids!: string[];

  @Field(() => ResponseError, {
    nullable: true,
    description: 'Why it was refused, as the mutation alone would have said it; null if it was executed.',
  })
  error!: object | null;
}

/** The key of the request would cover all operations; each has one of its own. */
const OwnKeys = (): MethodDecorator => Extensions({ ownKeys: true }) as MethodDecorator;

/** As they were sent: type-graphql would leave out the fields that it does not know. */
const Sent = () => createParameterDecorator<Context>(({ args }) => args.operations);

@Resolver()
export class PushResolver {
  @AllowOverQuota()
  @Mutation(() => [SyncResult], {
    description: `Executes up to ${MAX_OPERATIONS} operations in their order, each in a transaction of its own: for clients that were offline. If the answer is lost, or the push fails with UNAVAILABLE, RATE_LIMITED or UNAUTHENTICATED, send it again unchanged. An operation that does not fit the schema refuses the whole push, and none is executed: \`fields\` names it (\`operations.3.…\`). Each operation counts as a request.`,
  })
  @ManualTransaction()
  @OwnKeys()
  push(
    @Arg('operations', () => [SyncOperation], { description: `The operations, at most ${MAX_OPERATIONS}.` })
    _known: SyncOperation[],
    @Sent() operations: SentOperation[],
    @Arg('atomic', () => Boolean, {
      nullable: true,
      defaultValue: false,
      description:
        'Whether all operations are executed in one transaction, or none: those that were not refused themselves then have the reason PUSH_ABORTED. So of several changes of one record, only the first needs an `expectedVersion`. More than about 5 seconds of work are refused (TRANSACTION_TOO_LONG).',
    })
    atomic: boolean | null,
    @Ctx() context: Context,
    @Info() { schema }: GraphQLResolveInfo,
  ): Promise<SyncResult[]> {
    return push(context, schema, operations, atomic ?? false);
  }
}
