-- Tags and titles that read alike are one: joiners, variants and marks that show nothing by themselves tell nothing apart.

-- As part of a bracket expression: what `comparedText` of the contract leaves out. The letters of a flag stay.
create function invisible_characters() returns text immutable parallel safe language sql
  return '\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f'
    || '\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f'
    || '\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e001f\U000e0080-\U000e0fff';

create or replace function fold(text) returns text immutable strict parallel safe language sql
  return lower(public.unaccent('public.unaccent'::regdictionary,
    normalize(regexp_replace($1, '[' || invisible_characters() || ']+', '', 'g'), NFKC)) collate "und-x-icu");

-- Only games that hold such characters have other words now.
do $$ begin
  update games set search = '' from accounts
  where accounts.id = developer_id
    and concat_ws(' ', title, array_to_string(tags, ' '), username, display_name, description) ~ ('[' || invisible_characters() || ']');
  if found then call count_games(); end if;
end $$;
reindex index accounts_names;
