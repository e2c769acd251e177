-- Values of the log are cut: it says what has changed, and is no second copy of every text. In SQL, it would cost ten times as much.
create or replace function log_value(v jsonb) returns jsonb language plpgsql immutable as $$
begin
  return case when length(v #>> '{}') > 200 then to_jsonb(left(v #>> '{}', 199) || '…') else v end;
end
$$;
