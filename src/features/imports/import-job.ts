import * as z from 'zod';
import type { JobType } from '../../jobs/job-kind.js';

/** Goes on with an import, if it still has the revision. */
export const IMPORTS: JobType<{ import: string; revision: number }> = {
  name: 'imports',
  payload: z.object({ import: z.uuid(), revision: z.int() }),
};
