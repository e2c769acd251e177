-- An address that its account has left is nobody else's while the change can be undone (docs/accounts.md). After the row, so that the check follows
-- a wait for the unique index: the transaction that was waited for may have left the address.
create or replace function refuse_reserved_email() returns trigger language plpgsql as $$
begin
  if exists (select 1 from email_changes
      where old_email = new.email and undo_hash is not null and undo_until > now() and user_id <> new.id) then
    raise unique_violation using message = 'the address can still be restored', constraint = 'users_email_unique', table = 'users';
  end if;
  return null;
end
$$;

create or replace trigger emails_reserved after insert or update of email on users
  for each row execute function refuse_reserved_email();
