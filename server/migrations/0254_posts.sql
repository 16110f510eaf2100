-- What a developer writes about a game: for everyone or for its owners, with pictures, and about one of its releases.
create table posts (
  id uuid primary key,
  game_id uuid not null references games on delete cascade,
  created_by uuid references accounts on delete set null,
  audience text not null check (audience in ('everyone', 'owners')),
  title text not null,
  body text not null,
  release_id uuid references releases on delete set null,
  -- Whether a picture in it is explicit, as its developer says; null where nobody asked.
  is_explicit boolean,
  is_emailed boolean not null,
  created_at timestamptz not null default now(),
  -- When its developer wrote it last.
  saved_at timestamptz not null default now(),
  -- When it goes out; it waits while its game is not in the store.
  opens_at timestamptz,
  published_at timestamptz,
  edited_at timestamptz,
  -- Its title and text are gone; its address says so.
  deleted_at timestamptz,
  -- The decision that took it out of the store, until that is reversed.
  removed_by uuid references moderation_decisions,
  check (deleted_at is null or published_at is not null),
  check (published_at is null or opens_at is null)
);
create index posts_of_game on posts (game_id, published_at desc, id desc);
create index posts_scheduled on posts (opens_at) where opens_at is not null;
create index posts_newest on posts (published_at desc, id desc)
  where published_at is not null and deleted_at is null and removed_by is null and audience = 'everyone';
create index posts_of_release on posts (release_id) where release_id is not null;
create index posts_removed on posts (removed_by) where removed_by is not null;

create view live_posts as
  select id, game_id, audience, title, body, release_id, is_emailed, published_at, edited_at
  from posts where published_at is not null and deleted_at is null and removed_by is null;

-- Whether somebody looked at a game whose first look is due, or need not. A later look does not matter.
create function is_approved(game games) returns boolean language sql stable as $$
  select not exists (
    select from game_reviews where game_id = game.id and state <> 'decided'
      and reason in ('first_game', 'new_game', 'theme', 'strikes'))
$$;

-- What is written about a game besides its page: the notes of its releases and its posts, drafts too.
create function written_beside_page(game games) returns text language sql stable as $$
  select concat_ws(' ',
    (select string_agg(notes, ' ') from releases where game_id = game.id),
    (select string_agg(body, ' ') from posts where game_id = game.id))
$$;
