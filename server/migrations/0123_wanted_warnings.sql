-- Answers of a developer that take a warning of a public game back, or weaken it: the old one holds until an admin has looked.
create table wanted_warnings (
  game_id uuid not null references games on delete cascade,
  theme smallint not null check (theme between 1 and 20),
  level smallint not null check (level between 0 and 3),
  avoidable boolean not null,
  spoiler boolean not null,
  note text,
  wanted_at timestamptz not null default now(),
  primary key (game_id, theme)
);

alter table game_reviews drop constraint game_reviews_reason_check,
  add constraint game_reviews_reason_check check (
    reason in ('first_game', 'theme', 'new_game', 'report', 'strikes', 'warning', 'changed', 'sample')
  );
