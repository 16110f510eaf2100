-- The picture of a game for link previews elsewhere: made by the job `draw-share-pictures`, and shown while it is of the
-- game's present title, cover and choice (`drawn = wanted`).
create table share_pictures (
  game_id uuid primary key references games on delete cascade,
  -- Counts the changes of what it shows.
  wanted integer not null default 1,
  drawn integer not null default 0,
  -- Without one the store's own picture is shown, as for a title that its letters lack and no cover.
  url text,
  -- Of the present change; beyond five none follows.
  tries smallint not null default 0,
  next_try_at timestamptz not null default now(),
  check (drawn <= wanted)
);
create index share_pictures_to_draw on share_pictures (next_try_at) where drawn < wanted and tries < 5;

-- Whoever writes a game: so an older picture, which may show the cover of a game that turned NSFW, is gone from its page with
-- the change itself.
create function want_share_picture() returns trigger language plpgsql as $$
begin
  update share_pictures set wanted = wanted + 1, tries = 0, next_try_at = now() where game_id = new.id;
  return null;
end $$;
create function want_share_pictures() returns trigger language plpgsql as $$
begin
  insert into share_pictures (game_id) select id from added;
  return null;
end $$;
create trigger share_picture_of_new after insert on games referencing new table as added for each statement
  execute function want_share_pictures();
create trigger share_picture_of_changed after update of title, cover, category on games for each row
  when ((old.title, old.cover, old.category) is distinct from (new.title, new.cover, new.category))
  execute function want_share_picture();

insert into share_pictures (game_id) select id from games;
