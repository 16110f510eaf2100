-- That it was told already that the game left development, which is told once for ever.
alter table wishlist add column is_left_told boolean not null default false;
update wishlist set is_left_told = true
from notices join wishlist_news as news on news.id = notices.thing_id and news.kind = 'stage'
where notices.topic = 'wishlist' and notices.account_id = wishlist.account_id and notices.game_id = wishlist.game_id;

-- As before, but a notice gives way only to a later one of its reader that holds: news that were told already make none.
create or replace view current_wishlist_notices as
  select notices.id, notices.account_id, notices.topic, notices.game_id, notices.thing_id, notices.is_on_site, notices.created_at,
    notices.read_at, notices.mail_at, notices.mailed_at, notices.mail_id, news.is_brief, news.created_at as happened_at,
    case
      when news.kind = 'stage' then 'left-development'
      when price_now(games) <= wish.my_price_cents then 'at-my-price'
      else 'on-sale'
    end as reason
  from notices
  join wishlist_news as news on news.id = notices.thing_id
  join wishlist as wish on wish.account_id = notices.account_id and wish.game_id = notices.game_id
  join games on games.id = notices.game_id
  where notices.topic = 'wishlist'
    and games.status = 'published' and games.suspended_at is null and not games.is_illegal
    and wants_news(wish, news.kind, games)
    and (news.kind = 'stage' or price_now(games) <= news.price_cents)
    and not exists (
      select from notices as other join wishlist_news as later on later.id = other.thing_id
      where other.account_id = notices.account_id and other.topic = 'wishlist'
        and later.game_id = news.game_id and later.kind = news.kind and later.created_at > news.created_at
        and (later.kind = 'stage' or price_now(games) <= later.price_cents)
    );
