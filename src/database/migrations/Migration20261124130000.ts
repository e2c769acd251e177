import { OnlineMigration } from '../online-migration.js';

/** Options of questions with the text `null` were stored as the value null: they could not be read. */
export class Migration20261124130000 extends OnlineMigration {
  override async up(): Promise<void> {
    for (const table of ['questions', 'answers'])
      await this.execute(
        `update ${table} set options = array_replace(options, null, 'null') where array_position(options, null) is not null`,
      );
  }
}
