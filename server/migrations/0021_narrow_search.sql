-- A facet of a quarter of all games or more leaves little out, and its list in the index is long: beside words or tags, it
-- is cheaper to look at the games that these find.
create function any_of(facets text[]) returns tsquery immutable strict parallel safe language sql
  return (select string_agg(exactly(facet)::text, ' | ') from unnest(facets) as facet)::tsquery;

create function narrowed(query tsquery, facets text[]) returns tsquery stable strict parallel safe language sql
  return case
    when 4 * (select sum(games) from facet_counts where facet = any (facets)) >= (select games from facet_counts where facet = '=all/')
    then query else query && any_of(facets) end;

-- Every step that a span of prices touches.
create function price_words(min integer, max integer) returns text[] immutable strict parallel safe language sql
  return array(
    select facet_word('price', step::text)
    from generate_series(price_step(min), greatest(price_step(min), price_step(max))) as step
  );

-- What a plural in English may be one of.
create function singulars(word text) returns text[] immutable strict parallel safe language sql
  return case when length(word) < 4 then '{}' else array_remove(array[
    case when word ~ '[^s]s$' then left(word, -1) end,
    case when word ~ '(s|x|z|ch|sh)es$' then left(word, -2) end,
    case when word ~ '[^aeiou]ies$' then left(word, -3) || 'y' end
  ], null) end;

-- As before, and a plural finds its singular; the other way round the beginning does.
create or replace function words_query(text, form text, joined text) returns tsquery immutable strict parallel safe language sql
  return (
    select string_agg('(' || concat_ws(' | ', format(form, word), (
      select string_agg(format(replace(form, ':*', ''), singular), ' | ') from unnest(singulars(word)) as singular)) || ')', joined)
    from (select unnest(words_of($1)) as word limit 8) as words
  )::tsquery;
