-- Accounts and sessions (requirements 3.8)

create table accounts (
  id uuid primary key,
  username text not null,
  email text not null,
  password_hash text not null,
  role text not null default 'player' check (role in ('player', 'developer', 'admin')),
  verified_at timestamptz,
  suspended_at timestamptz,
  developer_requested_at timestamptz,
  display_name text,
  bio text,
  website text,
  twitter text,
  patreon text,
  wallet text,
  avatar_url text,
  notify_purchases boolean not null default true,
  notify_updates boolean not null default false,
  created_at timestamptz not null default now(),
  check (email = lower(email))
);
create unique index accounts_username_key on accounts (lower(username));
create unique index accounts_email_key on accounts (email);
create index accounts_unverified on accounts (created_at) where verified_at is null;

create table email_codes (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  code_hash bytea not null,
  tries integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index email_codes_newest on email_codes (account_id, created_at desc);

create table password_resets (
  token_hash bytea primary key,
  account_id uuid not null references accounts on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_resets_account on password_resets (account_id);

create table sessions (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  user_agent text not null default '',
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  ends_at timestamptz not null,
  revoked_at timestamptz
);
create index sessions_account on sessions (account_id);

create table refresh_tokens (
  token_hash bytea primary key,
  session_id uuid not null references sessions on delete cascade,
  created_at timestamptz not null default now(),
  rotated_at timestamptz
);
create index refresh_tokens_session on refresh_tokens (session_id);

-- Catalogue (requirements 4.10). Pictures are {url, width, height, blur}.

create table games (
  id uuid primary key,
  developer_id uuid not null references accounts,
  slug text not null unique,
  title text not null,
  description text not null,
  project_type text not null check (project_type in ('Game', 'Mod', 'Asset', 'Tool', 'Other')),
  stage text not null check (stage in ('Unreleased', 'In Development', 'Released', 'No Longer Updated')),
  category text not null check (category in ('SFW', 'NSFW')),
  tags text[] not null,
  price_cents integer not null check (price_cents between 0 and 100000),
  is_free boolean not null,
  status text not null check (status in ('draft', 'published')),
  suspended_at timestamptz,
  theme jsonb not null,
  card jsonb,
  cover jsonb,
  screenshots jsonb not null default '[]',
  page_bg jsonb,
  buy_button jsonb,
  demo_button jsonb,
  devices text[] not null default '{}',
  sales integer not null default 0,
  revenue_cents bigint not null default 0,
  search_text text not null default '',
  search tsvector generated always as (to_tsvector('simple', search_text)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  published_at timestamptz,
  check (is_free = (price_cents = 0)),
  check (status = 'draft' or published_at is not null)
);
-- What visitors may see; each index serves one sort of the games list.
create index games_newest on games (published_at desc, id desc) where status = 'published' and suspended_at is null;
create index games_popular on games (sales desc, id desc) where status = 'published' and suspended_at is null;
create index games_price on games (price_cents, id) where status = 'published' and suspended_at is null;
create index games_title on games (lower(title), id) where status = 'published' and suspended_at is null;
create index games_developer on games (developer_id, created_at desc);
create index games_search on games using gin (search);
create index games_tags on games using gin (tags);

-- The home page's sections, kept beside the games so that the newest four of a section are one index scan.
create table game_sections (
  section text not null,
  published_at timestamptz not null,
  game_id uuid not null references games on delete cascade,
  primary key (section, published_at, game_id)
);
create index game_sections_game on game_sections (game_id);

create table game_files (
  id uuid primary key,
  game_id uuid not null references games on delete cascade,
  kind text not null check (kind in ('file', 'demo')),
  name text not null,
  device text not null,
  custom_price_cents integer check (custom_price_cents between 1 and 100000),
  position integer not null,
  size_bytes bigint not null,
  sha256 bytea,
  storage_key text not null unique,
  created_at timestamptz not null default now(),
  withdrawn_at timestamptz
);
create index game_files_game on game_files (game_id, position);
create unique index game_files_one_demo on game_files (game_id) where kind = 'demo' and withdrawn_at is null;

create table uploads (
  temp_key text primary key,
  account_id uuid not null references accounts on delete cascade,
  name text not null,
  content_type text not null,
  size_bytes bigint,
  storage_key text not null unique,
  created_at timestamptz not null default now(),
  taken_at timestamptz
);
create index uploads_waiting on uploads (created_at) where taken_at is null;
create index uploads_account on uploads (account_id, created_at);

-- Orders and money (requirements 6.3)

create table orders (
  id uuid primary key,
  account_id uuid not null references accounts,
  email text not null,
  game_id uuid not null references games,
  game_title text not null,
  mode text not null check (mode in ('base', 'extra')),
  goods_key text not null,
  price_cents integer not null check (price_cents > 0),
  currency text not null default 'USD' check (currency = 'USD'),
  status text not null default 'CREATED'
    check (status in ('CREATED', 'WAITING', 'PENDING', 'PAID', 'EXPIRED', 'CANCELLED', 'FAILED')),
  flags text[] not null default '{}',
  provider_status text,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  paid_at timestamptz,
  next_check_at timestamptz,
  invoicing_until timestamptz, -- one process at a time asks the provider for this order's invoice
  check ((status = 'PAID') = (paid_at is not null))
);
create unique index orders_one_open on orders (account_id, goods_key) where status in ('CREATED', 'WAITING', 'PENDING');
create index orders_of_account on orders (account_id, created_at desc);
create index orders_newest on orders (created_at desc);
create index orders_due on orders (next_check_at) where next_check_at is not null;
create index orders_paid on orders (paid_at) where status = 'PAID';
create index orders_of_game on orders (game_id, paid_at) where status = 'PAID';

create table order_items (
  order_id uuid not null references orders on delete cascade,
  position integer not null,
  kind text not null check (kind in ('base', 'extra')),
  file_id uuid references game_files,
  title text not null,
  price_cents integer not null check (price_cents >= 0),
  primary key (order_id, position),
  check ((kind = 'extra') = (file_id is not null))
);

create table invoices (
  id uuid primary key,
  order_id uuid not null references orders on delete cascade,
  provider text not null,
  provider_invoice_id text not null,
  url text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  unique (provider, provider_invoice_id)
);
create index invoices_order on invoices (order_id, created_at desc);

create table provider_payments (
  provider text not null,
  provider_payment_id text not null,
  order_id uuid not null references orders on delete cascade,
  coin text,
  amount_cents integer not null,
  confirmed boolean not null,
  transaction_id text,
  first_seen_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (provider, provider_payment_id)
);
create index provider_payments_order on provider_payments (order_id);

create table provider_messages (
  provider text not null,
  message_key text not null,
  body bytea not null,
  order_id uuid,
  received_at timestamptz not null default now(),
  primary key (provider, message_key)
);

create table order_events (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders on delete cascade,
  kind text not null,
  detail jsonb not null default '{}',
  created_at timestamptz not null default clock_timestamp()
);
create index order_events_order on order_events (order_id, id);

create table payment_cases (
  order_id uuid not null references orders on delete cascade,
  kind text not null check (kind in ('paid_twice', 'overpaid', 'mismatch')),
  detail jsonb not null default '{}',
  created_at timestamptz not null default now(),
  resolved_at timestamptz,
  primary key (order_id, kind)
);

create table grants (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  game_id uuid not null references games,
  file_id uuid references game_files,
  order_id uuid references orders,
  created_at timestamptz not null default now()
);
create unique index grants_base on grants (account_id, game_id) where file_id is null;
create unique index grants_extra on grants (account_id, file_id) where file_id is not null;
create index grants_of_account on grants (account_id, created_at desc);
create index grants_order on grants (order_id) where order_id is not null;

-- Double entry: the lines of an order sum to zero and never change.
create table ledger_entries (
  order_id uuid not null references orders,
  line text not null,
  account text not null,
  developer_id uuid references accounts,
  amount_cents integer not null,
  created_at timestamptz not null default now(),
  primary key (order_id, line)
);
create index ledger_entries_developer on ledger_entries (developer_id, created_at) where developer_id is not null;

create function ledger_is_balanced() returns trigger language plpgsql as $$
begin
  if (select sum(amount_cents) from ledger_entries where order_id = new.order_id) <> 0 then
    raise exception 'ledger entries of order % do not balance', new.order_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger ledger_balance after insert on ledger_entries
  deferrable initially deferred for each row execute function ledger_is_balanced();

create function is_append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'check_violation';
end $$;
create trigger ledger_append_only before update or delete on ledger_entries
  for each row execute function is_append_only();
create trigger order_events_append_only before update or delete on order_events
  for each row execute function is_append_only();

create table downloads (
  id uuid primary key,
  account_id uuid references accounts on delete set null,
  game_id uuid not null references games on delete cascade,
  file_id uuid not null references game_files on delete cascade,
  created_at timestamptz not null default now()
);
create index downloads_game on downloads (game_id, created_at);
create index downloads_newest on downloads (created_at desc);

create table page_views (
  game_id uuid not null references games on delete cascade,
  day date not null,
  views integer not null,
  primary key (game_id, day)
);

-- The built-in payment provider keeps its own books; the store never reads them but over HTTP.
create table sandbox_invoices (
  id text primary key,
  order_id text not null,
  description text not null,
  amount_cents integer not null,
  currency text not null,
  status text not null default 'new',
  coin text,
  received_cents integer not null default 0,
  messages integer not null default 0,
  success_url text not null,
  cancel_url text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sandbox_invoices_order on sandbox_invoices (order_id);
