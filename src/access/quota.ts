// Refuses records to accounts that hold more than the quota. What they hold is measured in the background, and known with the session.
import { runStatement } from '../database/pool.js';
import { type UnitOfWorkRequest, unitOfWork } from '../database/unit-of-work.js';
import { AppError } from '../errors.js';
import { createMessage } from '../messages/message.js';

/** In bytes. */
export interface QuotaExcess {
  bytes: number;
  quota: number;
}

const MB = 1024 ** 2;
/** One decimal place above the quota, so that the two figures differ. */
const roundUp = (bytes: number): number => Math.ceil((bytes / MB) * 10) / 10;

export const quotaExceeded = ({ bytes, quota }: QuotaExcess): AppError =>
  new AppError(
    'FORBIDDEN',
    createMessage(
      'Your account holds {used} MB, more than its quota of {quota} MB: you can read, export and delete, but not record anything',
      { used: roundUp(bytes), quota: quota / MB },
    ),
    { reason: 'QUOTA_EXCEEDED' },
  );

const FULL_OWNER_CHANGED = `
  select 1 from changes
  where xid = pg_current_xact_id_if_assigned() and owner_id = any($1) and action in ('CREATED', 'UPDATED') limit 1`;

type MemberRequest = UnitOfWorkRequest & Parameters<typeof runStatement>[0] & { viewer: { fullOwners: string[] } };

/**
 * Runs a mutation of an account that may record in apiaries of others. It is rolled back if it has recorded something for an owner above the quota.
 * @throws FORBIDDEN (QUOTA_EXCEEDED)
 */
export async function withinQuotaOfOwners<T>(context: MemberRequest, work: () => Promise<T>): Promise<T> {
  const { fullOwners } = context.viewer;
  if (fullOwners.length === 0) return work();
  return unitOfWork(context, async () => {
    const result = await work();
    const recorded = await runStatement<object>(context, { text: FULL_OWNER_CHANGED, values: [fullOwners] });
    if (recorded.length === 0) return result;
    const message = 'The owner of the apiary holds more than the quota: nothing can be recorded there';
    throw new AppError('FORBIDDEN', message, { reason: 'QUOTA_EXCEEDED' });
  });
}
