-- As before, with a name for the first parameter: PostgreSQL writes a body that reads an unnamed one beside named ones into
-- a dump as an empty name, which no server takes back.
create or replace function words_query(typed text, form text, joined text) returns tsquery immutable strict parallel safe language sql
  return (
    select string_agg('(' || concat_ws(' | ', format(form, word), (
      select string_agg(format(replace(form, ':*', ''), singular), ' | ') from unnest(singulars(word)) as singular)) || ')', joined)
    from (select unnest(words_of(typed)) as word limit 8) as words
  )::tsquery;
