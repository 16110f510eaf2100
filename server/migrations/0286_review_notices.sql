-- Developers are told of each new review of their games, and writers of the first answer to theirs, by a job that finds what was
-- not told yet. What was written before counts as told.
alter table reviews add column is_told boolean not null default true;
alter table reviews alter column is_told set default false;
alter table review_answers add column is_told boolean not null default true;
alter table review_answers alter column is_told set default false;
create index reviews_to_tell on reviews (created_at) where is_shown and not is_told;
create index review_answers_to_tell on review_answers (created_at) where removed_at is null and not is_told;

-- Up to which download owners were reminded that they can review a game: each comes by once, for ever. Who downloaded one longer
-- ago is not reminded.
create table review_reminders (
  is_only boolean primary key default true check (is_only),
  until_at timestamptz not null,
  until_id uuid not null
);
insert into review_reminders (until_at, until_id)
  select case when exists (select from downloads) then now() - interval '5 days' else '-infinity' end,
    '00000000-0000-0000-0000-000000000000';

-- Notices of reviews that may still be named to their reader.
create view current_review_notices as
  select notices.id, notices.account_id, notices.topic, notices.game_id, notices.thing_id, notices.is_on_site, notices.created_at,
    notices.read_at, notices.mail_at, notices.mailed_at, notices.mail_id,
    case notices.topic
      when 'review-new' then case when review.recommends then 'Recommended' else 'Not recommended' end
      when 'review-answer' then coalesce(author.display_name, author.username)
      else ''
    end as label
  from notices
  join games on games.id = notices.game_id and games.suspended_at is null and not games.is_illegal
  left join reviews as review on review.id = notices.thing_id and review.is_shown
  left join review_answers as answer on answer.review_id = review.id and answer.removed_at is null
  left join accounts as author on author.id = answer.author_id
  where notices.topic = 'review-new' and review.id is not null and games.developer_id = notices.account_id
    or (
      notices.topic = 'review-answer' and answer.review_id is not null and review.account_id = notices.account_id
      or notices.topic = 'review-reminder' and games.status = 'published'
        and exists (
          select from grants
          where grants.account_id = notices.account_id and grants.game_id = notices.game_id and grants.file_id is null
        )
        and not exists (
          select from reviews as written
          where written.account_id = notices.account_id and written.game_id = notices.game_id
        )
    )
    and not exists (
      select from hidden_games as hidden
      where hidden.account_id = notices.account_id and hidden.game_id = notices.game_id
    )
    and not exists (
      select from muted_games as muted
      where muted.account_id = notices.account_id and muted.game_id = notices.game_id
    );

-- The version before reads `all_current_notices`, which stays without the topics that it does not know.
create view nameable_notices as
  select * from all_current_notices
  union all
  select id, account_id, topic, game_id, thing_id, is_on_site, created_at, read_at, mail_at, mailed_at, mail_id,
    label, '', '', created_at, '', null
  from current_review_notices;

-- A consent to a text that names no reviews covers no emails about them: its reader is asked once.
insert into notice_preferences (account_id, topic, site, mail)
  select id, topic, true, 'never' from accounts cross join unnest(array['review-answer', 'review-new']) as topic
  where notify_updates
  on conflict do nothing;
create or replace function keep_reach() returns trigger language plpgsql as $$
begin
  if new.text_version < 3 then
    insert into notice_preferences (account_id, topic, site, mail)
      values (new.account_id, 'owned-release', true, case new.text_version when 1 then 'never' else 'each' end)
      on conflict do nothing;
    insert into notice_preferences (account_id, topic, site, mail)
      select new.account_id, topic, true, 'never'
      from unnest(array['owned-post', 'wishlist', 'follow-release', 'follow-post', 'follow-game']) as topic
      on conflict do nothing;
    insert into digests (account_id) values (new.account_id) on conflict do nothing;
  end if;
  insert into notice_preferences (account_id, topic, site, mail)
    select new.account_id, topic, true, 'never' from unnest(array['review-answer', 'review-new']) as topic
    on conflict do nothing;
  return null;
end $$;
drop trigger consents_keep_reach on news_consents;
create trigger consents_keep_reach after insert on news_consents for each row
  when (new.text_version < 4) execute function keep_reach();
