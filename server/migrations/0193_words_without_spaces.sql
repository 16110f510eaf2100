-- Words inside of words: Han, Kana, Hangul, Thai and their like are written without spaces, or with few, so each of their
-- characters is found with the one behind it. Letters are told and made small by ICU, so that a database of any collation
-- finds the same.

-- As before, but for lower().
create or replace function fold(text) returns text immutable strict parallel safe language sql
  return lower(public.unaccent('public.unaccent'::regdictionary, normalize($1, NFKC)) collate "und-x-icu");

-- As parts of bracket expressions. Thai, Lao, Myanmar, Khmer, Hangul, Kana, Bopomofo, Han and emoji are the first.
create function unspaced_letters() returns text immutable parallel safe language sql
  return '\u0e01-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3005\u3007\u303b\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff'
    || '\u3105-\u312f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\U00020000-\U000323af'
    || '\u2300-\u23ff\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff';

-- Vowels of India, Tibet and the Maldives, which are parts of words and no letters.
create function marks() returns text immutable parallel safe language sql
  return '\u07a6-\u07b0\u0900-\u0963\u0966-\u0df3\u0f71-\u0f84\u0f8d-\u0fbc';

-- Accents that no letter is composed with, points of Hebrew, vowels and lengthening of Arabic, joiners and variants: some
-- write them and others do not.
create function optional_marks() returns text immutable parallel safe language sql
  return '\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed'
    || '\u200b-\u200f\u2060\ufe00-\ufe0f\U000e0100-\U000e01ef';

create function comparable(text) returns text immutable strict parallel safe language sql
  return regexp_replace(fold($1), '[' || optional_marks() || ']+', '', 'g');

-- The words of a text as people write them, in order.
create function written_words(text) returns setof text immutable strict parallel safe
begin atomic
  select word from regexp_split_to_table(
    comparable($1) collate "und-x-icu", '[^[:alnum:]' || marks() || unspaced_letters() || ']+') as word
  where word <> '';
end;

create function is_unspaced(text) returns boolean immutable strict parallel safe language sql
  return $1 ~ ('[' || unspaced_letters() || ']');

-- Of what has no spaces each character with the one behind it, the last one alone, so that one is found by its beginning.
create or replace function words_of(text) returns text[] immutable strict parallel safe language sql
  return array(
    select distinct left(word, 40)
    from comparable($1) as text
    cross join lateral (
      select regexp_split_to_table(
        regexp_replace(text, '[' || unspaced_letters() || ']+', ' ', 'g') collate "und-x-icu", '[^[:alnum:]' || marks() || ']+') as word
      union all
      select substr(run[1], at, 2)
      from regexp_matches(text, '[' || unspaced_letters() || ']+', 'g') as run, generate_series(1, length(run[1])) as at
    ) as words
    where word <> ''
  );

-- The words of a name, for an index that finds them by their beginnings.
create function name_vector(text) returns tsvector immutable strict parallel safe language sql
  return weighted(words_of($1), 'A');

-- What has other words now. A database that knew ASCII alone has other words everywhere.
do $$ begin
  with changed as (
    select games.id from games join accounts on accounts.id = developer_id
    where lower('Я') <> 'я' or is_unspaced(concat_ws(' ', title, array_to_string(tags, ' '), username, display_name, description))
      or concat_ws(' ', title, array_to_string(tags, ' '), username, display_name, description)
        ~ ('[Σ' || marks() || optional_marks() || ']')
  )
  update games set search = '' from changed where games.id = changed.id;
  if found then call count_games(); end if;
end $$;

-- Last, because accounts are locked from here on.
create index facet_counts_names on facet_counts using gin (name_vector(label)) where facet like '=tag/%';
create index accounts_names on accounts using gin (name_vector(username || ' ' || coalesce(display_name, '')))
  where role <> 'player';
drop index facet_counts_tags, accounts_developers;
