-- Consent to news, and the news that are sent to who gave it.
alter table accounts
  -- Ends the news of this account, for whoever has it, for good.
  add column unsubscribe_token text not null default replace(gen_random_uuid()::text, '-', '');
create unique index accounts_unsubscribe_token on accounts (unsubscribe_token);
create index accounts_news on accounts (id) where notify_updates;

create table news_consents (
  id bigint generated always as identity primary key,
  account_id uuid not null references accounts,
  purpose text not null default 'news' check (purpose = 'news'),
  -- Which text stood beside the tick: `contract/news-rules.ts`.
  text_version integer not null,
  given_at timestamptz not null default now(),
  -- The page; unknown for consents that are older than this table.
  given_through text,
  withdrawn_at timestamptz,
  withdrawn_through text,
  check (num_nulls(withdrawn_at, withdrawn_through) in (0, 2))
);
create unique index news_consents_one_open on news_consents (account_id) where withdrawn_at is null;
insert into news_consents (account_id, text_version, given_at)
  select id, 1, created_at from accounts where notify_updates;

create table news_issues (
  id uuid primary key,
  -- Of the file: the same one goes on where it stopped, and is never sent twice.
  file_hash bytea not null unique,
  subject text not null,
  started_at timestamptz not null default now(),
  -- The last account it was queued for.
  reached_id uuid,
  queued_count integer not null default 0,
  finished_at timestamptz
);
