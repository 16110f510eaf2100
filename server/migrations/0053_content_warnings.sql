-- What a game's developer says of each theme: its level, or 0 for a theme that is not in the game. No row: never answered.
create table content_warnings (
  game_id uuid not null references games on delete cascade,
  theme smallint not null check (theme between 1 and 20),
  level smallint not null check (level between 0 and 3),
  avoidable boolean not null default false,
  -- Shown on the game's page only when asked for; counted by everybody's limits all the same.
  spoiler boolean not null default false,
  note text check (length(note) between 1 and 140),
  answered_at timestamptz not null default now(),
  primary key (game_id, theme),
  check (level > 0 or not (avoidable or spoiler or note is not null))
);

-- The same as numbers that lists can be filtered by: theme * 8 + level * 2 + avoidable; theme * 8 for what was never answered.
alter table games add column warning_codes smallint[] not null
  default '{8,16,24,32,40,48,56,64,72,80,88,96,104,112,120,128,136,144,152,160}';

create function keep_warning_codes() returns trigger language plpgsql as $$
begin
  update games set warning_codes = array(
    select (asked.theme * 8 + coalesce(answer.level * 2 + answer.avoidable::int, 0))::smallint
    from generate_series(1, 20) as asked(theme)
    left join content_warnings as answer on answer.game_id = games.id and answer.theme = asked.theme
    where answer.level is distinct from 0
    order by asked.theme
  )
  where id in (select game_id from changed_warnings);
  return null;
end $$;
create trigger codes_of_new_warnings after insert on content_warnings
  referencing new table as changed_warnings for each statement execute function keep_warning_codes();
create trigger codes_of_changed_warnings after update on content_warnings
  referencing new table as changed_warnings for each statement execute function keep_warning_codes();
create trigger codes_of_removed_warnings after delete on content_warnings
  referencing old table as changed_warnings for each statement execute function keep_warning_codes();
