-- The random order of games, drawn anew each night. The draw before stays for a night, so that who walks through it goes on.
create table shuffles (
  drawn_on date not null,
  game_id uuid not null references games on delete cascade,
  place double precision not null default random(),
  primary key (drawn_on, game_id)
);
create index shuffles_order on shuffles (drawn_on, place, game_id);
create index shuffles_of_game on shuffles (game_id);

insert into shuffles (drawn_on, game_id) select (now() at time zone 'UTC')::date, id from games;

-- A game that comes in by day has a place in the draw of the day.
create function shuffle_added() returns trigger language plpgsql as $$
begin
  insert into shuffles (drawn_on, game_id)
  select coalesce((select max(drawn_on) from shuffles), (now() at time zone 'UTC')::date), id from added;
  return null;
end $$;
create trigger games_shuffled after insert on games referencing new table as added for each statement
  execute function shuffle_added();
