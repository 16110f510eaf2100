-- The games that the admin chose for the top of the home page, in their order.
create table featured_games (
  game_id uuid primary key references games on delete cascade,
  position integer not null unique check (position >= 0)
);

-- What search engines are told: public games and developers by id, read from the index alone, in a catalogue of any size.
create index games_sitemap on games (id) include (slug, updated_at) where status = 'published' and suspended_at is null;
create index accounts_sitemap on accounts (id) where role <> 'player' and suspended_at is null;
