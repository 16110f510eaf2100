-- Which languages the reviews of a game are in, and those of one language, without reading the others.
create index reviews_language on reviews (game_id, language) where is_shown;
