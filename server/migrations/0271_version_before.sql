-- The version before shows and emails what it finds as `current_notices`: from now on only the topics that it knows. What may be
-- named of all topics has a name of its own.
alter view current_notices rename to all_current_notices;
create view current_notices as select *, null::text as wish_reason from current_release_notices;

-- Which text stood beside the tick of a registration; the version before does not say.
alter table registrations add column news_text integer not null default 2;

-- A consent reaches as far as its text, whichever version stores it: the first promised one email a month, the second told of new
-- versions each time, and neither of posts, wishlist and what is followed. Its reader is asked once for the rest.
create function keep_reach() returns trigger language plpgsql as $$
begin
  insert into notice_preferences (account_id, topic, site, mail)
    values (new.account_id, 'owned-release', true, case new.text_version when 1 then 'never' else 'each' end)
    on conflict do nothing;
  insert into notice_preferences (account_id, topic, site, mail)
    select new.account_id, topic, true, 'never'
    from unnest(array['owned-post', 'wishlist', 'follow-release', 'follow-post', 'follow-game']) as topic
    on conflict do nothing;
  insert into digests (account_id) values (new.account_id) on conflict do nothing;
  return null;
end $$;
create trigger consents_keep_reach after insert on news_consents for each row
  when (new.text_version < 3) execute function keep_reach();
