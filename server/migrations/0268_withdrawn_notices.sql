-- A version that was withdrawn is told of as one that was rolled back is, with its reason; it may have been open to some alone.
create or replace view current_release_notices as
  select notices.id, notices.account_id, notices.topic, notices.game_id, notices.thing_id, notices.is_on_site, notices.created_at,
    notices.read_at, notices.mail_at, notices.mailed_at, notices.mail_id, releases.label, releases.summary, releases.saves_note,
    coalesce(releases.live_at, releases.opens_at, releases.early_at) as live_at,
    case notices.topic when 'rolled-back' then coalesce(releases.withdrawn_reason, '') else releases.steps_reason end as steps_reason
  from notices
  join games on games.id = notices.game_id and games.suspended_at is null and not games.is_illegal
  join releases on releases.id = notices.thing_id
  where notices.topic = 'builds-leave' and games.developer_id = notices.account_id
    or notices.topic in ('owned-release', 'rolled-back', 'window-changed')
      and (releases.withdrawn_at is null or notices.topic = 'rolled-back')
      and case notices.topic
        when 'window-changed' then releases.live_at is null
        when 'owned-release' then releases.live_at is not null or exists (
          select from early_builds as early
          where early.account_id = notices.account_id and early.game_id = notices.game_id and early.release_id = releases.id
        )
        else coalesce(releases.live_at, releases.early_at) is not null
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
