-- The name that an account signs reviews with where it is neither "Owner" nor its username. It stands among all names, so that
-- no two are alike; there without an account, as it is replaced by its own rules and links to nothing.
alter table names
  alter column account_id drop not null,
  -- Since when nobody has it: a code that nobody can read takes its place, until others may take it.
  add column given_up_at timestamptz,
  add check (given_up_at is null or account_id is null);
create index names_given_up on names (given_up_at) where given_up_at is not null;

create table pen_names (
  account_id uuid primary key references accounts on delete cascade,
  name text not null,
  folded text not null unique references names,
  chosen_at timestamptz not null default now(),
  -- The decision that took it away: reviews are signed "Owner" while it stands.
  removed_by uuid references moderation_decisions
);
create index pen_names_removed on pen_names (removed_by) where removed_by is not null;

create or replace function review_name(name_kind text, account_id uuid) returns text language sql stable as $$
  select case name_kind
    when 'username' then (select username from accounts where id = review_name.account_id)
    when 'pen_name' then (
      select name from pen_names where pen_names.account_id = review_name.account_id and removed_by is null)
  end
$$;

insert into own_tables (name) values ('pen_names');
