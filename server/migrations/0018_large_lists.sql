-- The days of a game lie side by side in its key's index with all they hold, so that a year is read from a few pages.
alter table game_days drop constraint game_days_pkey,
  add primary key (game_id, day) include (checkouts, orders, revenue_cents, fee_cents, platform_cents, developer_cents, downloads);
alter table file_days drop constraint file_days_pkey, add primary key (file_id, day) include (downloads);
alter table page_views drop constraint page_views_pkey, add primary key (game_id, day) include (views);
alter table page_referrers drop constraint page_referrers_pkey, add primary key (game_id, day, host) include (views);
-- What the nightly comparison reads, a day at a time.
create index game_days_of_day on game_days (day);

-- The lists of users: by role, which also counts them, and those who are locked out.
create index accounts_by_role on accounts (role);
create index accounts_suspended on accounts (created_at desc, id desc) where suspended_at is not null;

-- The orders of a whole address. `orders_paid_newest` does what `orders_paid` did.
create index orders_of_email on orders (email, created_at desc);
drop index orders_paid;

-- What admins did: a part of a word, one kind of deed, a day.
create index audit_log_search on audit_log using gin ((actor || ' ' || subject || ' ' || coalesce(reason, '')) gin_trgm_ops);
create index audit_log_action on audit_log (action, id desc);
create index audit_log_time on audit_log (created_at);

-- A part of a word among what was written to the store.
create index contact_messages_search on contact_messages
  using gin ((email || ' ' || subject || ' ' || message) gin_trgm_ops);

-- A transaction that counts more than once counts into one part of the store's day: parts at random could meet those of
-- another transaction in the other order, and each would wait for the other.
do $$
declare counting regprocedure;
begin
  foreach counting in array array['count_checkouts()', 'count_sales()', 'count_downloads()']::regprocedure[] loop
    execute replace(pg_get_functiondef(counting), 'floor(random() * 16)', 'pg_backend_pid() % 16');
  end loop;
end $$;
