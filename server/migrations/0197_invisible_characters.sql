-- Tags and titles that read alike are one: joiners, variants and marks that show nothing by themselves tell nothing apart.

-- As part of a bracket expression: what `comparedText` of the contract leaves out. The letters of a flag stay.
create function invisible_characters() returns text immutable parallel safe language sql
  return '\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f'
    || '\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f'
    || '\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e001f\U000e0080-\U000e0fff';

create or replace function fold(text) returns text immutable strict parallel safe language sql
  return lower(public.unaccent('public.unaccent'::regdictionary,
    normalize(regexp_replace($1, '[' || invisible_characters() || ']+', '', 'g'), NFKC)) collate "und-x-icu");

-- Only what holds such characters has other words now, and is counted anew.
create function pg_temp.holds_invisible(text) returns boolean immutable language sql
  return $1 ~ ('[' || invisible_characters() || ']');

with changed as (
  update games set search = '' from accounts
  where accounts.id = developer_id
    and pg_temp.holds_invisible(concat_ws(' ', title, array_to_string(tags, ' '), username, display_name, description))
  returning games.*, concat_ws(' ', title, array_to_string(tags, ' '), username, display_name) as names
)
insert into search_words select distinct unnest(words_of(names)) from changed where status = 'published' and suspended_at is null
order by 1 on conflict do nothing;

with changed as (delete from game_tags where pg_temp.holds_invisible(tag) returning game_id)
insert into game_tags select distinct fold(tag), published_at, id from games cross join unnest(tags) as tag
where id in (select game_id from changed) on conflict do nothing;

with changed as (
  delete from facet_counts where facet like '=tag/%' and pg_temp.holds_invisible(facet) returning label
), tags as (
  select fold(label) as tag, min(label) as label from changed group by 1
)
insert into facet_counts (facet, label, games, sfw_games)
select facet_word('tag', tag), tags.label, count(*), count(*) filter (where category = 'SFW')
from tags join game_tags using (tag) join games on games.id = game_id group by tag, tags.label
on conflict (facet) do update set games = excluded.games, sfw_games = excluded.sfw_games;

drop function pg_temp.holds_invisible;
reindex index accounts_names;
