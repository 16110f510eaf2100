-- What an account wants to see of NSFW games (null: it never said), and the tags it leaves out of lists.
alter table accounts
  add column content_choice text check (content_choice in ('sfw', 'blur', 'show')),
  add column excluded_tags text[] not null default '{}' check (cardinality(excluded_tags) <= 30);

-- So that the newest SFW games of a section are one index scan as well. What code older than this column still writes
-- counts as NSFW until its game is saved again.
alter table game_sections add column category text not null default 'NSFW';
update game_sections set category = games.category from games where games.id = game_sections.game_id;
create index game_sections_sfw on game_sections (section, published_at, game_id) where category = 'SFW';
