// The job that sends one message by web push (features/reminders/pushes.job.ts).
import * as z from 'zod';
import type { JobType } from '../jobs/job-kind.js';

const payload = z.object({ subscription: z.uuid(), total: z.number().int() });
/** The id of a subscription, and how many items the digest has. */
export type Push = z.infer<typeof payload>;

export const PUSH: JobType<Push> = { name: 'push', payload };
