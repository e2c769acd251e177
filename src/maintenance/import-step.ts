// The job that goes on with an import (features/imports/imports.job.ts).
import * as z from 'zod';
import type { JobType } from '../jobs/job-kind.js';

const payload = z.object({ import: z.uuid(), revision: z.int() });
/** The id of an import, and its revision: a job of an earlier one does nothing. */
export type ImportStep = z.infer<typeof payload>;

export const IMPORTS: JobType<ImportStep> = { name: 'imports', payload };
