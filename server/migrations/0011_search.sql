-- Search: one vector a game answers words and filters by one index. The database keeps it, whoever writes a game; after a
-- developer was renamed, a job writes those of the games anew. `search_text` is still written by the release before this one, and read by nobody.
create extension if not exists unaccent;

-- The form in which texts are compared: no case, no accents. Immutable, because the rules of unaccent are part of its release.
create function fold(text) returns text immutable strict parallel safe language sql
  return lower(public.unaccent('public.unaccent'::regdictionary, normalize($1, NFKC)));

create function words_of(text) returns text[] immutable strict parallel safe language sql
  return array(
    select distinct left(word, 40) from regexp_split_to_table(public.fold($1), '[^[:alnum:]]+') as word where word <> ''
  );

-- The sections of the home page (`contract/sections.ts`); a test holds the two together.
create function section_names() returns text[] immutable parallel safe language sql
  return array['Visual Novel', 'RPG', 'Simulation', 'Puzzle', 'Horror', 'Romance', 'Strategy', 'Adventure', 'Sandbox',
    'Roguelike', 'Rhythm', 'Platformer', 'Cozy', 'Tools'];

-- Prices by steps, so that a span of prices is a few lexemes: free, below $5, $10, $20, $50, and above.
create function price_step(cents integer) returns integer immutable strict parallel safe language sql
  return width_bucket(cents, array[1, 500, 1000, 2000, 5000]);

create function is_visible(game games) returns boolean immutable parallel safe language sql
  return game.status = 'published' and game.suspended_at is null;

-- A facet as a word of a vector; no other word begins with `=`. It is cut because such a word takes 2,046 bytes at most,
-- and one letter may become eighteen when it is folded.
create function facet_word(kind text, value text) returns text immutable strict parallel safe language sql
  return '=' || kind || '/' || left(value, 400);

create function title_word(title text) returns text immutable strict parallel safe language sql
  return facet_word('title', md5(fold(title)));

-- What a game can be filtered by.
create function facets_of(game games) returns table (facet text, label text) immutable strict parallel safe
begin atomic
  select distinct on (1) facet_word(kind, value), name
  from (
    select 'tag', fold(tag), tag from unnest(game.tags) as tag
    union all select 'section', fold(section), section from unnest(section_names()) as section
      where exists (select from unnest(game.tags) as tag where strpos(lower(tag), lower(section)) > 0)
    union all select 'device', device, device from unnest(game.devices) as device
    union all select 'category', game.category, game.category
    union all select 'type', game.project_type, game.project_type
    union all select 'stage', game.stage, game.stage
    union all select 'price', price_step(game.price_cents)::text, ''
    union all select 'all', '', ''
  ) as facets (kind, value, name)
  order by 1, name;
end;

create function weighted(words text[], weight "char") returns tsvector immutable strict parallel safe language sql
  return setweight(coalesce((select string_agg(word || ':1', ' ') from unnest(words) as word), '')::tsvector, weight);

-- Words of the title weigh most, then those of tags, developer and description. `^night` is a word of the title, and
-- `=title/…` the whole. A vector holds a megabyte, so not more than 5,000 different words of a description are in it. What
-- visitors may not see has no vector.
create function game_vector(game games) returns tsvector stable parallel safe
begin atomic
  select case when is_visible(game) then
    weighted(words_of(game.title), 'A')
    || weighted(words_of(array_to_string(game.tags, ' ')), 'B')
    || weighted(words_of(concat_ws(' ', developer.username, developer.display_name)), 'C')
    || weighted((words_of(regexp_replace(game.description, '<[^>]*>|&#?[[:alnum:]]+;', ' ', 'g')))[:5000], 'D')
    || array_to_tsvector(
      array(select '^' || word from unnest(words_of(game.title)) as word)
      || array[title_word(game.title)]
      || array(select facet from facets_of(game)))
  else '' end
  from accounts as developer where developer.id = game.developer_id;
end;

alter table games alter column search drop expression;
alter table games alter column search set default '';
alter table games alter column search set not null;
drop index games_search;
drop index games_tags; -- tags are in the vector
-- Without a list of pending entries, which every search would have to read.
update games set search = game_vector(games);
create index games_search on games using gin (search) with (fastupdate = off)
  where status = 'published' and suspended_at is null;

create function index_game() returns trigger language plpgsql as $$
begin
  new.search := coalesce(game_vector(new), '');
  return new;
end $$;
create trigger games_search before insert or update of
  title, description, tags, category, project_type, stage, devices, price_cents, status, suspended_at, developer_id, search
  on games for each row execute function index_game();

-- How many visible games a facet has, and how many of these are SFW.
create table facet_counts (
  facet text collate "C" primary key,
  label text not null,
  games integer not null,
  sfw_games integer not null
);
create index facet_counts_tags on facet_counts using gin ((' ' || fold(label)) gin_trgm_ops) where facet like '=tag/%';
create index facet_counts_most on facet_counts (games desc, facet) where facet like '=tag/%';
create index facet_counts_most_sfw on facet_counts (sfw_games desc, facet) where facet like '=tag/%';

-- The words of titles, tags and developers, to find which one a mistyped word was meant to be.
create table search_words (word text collate "C" primary key);
create index search_words_similar on search_words using gin (word gin_trgm_ops);

create function keep_words_of_developer() returns trigger language plpgsql as $$
begin
  insert into search_words select unnest(words_of(concat_ws(' ', new.username, new.display_name))) order by 1
  on conflict do nothing;
  return null;
end $$;
create trigger accounts_search after update of username, display_name on accounts for each row
  when (old.role <> 'player' and (old.username, old.display_name) is distinct from (new.username, new.display_name))
  execute function keep_words_of_developer();

-- The newest games of a tag are one index scan, in a catalogue of any size.
create table game_tags (
  tag text not null,
  published_at timestamptz not null,
  game_id uuid not null references games on delete cascade,
  primary key (tag, published_at, game_id)
);
create index game_tags_game on game_tags (game_id);

create index accounts_developers on accounts using gin ((' ' || fold(username || ' ' || coalesce(display_name, ''))) gin_trgm_ops)
  where role <> 'player';

create function count_game() returns trigger language plpgsql as $$
declare
  before games := case when tg_op <> 'INSERT' and is_visible(old) then old end;
  after games := case when tg_op <> 'DELETE' and is_visible(new) then new end;
begin
  insert into facet_counts (facet, label, games, sfw_games)
  select facet, min(label), sum(change), sum(sfw_change)
  from (
    select facet, label, 1 as change, (after.category = 'SFW')::int as sfw_change from facets_of(after) where after.id is not null
    union all
    select facet, label, -1, -(before.category = 'SFW')::int from facets_of(before) where before.id is not null
  ) as changes
  group by facet having sum(change) <> 0 or sum(sfw_change) <> 0
  order by facet -- always in this order, so that no two wait for each other
  on conflict (facet) do update
    set games = facet_counts.games + excluded.games, sfw_games = facet_counts.sfw_games + excluded.sfw_games;

  delete from game_tags where game_id = before.id;
  insert into game_tags (tag, published_at, game_id)
  select distinct fold(tag), after.published_at, after.id from unnest(after.tags) as tag;

  insert into search_words
  select unnest(words_of(concat_ws(' ', after.title, array_to_string(after.tags, ' '), username, display_name)))
  from accounts where accounts.id = after.developer_id
  order by 1
  on conflict do nothing;
  return null;
end $$;
create trigger games_counted after insert or delete on games for each row execute function count_game();
create trigger games_recounted after update on games for each row
  when ((old.title, old.tags, old.category, old.project_type, old.stage, old.devices, old.price_cents, old.status,
         old.suspended_at, old.developer_id, old.published_at)
    is distinct from (new.title, new.tags, new.category, new.project_type, new.stage, new.devices, new.price_cents, new.status,
         new.suspended_at, new.developer_id, new.published_at))
  execute function count_game();

-- All of it anew, for games that were written while the triggers were off.
create procedure count_games() language plpgsql as $$
begin
  truncate facet_counts, search_words, game_tags;
  insert into facet_counts
  select facet, min(label), count(*), count(*) filter (where category = 'SFW')
  from games cross join lateral facets_of(games) where is_visible(games) group by facet;
  insert into game_tags
  select distinct fold(tag), published_at, id from games cross join unnest(tags) as tag where is_visible(games);
  insert into search_words
  select distinct word from games join accounts on accounts.id = developer_id
  cross join unnest(words_of(concat_ws(' ', title, array_to_string(tags, ' '), username, display_name))) as word
  where is_visible(games);
end $$;
call count_games();

-- A search in words. `form` says what becomes of each word (`'%s':*` finds it by its beginning), `joined` what stands between.
-- Words hold letters and digits alone, so that nothing in them can be read as an operator.
create function words_query(text, form text, joined text) returns tsquery immutable strict parallel safe language sql
  return (select string_agg(format(form, word), joined) from (select unnest(words_of($1)) as word limit 8) as words)::tsquery;

create function exactly(word text) returns tsquery immutable strict parallel safe language sql
  return ('''' || replace(replace(word, '\', '\\'), '''', '''''') || '''')::tsquery;

create function facet_query(kind text, value text) returns tsquery immutable strict parallel safe language sql
  return exactly(facet_word(kind, value));

create function title_query(title text) returns tsquery immutable strict parallel safe language sql
  return exactly(title_word(title));

-- Every step that a span of prices touches.
create function price_query(min integer, max integer) returns tsquery immutable strict parallel safe language sql
  return (
    select string_agg('''=price/' || step || '''', ' | ')
    from generate_series(price_step(min), greatest(price_step(min), price_step(max))) as step
  )::tsquery;

-- Words that were perhaps meant by one, or begin as it does: it with two letters swapped, and those with some of the same
-- letters in a row. The setting lasts for the transaction; as one of the function, only a superuser could restore it.
create function words_like(typed text, mistakes integer) returns setof text strict language plpgsql as $$
begin
  perform set_config('pg_trgm.similarity_threshold', '0.15', true);
  return query
    select word from search_words where word in (
      select overlay(typed placing reverse(substr(typed, place, 2)) from place) from generate_series(1, length(typed) - 1) as place
    )
    union all (
      select word from search_words where word % typed and length(word) >= length(typed) - mistakes
      order by similarity(word, typed) desc, word limit 50
    );
end $$;
