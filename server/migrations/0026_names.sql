-- Who holds which name, folded as contract/names.ts does: usernames, and display names of developers and admins. A name
-- that two held before belongs to the older account; the other one keeps it.
create table names (
  folded text primary key,
  account_id uuid not null references accounts on delete cascade
);
create index names_account on names (account_id);

-- Whoever inserts an account claims its names, as far as they are free; the sign-up refuses when another holds one. Usernames
-- are ASCII; a display name is claimed anew by its full folding when it changes.
create function fold_ascii_name(name text) returns text language sql immutable as $$
  select replace(replace(translate(lower(regexp_replace(name, '[[:space:][:punct:]]', '', 'g')), '01i', 'oll'), 'rn', 'm'), 'vv', 'w')
$$;
create function claim_names() returns trigger language plpgsql as $$
begin
  insert into names (folded, account_id) values (fold_ascii_name(new.username), new.id) on conflict do nothing;
  if new.role <> 'player' and new.display_name is not null then
    insert into names (folded, account_id) values (fold_ascii_name(new.display_name), new.id) on conflict do nothing;
  end if;
  return null;
end $$;
create trigger accounts_claim_names after insert on accounts for each row execute function claim_names();

insert into names (folded, account_id)
  select fold_ascii_name(username), id from accounts order by created_at, id on conflict do nothing;
insert into names (folded, account_id)
  select fold_ascii_name(display_name), id from accounts
  where role <> 'player' and fold_ascii_name(coalesce(display_name, '')) <> '' order by created_at, id
  on conflict do nothing;
