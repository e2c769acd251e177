import { OnlineMigration } from '../online-migration.js';

/**
 * An archive also has packs that were voided: restored as they are, they fill nothing. The previous version inserts no pack that is voided
 * already, so it works with it and without it.
 */
export class Migration20261128110000 extends OnlineMigration {
  override async up(): Promise<void> {
    await this.alter(
      `create or replace trigger packed_grams_counted after insert on lot_packs
       for each row when (new.voided_at is null) execute function count_packed_grams()`,
    );
  }
}
