import { installJobSchema } from '../job-schema.js';
import { OnlineMigration } from '../online-migration.js';

/** The tables of the job runner. The plans of its library are transactions of their own. */
export class Migration20261124201000 extends OnlineMigration {
  override async up(): Promise<void> {
    await installJobSchema((text) => this.execute(text) as Promise<{ version: number }[]>);
  }
}
