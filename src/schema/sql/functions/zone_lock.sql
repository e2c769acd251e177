-- The key of the advisory lock of an account's zones; null: those for every account.
create or replace function zone_lock(owner uuid) returns bigint language sql immutable parallel safe as $$
select hashtextextended('zones ' || coalesce(owner::text, ''), 0)
$$;
