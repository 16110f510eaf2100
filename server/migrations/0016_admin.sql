-- What admins did, for good: who, what, to whom, why, from where, before and after (security B7).
create table audit_log (
  id bigint generated always as identity primary key,
  actor_id uuid references accounts,
  actor text not null,
  address text,
  action text not null,
  subject_kind text not null check (subject_kind in ('user', 'game', 'contact', 'order', 'store')),
  subject_id uuid,
  subject text not null,
  reason text,
  before jsonb,
  after jsonb,
  created_at timestamptz not null default now()
);
create index audit_log_subject on audit_log (subject_id, id desc);
create index audit_log_actor on audit_log (actor_id, id desc);
create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function is_append_only();
create trigger audit_log_never_emptied before truncate on audit_log
  for each statement execute function is_append_only();

-- The lists of users: by age, by name, and by part of a name, an address or an id.
create index accounts_newest on accounts (created_at desc, id desc);
create index accounts_by_name on accounts (lower(username), id);
create index accounts_search on accounts
  using gin ((' ' || username || ' ' || email || ' ' || coalesce(display_name, '') || ' ' || id::text) gin_trgm_ops);
create index accounts_asking on accounts (developer_requested_at) where developer_requested_at is not null;

-- Why a game was taken down; what is illegal is not handed out any more, not even to its owners.
alter table games
  add column suspended_reason text,
  add column is_illegal boolean not null default false,
  add check (not is_illegal or suspended_at is not null);
create index games_taken_down on games (suspended_at desc, id) where suspended_at is not null;

alter table contact_messages
  add column answered_at timestamptz,
  add column answered_by uuid references accounts;
create index contact_messages_open on contact_messages (id desc) where answered_at is null;

-- As before, but without what is illegal.
create or replace view owned_files as
  select owned.account_id, owned.game_id, file.id as file_id, owned.file_id is null as through_base
  from grants as owned
  join games on games.id = owned.game_id and not games.is_illegal
  join game_files as file on file.game_id = owned.game_id and file.kind = 'file'
  left join orders on orders.id = owned.order_id
  where file.id = owned.file_id
    or owned.file_id is null
      and (file.custom_price_cents is null and file.withdrawn_at is null
        or file.left_base_at > coalesce(orders.created_at, owned.created_at));
