import { OnlineMigration } from '../online-migration.js';

/**
 * A record that gets another owner leaves its apiary, its item and its movement behind, unless they go along (ADR 0023): the members of
 * an apiary must not see it when its hive is gone, and the next owner of the apiary must not get it.
 */
export class Migration20261122150000 extends OnlineMigration {
  override async up(): Promise<void> {
    await this.alter(...LEAVE, ...PASS_ON);
    for (const correction of CORRECTIONS) await this.execute(correction);
  }
}

/**
 * Whether an apiary belongs to the new owner of the record, or is about to: a transfer (features/members/pass-on.ts) passes the records on
 * before the apiary in which their hives stand.
 */
const GOES_ALONG = `(a.owner_id = new.owner_id or a.id = transferred)`;

const LEAVE = [
  `create or replace function leave_references() returns trigger language plpgsql as $$
   declare
     transferred uuid;
   begin
     if current_setting('beekeeping.transfers_to', true) = new.owner_id::text then
       transferred := coalesce((select b.apiary_id from beehives b where b.id = new.beehive_id), new.apiary_id);
     end if;
     new.apiary_id := (select a.id from apiaries a where a.id = new.apiary_id and ${GOES_ALONG});
     if tg_table_name = 'treatments' then
       new.item_id := (select i.id from inventory_items i join apiaries a on a.id = i.apiary_id where i.id = new.item_id and ${GOES_ALONG});
       new.movement_id := (select m.id from stock_movements m where m.id = new.movement_id and m.item_id = new.item_id);
     end if;
     return new;
   end $$`,
  ...['treatments', 'mite_counts'].map(
    (table) => `create or replace trigger references_left before update of owner_id on ${table}
       for each row when (old.owner_id <> new.owner_id) execute function leave_references()`,
  ),
  // A member may take their own product for the hive of another account. The previous version keeps the reference.
  `create or replace trigger references_owned before insert on treatments
     for each row when (new.item_id is not null) execute function leave_references()`,
];

/** The triggers of hives, which pass the owner on to records, may run later. */
const STAYS = 'coalesce((select b.owner_id from beehives b where b.id = t.beehive_id), t.owner_id) <> new.owner_id';

/** What stays with the previous owner leaves the apiary: records of hives that were moved away, and those that used its stock. */
const PASS_ON = [
  `create or replace function pass_on_owner_of_treatments() returns trigger language plpgsql as $$
   begin
     if tg_table_name = 'apiaries' then
       update treatments set owner_id = new.owner_id
       where apiary_id = new.id and beehive_id is null and owner_id = old.owner_id;
       update treatments t set apiary_id = null where apiary_id = new.id and ${STAYS};
       update treatments t set item_id = null, movement_id = null
       where item_id in (select id from inventory_items where apiary_id = new.id) and ${STAYS};
       update mite_counts t set apiary_id = null where apiary_id = new.id and ${STAYS};
     elsif tg_table_name = 'beehives' then
       update treatments set owner_id = new.owner_id where beehive_id = new.id and owner_id <> new.owner_id;
       update mite_counts set owner_id = new.owner_id where beehive_id = new.id and owner_id <> new.owner_id;
     else
       update treatment_follow_ups set owner_id = new.owner_id where treatment_id = new.id and owner_id <> new.owner_id;
     end if;
     return null;
   end $$`,
];

/** Few rows, if any: those of hives that were given away, and those of deleted accounts. */
const CORRECTIONS = [
  `update treatments t set apiary_id = null from apiaries a where a.id = t.apiary_id and a.owner_id <> t.owner_id`,
  `update treatments t set item_id = null, movement_id = null
     from inventory_items i where i.id = t.item_id and i.owner_id <> t.owner_id`,
  `update mite_counts c set apiary_id = null from apiaries a where a.id = c.apiary_id and a.owner_id <> c.owner_id`,
];
