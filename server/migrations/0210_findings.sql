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
