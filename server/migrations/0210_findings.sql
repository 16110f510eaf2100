-- What an archive holds, as the checks before publishing read it once after the hash; null until then.
alter table file_builds add column contents jsonb;

-- "It is meant so": a developer's word on a warning, about a build or, without one, about the page as it is then.
create table finding_acks (
  game_id uuid not null references games on delete cascade,
  build_id uuid references file_builds on delete cascade,
  finding text not null,
  place text not null,
  sentence text not null,
  account_id uuid not null references accounts on delete cascade,
  reason text check (char_length(reason) <= 2000),
  acknowledged_at timestamptz not null default now(),
  unique nulls not distinct (game_id, build_id, finding, place)
);
create index finding_acks_build on finding_acks (build_id);
create index finding_acks_account on finding_acks (account_id);

-- Whether the card and cover of a game are explicit, as its developer says. Another picture is another question.
create table explicit_cards (
  game_id uuid primary key references games on delete cascade,
  card text not null,
  cover text not null,
  is_explicit boolean not null,
  answered_at timestamptz not null default now()
);

-- For titles that read alike.
create index games_folded_title on games (fold(title));

-- What the malware scanner of the owner said of some bytes, wherever they are offered.
create table malware_scans (
  sha256 bytea primary key,
  -- away: it did not answer yet · too_large: larger than it takes
  state text not null check (state in ('clean', 'infected', 'away', 'too_large')),
  -- What it found.
  signature text check ((state = 'infected') = (signature is not null)),
  scanned_at timestamptz not null default now(),
  -- Since when an admin says that it is a false alarm.
  cleared_at timestamptz
);
create index malware_scans_infected on malware_scans (sha256) where state = 'infected' and cleared_at is null;

-- Whether bytes with this hash are known as malware: nobody may download them.
create function is_malware(bytea) returns boolean stable parallel safe language sql
  return exists (select from malware_scans where sha256 = $1 and state = 'infected' and cleared_at is null);

-- Links of games' pages that were looked up: at most one a host, and 200 a developer, in 24 hours.
create table link_checks (
  url text primary key check (length(url) <= 2000),
  host text not null,
  account_id uuid not null references accounts on delete cascade,
  found text not null check (found in ('alive', 'gone', 'unknown_name', 'unclear')),
  checked_at timestamptz not null
);
create index link_checks_host on link_checks (host, checked_at desc);
create index link_checks_account on link_checks (account_id, checked_at desc);
