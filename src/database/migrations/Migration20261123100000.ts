import { OnlineMigration } from '../online-migration.js';

/**
 * A lot that outlives its apiary is sent again by the feed of changes (ADR 0027), but its packs were not: a client that had deleted them with
 * the apiary, or had not read them before, missed them. The previous version ignores the new entries.
 */
export class Migration20261123100000 extends OnlineMigration {
  override async up(): Promise<void> {
    await this.alter(
      `create or replace function show_packs() returns trigger language plpgsql as $$
       begin
         ${selectPacks('l.id = new.id')};
         return null;
       end $$`,
      `create or replace trigger packs_shown after update of apiary_id on lots
         for each row when (old.apiary_id is distinct from new.apiary_id) execute function show_packs()`,
    );
    // Entries that are written twice make clients read the packs twice.
    await this.execute(selectPacks('l.apiary_id is null'));
  }
}

const SOURCE = `nullif(current_setting('beekeeping.actor', true), '')::uuid, nullif(current_setting('beekeeping.request', true), '')`;

const selectPacks = (where: string): string => `
  insert into changes (owner_id, apiary_id, entity, row_id, action, version, actor_id, request_id, notable)
  select l.owner_id, l.apiary_id, 'LotPackShown', k.id, 'UPDATED', k.version, ${SOURCE}, false
  from lots l join lot_packs k on k.lot_id = l.id
  where ${where} and exists (select 1 from users where id = l.owner_id)`;
