-- An archive is restored without the command that counts. The account is locked, so that two requests count the same rows.
create or replace function limit_keepers() returns trigger language plpgsql as $$
begin
  perform 1 from users where id = new.owner_id for no key update;
  if (select count(*) from keepers where owner_id = new.owner_id) >= 100 then
    raise exception 'the account has as many keepers as it can have' using errcode = 'check_violation';
  end if;
  return new;
end
$$;

create or replace trigger keepers_limited before insert on keepers
  for each row execute function limit_keepers();
