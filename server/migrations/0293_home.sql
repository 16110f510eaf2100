-- When a game last moved up among those that were updated: once in seven days at most, however often it is released.
alter table games add column moved_up_at timestamptz;
update games set moved_up_at = newest.live_at
from (
  select game_id, max(live_at) filter (where summary <> '') as live_at, min(live_at) as first_at
  from releases where live_at is not null and withdrawn_at is null group by game_id
) as newest
where newest.game_id = games.id and newest.live_at > newest.first_at;
create index games_updated on games (coalesce(moved_up_at, published_at) desc, id desc)
  where status = 'published' and suspended_at is null;

-- The first and the last day (UTC) on which the home page features a game; null for no end on that side.
alter table featured_games
  add column from_on date,
  add column until_on date,
  add constraint featured_games_days check (until_on >= from_on);
