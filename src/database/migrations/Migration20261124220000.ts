import { OnlineMigration } from '../online-migration.js';

/** The digests of accounts, and when each is due (ADR 0048). A mail can have an address at which its recipient ends such mails. */
export class Migration20261124220000 extends OnlineMigration {
  override async up(): Promise<void> {
    await this.alter(...DIGESTS);
    await this.alter(...FOLLOW_THE_ACCOUNT);
    await this.alter('alter table mails add column if not exists unsubscribe_url text null');
  }
}

const DIGESTS = [
  `create table if not exists "digests" ("id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null,
    "user_id" uuid not null, "frequency" text not null, "weekday" int not null default 1, "hour" int not null default 7, "kinds" text[] null,
    "only_assigned" boolean not null default false, "due_at" timestamptz(3) null, "sent_at" timestamptz(3) null, primary key ("id"),
    constraint "digests_user_unique" unique ("user_id"),
    constraint "digests_hour_check" check (hour >= 0 and hour <= 23), constraint "digests_weekday_check" check (weekday >= 1 and weekday <= 7),
    constraint "digests_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade)`,
  'create index if not exists "digests_due_index" on "digests" ("due_at", "id")',
  // The first time after a time, on a day of the zone that is later than that of the last mail. An hour that the clock skips is the next one; of
  // an hour that comes twice, it is one.
  `create or replace function digest_due(zone text, frequency text, weekday int, hour int, after timestamptz, sent timestamptz)
   returns timestamptz language sql stable as $$
     select min(due) from (
       select day, (day + make_interval(hours => hour)) at time zone zone as due
       from (select (after at time zone zone)::date + n as day from generate_series(0, 8) n) days) times
     where due > after and (sent is null or day > (sent at time zone zone)::date)
       and (frequency = 'DAILY' or frequency = 'WEEKLY' and extract(isodow from day) = weekday) $$`,
  `create or replace function schedule_digest() returns trigger language plpgsql as $$
   begin
     if tg_op = 'INSERT' or (new.frequency, new.weekday, new.hour) is distinct from (old.frequency, old.weekday, old.hour) then
       new.due_at := digest_due((select time_zone from users where id = new.user_id), new.frequency, new.weekday, new.hour,
         clock_timestamp(), new.sent_at);
     end if;
     return new;
   end $$`,
  `create or replace trigger digest_scheduled before insert or update of frequency, weekday, hour on digests
     for each row execute function schedule_digest()`,
];

/** What is due already is sent, and what follows is calculated then. */
const FOLLOW_THE_ACCOUNT = [
  `create or replace function reschedule_digest() returns trigger language plpgsql as $$
   begin
     update digests set due_at = digest_due(new.time_zone, frequency, weekday, hour, clock_timestamp(), sent_at)
     where user_id = new.id and due_at > clock_timestamp();
     return null;
   end $$`,
  `create or replace trigger digest_rescheduled after update of time_zone on users
     for each row when (old.time_zone is distinct from new.time_zone) execute function reschedule_digest()`,
];
