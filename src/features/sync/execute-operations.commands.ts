// Executes the operations of a client that was offline: each as the mutation that it names, once under its key.
import type { GraphQLSchema } from 'graphql';
import type { Context } from '../../context.js';
import { unitOfWork } from '../../database/unit-of-work.js';
import { AppError, asAppError, presentError } from '../../errors.js';
import { requireKey, runIdempotent } from '../../idempotency/idempotent-mutation.js';
import { createMessage } from '../../messages/message.js';
import { defineEnum, type EnumOf } from '../../shared/define-enum.js';
import { type OperationError, toOperationError } from './operation-error.types.js';
import { prepareMutation } from './sync-operations.rules.js';

export const MAX_OPERATIONS = 100;

export const SyncStatus = defineEnum('SyncStatus', 'What became of an operation.', {
  APPLIED: 'It was executed.',
  DUPLICATE: 'It had been executed before under this key, with the same ids.',
  CONFLICT:
    'It does not fit the records as they are now: `error` has the code CONFLICT and a reason. Read the changes, and decide.',
  REJECTED: 'It was refused: `error` says why.',
});
export type SyncStatus = EnumOf<typeof SyncStatus>;

/** The mutation is one member, with its input by its name. */
export interface SyncOperation {
  key: string;
  mutation: Record<string, unknown>;
}
export interface SyncResult {
  key: string;
  status: SyncStatus;
  ids: string[];
  error: OperationError | null;
}

/** Codes that say nothing of an operation: the whole push is sent again, and what has been applied is then a duplicate. */
const TRANSIENT = ['UNAVAILABLE', 'RATE_LIMITED', 'UNAUTHENTICATED'];

/** @throws BAD_USER_INPUT for too many operations */
export async function executeOperations(
  context: Context,
  schema: GraphQLSchema,
  operations: SyncOperation[],
  isAtomic: boolean,
): Promise<SyncResult[]> {
  requireOperations(operations);
  if (!isAtomic) return runAll(context, schema, operations);
  const results: SyncResult[] = [];
  try {
    await unitOfWork(context, async () => {
      results.push(...(await runAll(context, schema, operations, true)));
      if (results.some(isRefused)) throw new Aborted();
    });
    return results;
  } catch (error) {
    if (!(error instanceof Aborted)) throw error;
    // The last one was refused: the others were rolled back, or not tried.
    const refused = results.length - 1;
    return operations.map(({ key }, i) => (i === refused ? results[i]! : describeRefusal(context, key, aborted())));
  }
}

/** Thrown to roll back the unit of work. */
class Aborted extends Error {}
const aborted = (): AppError =>
  new AppError('CONFLICT', 'Another of the operations was refused', { reason: 'OPERATIONS_ABORTED' });

const isRefused = ({ error }: SyncResult): boolean => error !== null;

function requireOperations(operations: SyncOperation[]): void {
  if (operations.length > MAX_OPERATIONS) {
    const message = createMessage('must have at most {max} entries', { max: MAX_OPERATIONS });
    throw AppError.badInput([{ field: 'operations', message }]);
  }
}

/** @param stops whether the first refusal ends it */
async function runAll(
  context: Context,
  schema: GraphQLSchema,
  operations: SyncOperation[],
  stops = false,
): Promise<SyncResult[]> {
  const results: SyncResult[] = [];
  for (const [i, operation] of operations.entries()) {
    // Each further operation is checked and counted like a request of its own. A transaction is short: its session is not checked again, and
    // it does not wait for the work of others, who may wait for its locks.
    if (i > 0) await context.rateLimiter.count('requests', context.client.address);
    if (i > 0 && !stops) {
      await context.nextTurn();
      await context.sessions.viewer(context.client.token!);
    }
    results.push(await runOne(context, schema, operation));
    if (stops && results.some(isRefused)) break;
  }
  return results;
}

async function runOne(context: Context, schema: GraphQLSchema, operation: SyncOperation): Promise<SyncResult> {
  const { key } = operation;
  const [[name, input]] = Object.entries(operation.mutation) as [[string, unknown]];
  const mutation = prepareMutation(schema, name);
  let refusal: unknown;
  try {
    requireKey(key, 'key');
    const attempt = async () => {
      const outcome = await mutation.execute(context, input);
      if ('ids' in outcome) return { status: 200, body: JSON.stringify(outcome.ids), refused: false };
      refusal = outcome.error;
      return { status: 200, body: undefined, refused: true };
    };
    const { body, isReplay } = await runIdempotent(
      context,
      [mutation.access],
      ['executeOperations', name, input],
      attempt,
      key,
    );
    if (refusal === undefined)
      return { key, status: isReplay ? SyncStatus.DUPLICATE : SyncStatus.APPLIED, ids: JSON.parse(body!), error: null };
  } catch (error) {
    refusal = error;
  }
  return describeRefusal(context, key, refusal);
}

/** @throws the error, if another try of the same push can succeed */
function describeRefusal(context: Context, key: string, cause: unknown): SyncResult {
  const known = asAppError(cause);
  if (known && TRANSIENT.includes(known.code)) throw known;
  const status = known?.code === 'CONFLICT' ? SyncStatus.CONFLICT : SyncStatus.REJECTED;
  return { key, status, ids: [], error: toOperationError(presentError(cause, context.requestLog)) };
}
