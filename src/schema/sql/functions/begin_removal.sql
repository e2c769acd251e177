-- An account ends in a short transaction; maintenance/removals.ts deletes its rows afterwards (ADR 0038). Others lose their access to its
-- apiaries at once, whoever deletes the account, SQL included. The apiaries are locked in one order, so that two deletions cannot deadlock.
create or replace function begin_removal() returns trigger language plpgsql as $$
begin
  insert into removals (owner_id) values (old.id);
  perform 1 from apiaries where owner_id = old.id order by id for no key update;
  delete from apiary_members where apiary_id in (select id from apiaries where owner_id = old.id);
  return null;
end
$$;

create or replace trigger removal_begun after delete on users
  for each row execute function begin_removal();
