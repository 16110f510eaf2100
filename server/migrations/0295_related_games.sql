-- Which games stand beside a game, the closest first, worked out anew each night: by who owns both, or by tags. It says nothing
-- of anybody: two games have five owners in common at least, and their number is not kept.
create table related_games (
  game_id uuid not null references games on delete cascade,
  kind text not null check (kind in ('owners', 'tags')),
  other_ids uuid[] not null,
  scores float8[] not null,
  primary key (game_id, kind),
  check (cardinality(other_ids) > 0 and cardinality(scores) = cardinality(other_ids))
);

-- Consents about suggestions: that a library counts for the games of others, and that it has suggestions of its own. As with
-- `news_consents` each row stays when its consent is withdrawn, until the account is deleted.
create table suggestion_consents (
  id bigint generated always as identity primary key,
  account_id uuid not null references accounts on delete cascade,
  purpose text not null check (purpose in ('counted', 'suggested')),
  -- Which sentence stood beside the switch: `contract/suggestions/suggestion-rules.ts`.
  text_version integer not null,
  given_at timestamptz not null default now(),
  given_through text not null,
  withdrawn_at timestamptz,
  withdrawn_through text,
  check (num_nulls(withdrawn_at, withdrawn_through) in (0, 2))
);
create unique index suggestion_consents_one_open on suggestion_consents (account_id, purpose) where withdrawn_at is null;
create index suggestion_consents_of on suggestion_consents (account_id);

-- Who was asked about them in the library and closed the question.
create table suggestion_questions (
  account_id uuid primary key references accounts on delete cascade,
  text_version integer not null,
  closed_at timestamptz not null default now()
);
insert into own_tables (name) values ('suggestion_consents'), ('suggestion_questions');
