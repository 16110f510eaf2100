-- An admin calls a report manifestly unfounded, and says why. An objection that is upheld takes the mark away.
alter table reports
  add column unfounded_at timestamptz,
  add column unfounded_by uuid references accounts,
  add column unfounded_reason text,
  add check (num_nulls(unfounded_at, unfounded_by, unfounded_reason) in (0, 3));

-- What many unfounded reports led to: a warning to whoever sent them, and after that a pause of 30 days.
create table reporter_measures (
  id uuid primary key,
  email text not null,
  kind text not null check (kind in ('warning', 'pause')),
  -- The unfounded reports that it is for; a pause ends when too few of them still count.
  report_ids uuid[] not null check (cardinality(report_ids) > 0),
  given_at timestamptz not null default now(),
  ends_at timestamptz check ((ends_at is null) = (kind = 'warning'))
);
create index reporter_measures_email on reporter_measures (lower(email), given_at desc);

-- When the developer of a game that waits for too long was told that we are late.
alter table game_reviews add column apologized_at timestamptz;
