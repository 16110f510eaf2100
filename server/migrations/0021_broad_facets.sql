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
