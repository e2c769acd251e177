import { OnlineMigration } from '../online-migration.js';

/**
 * Two harvests of a lot can change at once: one is for sale again, the other is not any more. Each request saw the other harvest as it was
 * before, and the lot could be for sale afterwards. Now the lots are locked first: who comes second sees what the first has left.
 */
export class Migration20261122231500 extends OnlineMigration {
  override async up(): Promise<void> {
    await this.alter(...FOLLOW);
    await this.execute(CORRECTION);
  }
}

const CHANGE = `update lots l set destination = case l.destination when 'FOR_SALE' then 'NOT_FOR_SALE' else 'FOR_SALE' end, updated_at = now()`;
const IS_WRONG = `not l.reserved and (l.destination = 'NOT_FOR_SALE') <> exists (
  select 1 from lot_harvests c join harvests h on h.id = c.harvest_id where c.lot_id = l.id and h.destination = 'NOT_FOR_SALE')`;

const FOLLOW = [
  // For the statement, not for each row: so the lots of all its harvests are locked in the order of their ids.
  `create or replace function follow_harvests() returns trigger language plpgsql as $$
   declare
     harvest_ids uuid[];
     touched uuid[];
   begin
     harvest_ids := array(select h.id from changed h join before b on b.id = h.id where b.destination <> h.destination);
     if cardinality(harvest_ids) = 0 then
       return null;
     end if;
     touched := array(select l.id from lots l where l.id in (select lot_id from lot_harvests where harvest_id = any(harvest_ids))
       order by l.id for no key update);
     ${CHANGE} where l.id = any(touched) and ${IS_WRONG};
     return null;
   end $$`,
  'drop trigger if exists destination_followed on harvests',
  `create or replace trigger destinations_followed after update on harvests referencing old table as before new table as changed
     for each statement execute function follow_harvests()`,
  'drop function if exists follow_harvest()',
];

/** Few rows, if any. */
const CORRECTION = `${CHANGE} where ${IS_WRONG}`;
