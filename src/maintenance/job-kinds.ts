// Every kind of background job, a row each.
import * as z from 'zod';
import { defineKind, type JobKind } from '../jobs/job-kind.js';
import { MAIL, type Mails } from '../mail/mails.js';
import type { AccountUsage } from './account-usage.js';
import type { ExpiredRows } from './expired-rows.js';
import { IMPORTS, type ImportStep } from './import-step.js';
import type { KeptReadings } from './readings.js';
import { REMOVALS, type Removals } from './removals.js';
import { TRANSFERS, type Transfers } from './transfers.js';
import { PUSH, type Push } from './web-push.js';

export interface Workers {
  mails: Mails;
  expiredRows: ExpiredRows;
  accountUsage: AccountUsage;
  removals: Removals;
  readings: KeptReadings;
  transfers: Transfers;
  /** Those of features (features/reminders, features/accounts). */
  digests: { send(signal?: AbortSignal): Promise<unknown> };
  /** What JWT_SECRET_PREVIOUS has encrypted. */
  encrypted: { renew(signal?: AbortSignal): Promise<unknown> };
  pushes: { send(push: Push, signal: AbortSignal): Promise<unknown> };
  imports: { goOn(job: ImportStep, signal: AbortSignal): Promise<unknown>; giveUp(job: ImportStep): Promise<unknown> };
}

const EVERY_MINUTE = { cron: '* * * * *', payload: z.object({}), concurrency: 1 };
/** About one minute, two, four, up to eight hours: the last attempt is after about a day. */
const FOR_A_DAY = { attempts: 12, delaySeconds: 45, maxDelaySeconds: 8 * 3600 };
/** The same, up to an hour: the last attempt is after about two to five hours. */
const FOR_HOURS = { attempts: 9, delaySeconds: 45, maxDelaySeconds: 3600 };

export const createJobKinds = ({
  mails,
  expiredRows,
  accountUsage,
  removals,
  readings,
  transfers,
  digests,
  pushes,
  encrypted,
  imports,
}: Workers): JobKind[] => [
  defineKind({ ...MAIL, concurrency: 5, retry: FOR_A_DAY, handle: ({ mail }) => mails.send(mail) }),
  defineKind({ ...PUSH, concurrency: 10, retry: FOR_HOURS, handle: (push, signal) => pushes.send(push, signal) }),
  defineKind({
    ...{ ...IMPORTS, concurrency: 2, retry: FOR_A_DAY },
    // What a file makes grow may be what the process has died of.
    giveUp: (step) => imports.giveUp(step),
    handle: (step, signal) => imports.goOn(step, signal),
  }),
  { ...EVERY_MINUTE, name: 'expired-rows', handle: (_, signal) => expiredRows.remove(signal) },
  { ...EVERY_MINUTE, name: 'account-usage', handle: (_, signal) => accountUsage.measure(signal) },
  { ...EVERY_MINUTE, cron: '17 * * * *', name: 'readings', handle: (_, signal) => readings.keep(signal) },
  { ...EVERY_MINUTE, name: 'digests', handle: (_, signal) => digests.send(signal) },
  { ...EVERY_MINUTE, name: 'encrypted-secrets', handle: (_, signal) => encrypted.renew(signal) },
  { ...EVERY_MINUTE, ...REMOVALS, handle: (_, signal) => removals.remove(signal) },
  { ...EVERY_MINUTE, ...TRANSFERS, handle: (_, signal) => transfers.finish(signal) },
];
