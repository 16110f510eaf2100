-- Notices of rights holders (17 USC 512) and what came of them. One outlives its game: it points to no row of it.
create table copyright_notices (
  id uuid primary key,
  number bigint generated always as identity (start with 1001) unique,
  game_id uuid not null,
  title text not null,
  developer_id uuid not null references accounts,
  -- What it names: [{part, name, key}]. The key is a picture's address, a file's id, or a hash of the text.
  assets jsonb not null check (jsonb_array_length(assets) >= 1),
  fields jsonb not null,
  is_complete boolean not null,
  -- The admin who entered one that came by mail.
  entered_by uuid references accounts,
  sent_at timestamptz not null,
  due_at timestamptz not null,
  state text not null default 'received'
    check (state in ('received', 'returned', 'standing', 'countered', 'court', 'restored', 'withdrawn')),
  -- What the developer was told, word for word, or what the claimant was told to add.
  statement text,
  accepted_at timestamptz,
  decided_by uuid references accounts,
  counter jsonb,
  countered_at timestamptz,
  restore_at timestamptz,
  court_reference text,
  court_on date,
  ended_at timestamptz,
  check (accepted_at is null or is_complete),
  check ((accepted_at is not null) or state in ('received', 'returned', 'withdrawn')),
  check (accepted_at is null or decided_by is distinct from developer_id),
  check (num_nulls(counter, countered_at, restore_at) in (0, 3)),
  check (counter is not null or state not in ('countered', 'restored')),
  check (state <> 'court' or court_reference is not null and court_on is not null),
  check ((ended_at is not null) = (state in ('returned', 'restored', 'withdrawn')))
);
-- The same notice sent twice is one.
create unique index copyright_notices_once on copyright_notices (game_id, lower(fields->>'email'), md5(assets::text))
  where state = 'received';
create index copyright_notices_received on copyright_notices (due_at) where state = 'received';
create index copyright_notices_standing on copyright_notices (game_id) where state in ('standing', 'countered', 'court');
create index copyright_notices_countered on copyright_notices (restore_at) where state = 'countered';
create index copyright_notices_sent on copyright_notices (sent_at desc);
create index copyright_notices_developer on copyright_notices (developer_id);

-- One strike for each accepted notice. While a counter-notice runs it does not count; what was withdrawn or beaten is void.
create view copyright_strikes as
  select id as notice_id, number, developer_id, accepted_at as struck_at,
    case when state in ('restored', 'withdrawn') then ended_at end as voided_at
  from copyright_notices
  where accepted_at is not null and state <> 'countered';

-- Pictures and texts that standing notices took out of their games, for the day they come back.
create table paused_parts (
  id bigint generated always as identity primary key,
  game_id uuid not null references games on delete cascade,
  key text not null,
  slot text not null check (slot in ('card', 'cover', 'screenshot', 'text')),
  position int,
  picture jsonb,
  description text,
  check ((picture is null) = (slot = 'text') and (description is null) = (slot <> 'text'))
);
create index paused_parts_game on paused_parts (game_id);

-- Set while a standing notice names the file: nobody can download it, and it is not sold.
alter table game_files add column paused_at timestamptz;
create index game_files_paused on game_files (game_id) where paused_at is not null;
create or replace view built_files as
  select file.id, file.game_id, file.kind, file.device, file.custom_price_cents, file.position, file.withdrawn_at,
    build.name, build.size_bytes, build.storage_key, build.sha256, build.created_at as built_at, file.paused_at
  from game_files as file
  join file_builds as build on build.file_id = file.id and build.replaced_at is null;

-- A notice that names the whole game holds it as a report does.
alter table game_holds alter column case_id drop not null,
  add column notice_id uuid references copyright_notices,
  add check (num_nonnulls(case_id, notice_id) = 1);
create unique index game_holds_one_notice on game_holds (notice_id) where ended_at is null;
