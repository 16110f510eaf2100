-- The tables whose rows are deleted with their account; a later one joins in its own migration. The database deletes them, and
-- not the store, because the version before knows no table that came after it and may delete an account while it still runs.
create table own_tables (name text primary key);
insert into own_tables (name) values
  ('account_blocks'),
  ('account_limits'),
  ('authenticator_setups'),
  ('authenticators'),
  ('basket_items'),
  ('digests'),
  ('download_links'),
  ('email_changes'),
  ('email_codes'),
  ('follows'),
  ('grants'),
  ('hidden_games'),
  ('mail_bounces'),
  ('muted_games'),
  ('news_consents'),
  ('notice_preferences'),
  ('notices'),
  ('owned_versions'),
  ('passkeys'),
  ('password_resets'),
  ('pending_logins'),
  ('private_feeds'),
  ('recovery_codes'),
  ('remembered_devices'),
  ('second_factor_removals'),
  ('security_events'),
  ('sell_requests'),
  ('sessions'),
  ('skipped_releases'),
  ('told_owners'),
  ('wishlist');

create function delete_own_rows() returns trigger language plpgsql as $$
declare
  own_table text;
begin
  for own_table in select name from own_tables order by name loop
    execute format('delete from %I where account_id = $1', own_table) using new.id;
  end loop;
  return null;
end $$;
create trigger delete_own_rows after update of deleted_at on accounts
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function delete_own_rows();

-- What earlier deletions left.
do $$
declare
  own_table text;
begin
  for own_table in select name from own_tables order by name loop
    execute format('delete from %I as own using accounts where accounts.id = own.account_id and accounts.deleted_at is not null', own_table);
  end loop;
end $$;
