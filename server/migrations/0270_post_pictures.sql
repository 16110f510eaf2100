-- With whether a picture in a post is explicit, as its developer said: a game that is no longer marked 18+ has posts about which
-- nobody was asked.
create or replace view live_posts as
  select id, game_id, audience, title, body, release_id, is_emailed, published_at, edited_at, is_explicit
  from posts where published_at is not null and deleted_at is null and removed_by is null;

-- How many emails told of a post.
create index notices_of_thing on notices (thing_id, mail_id) where mail_id is not null;
