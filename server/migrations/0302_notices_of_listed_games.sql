-- Of an unlisted or private game only its owners are told.
create or replace view current_post_notices as
  select notices.id, notices.account_id, notices.topic, notices.game_id, notices.thing_id, notices.is_on_site, notices.created_at,
    notices.read_at, notices.mail_at, notices.mailed_at, notices.mail_id,
    coalesce(releases.label, posts.title, '') as label,
    coalesce(releases.summary, left(posts.body, 4000), '') as summary, coalesce(releases.saves_note, '') as saves_note,
    coalesce(releases.live_at, posts.published_at, games.published_at) as live_at, '' as steps_reason
  from notices
  join games on games.id = notices.game_id
    and games.status = 'published' and games.suspended_at is null and not games.is_illegal
    and (games.visibility = 'public' or exists (
      select from grants where grants.account_id = notices.account_id and grants.game_id = notices.game_id
    ))
  left join releases on notices.topic = 'follow-release' and releases.id = notices.thing_id
    and releases.live_at is not null and releases.withdrawn_at is null
  left join live_posts as posts on notices.topic in ('owned-post', 'follow-post') and posts.id = notices.thing_id
  where notices.topic in ('owned-post', 'follow-release', 'follow-post', 'follow-game')
    and not exists (
      select from muted_games as muted
      where muted.account_id = notices.account_id and muted.game_id = notices.game_id
    )
    and case notices.topic
      when 'follow-game' then true
      when 'follow-release' then releases.id is not null and not is_taken_back(releases)
      else posts.id is not null
    end
    and case notices.topic
      when 'owned-post' then exists (
        select from grants where grants.account_id = notices.account_id and grants.game_id = notices.game_id
      ) and not exists (
        select from hidden_games as hidden
        where hidden.account_id = notices.account_id and hidden.game_id = notices.game_id
      )
      else (posts.audience is null or posts.audience = 'everyone') and exists (
        select from follows where follows.account_id = notices.account_id
          and (follows.game_id = notices.game_id or follows.developer_id = games.developer_id)
      )
    end;

-- What is not for sale at present has no price to tell of.
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
    and games.status = 'published' and games.suspended_at is null and not games.is_illegal
    and (games.visibility = 'public' or exists (
      select from grants where grants.account_id = notices.account_id and grants.game_id = notices.game_id
    ))
  where notices.topic = 'wishlist'
    and wants_news(wish, news.kind, games)
    and (news.kind = 'stage' or not games.not_for_sale and price_now(games) <= news.price_cents)
    and not exists (
      select from notices as other join wishlist_news as later on later.id = other.thing_id
      where other.account_id = notices.account_id and other.topic = 'wishlist'
        and later.game_id = news.game_id and later.kind = news.kind and later.created_at > news.created_at
        and (later.kind = 'stage' or price_now(games) <= later.price_cents)
    );
