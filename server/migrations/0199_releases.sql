-- What a developer publishes after the first time: a label, notes, and builds of one or more files, live together.
create table releases (
  id uuid primary key,
  game_id uuid not null references games on delete cascade,
  label text not null,
  summary text not null default '',
  notes text not null default '',
  known_problems text not null default '',
  saves text not null default 'unknown' check (saves in ('all', 'from', 'none', 'unknown')),
  saves_from uuid references releases,
  -- The release whose builds a rollback brought back: it has the saves of that one.
  same_as uuid references releases,
  saves_note text not null default '',
  notify text not null default 'site' check (notify in ('silent', 'site', 'mail')),
  created_by uuid references accounts on delete set null,
  created_at timestamptz not null default now(),
  -- When it goes live by itself; null until it is scheduled.
  opens_at timestamptz,
  live_at timestamptz,
  notes_edited_at timestamptz,
  withdrawn_at timestamptz,
  withdrawn_reason text,
  check ((saves = 'from') = (saves_from is not null)),
  check (withdrawn_at is null or live_at is not null)
);
create unique index releases_label on releases (game_id, lower(label));
create index releases_live on releases (game_id, live_at desc, id desc) where live_at is not null;
create index releases_scheduled on releases (opens_at) where opens_at is not null and live_at is null;

create table release_builds (
  release_id uuid not null references releases on delete cascade,
  file_id uuid not null references game_files on delete cascade,
  build_id uuid not null references file_builds on delete cascade,
  primary key (release_id, file_id)
);
create index release_builds_of_build on release_builds (build_id);

-- A build of a draft is not live yet. What buyers get is the live one that no other replaced. A build that a rollback brings
-- back is live anew. `release_id` is the release that made it live last.
alter table file_builds
  add column live_at timestamptz default now(),
  add column release_id uuid references releases on delete set null;
