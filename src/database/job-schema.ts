// The tables of pg-boss, which runs the jobs (ADR 0044). They are created and changed by our migrations only: the role of the service need not
// own them.
import { getConstructionPlans, getMigrationPlans } from 'pg-boss';
import library from 'pg-boss/package.json' with { type: 'json' };

export const JOB_SCHEMA = 'jobs';

/** Runs statements, and returns the rows of a single one. */
type Execute = (text: string) => Promise<{ version: number }[]>;

/**
 * Creates the tables, or brings them to the version of the installed library. A database that a newer library has migrated stays as it is, and
 * works: within a major version, the library only adds. Each version of pg-boss with another schema needs a migration that calls this.
 */
export async function installJobSchema(execute: Execute): Promise<void> {
  const [found] = await execute(`select 1 as version where to_regclass('${JOB_SCHEMA}.version') is not null`);
  if (!found) {
    await execute(getConstructionPlans(JOB_SCHEMA));
    return;
  }
  const [{ version }] = (await execute(`select version from ${JOB_SCHEMA}.version`)) as [{ version: number }];
  if (version < library.pgboss.schema) await execute(getMigrationPlans(JOB_SCHEMA, version));
}
