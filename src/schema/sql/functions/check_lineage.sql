-- No queen descends from herself: those who change the mothers of an account's queens wait for each other.
create or replace function check_lineage() returns trigger language plpgsql as $$
declare
  ancestor uuid := new.mother_id;
begin
  perform pg_advisory_xact_lock(hashtextextended('queens ' || new.owner_id, 0));
  while ancestor is not null loop
    if ancestor = new.id then
      raise exception 'a queen does not descend from herself'
        using errcode = 'check_violation', constraint = 'queens_lineage_check';
    end if;
    select mother_id into ancestor from queens where id = ancestor;
  end loop;
  return new;
end
$$;

create or replace trigger parents_checked before insert or update of mother_id on queens
  for each row when (new.mother_id is not null) execute function check_lineage();
