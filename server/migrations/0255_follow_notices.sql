-- Those of releases to owners, which followers get by another topic.
create or replace view current_release_notices as
  select notices.*, releases.label, releases.summary, releases.saves_note,
    coalesce(releases.live_at, releases.opens_at, releases.early_at) as live_at, releases.steps_reason
  from notices
  join games on games.id = notices.game_id and games.suspended_at is null and not games.is_illegal
  join releases on releases.id = notices.thing_id
  where notices.topic = 'builds-leave' and games.developer_id = notices.account_id
    or notices.topic in ('owned-release', 'rolled-back', 'window-changed') and releases.withdrawn_at is null
      and case notices.topic
        when 'window-changed' then releases.live_at is null
        when 'owned-release' then releases.live_at is not null or exists (
          select from early_builds as early
          where early.account_id = notices.account_id and early.game_id = notices.game_id and early.release_id = releases.id
        )
        else releases.live_at is not null
      end
      and exists (
        select from grants where grants.account_id = notices.account_id and grants.game_id = notices.game_id
      )
      and not exists (
        select from hidden_games as hidden
        where hidden.account_id = notices.account_id and hidden.game_id = notices.game_id
      )
      and (notices.topic = 'rolled-back' or not is_taken_back(releases) and not exists (
        select from muted_games as muted
        where muted.account_id = notices.account_id and muted.game_id = notices.game_id
      ));

-- Notices of posts, and of releases, posts and new games to followers, that may still be named to their reader.
create view current_post_notices as
  select notices.*, coalesce(releases.label, posts.title, '') as label,
    coalesce(releases.summary, left(posts.body, 4000), '') as summary, coalesce(releases.saves_note, '') as saves_note,
    coalesce(releases.live_at, posts.published_at, games.published_at) as live_at, '' as steps_reason
  from notices
  join games on games.id = notices.game_id
    and games.status = 'published' and games.suspended_at is null and not games.is_illegal
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

create or replace view current_notices as
  select *, null::text as wish_reason from current_release_notices
  union all
  select id, account_id, topic, game_id, thing_id, is_on_site, created_at, read_at, mail_at, mailed_at, mail_id,
    '', '', '', happened_at, '', reason
  from current_wishlist_notices
  union all
  select id, account_id, topic, game_id, thing_id, is_on_site, created_at, read_at, mail_at, mailed_at, mail_id,
    label, summary, saves_note, live_at, steps_reason, null
  from current_post_notices;

-- Of which games the followers of their developer were told. Looked for among those of the last week.
create table told_games (game_id uuid primary key references games on delete cascade);
insert into told_games select id from games where published_at > now() - interval '7 days';
