-- A topic can be emailed once a week, together with the others that are.
alter table notice_preferences drop constraint notice_preferences_mail_check,
  add constraint notice_preferences_mail_check check (mail in ('each', 'weekly', 'never'));

-- Whether the next weekly email is to tell it.
alter table notices add column is_weekly boolean not null default false,
  add constraint notices_one_email check (not is_weekly or (mail_at is null and mailed_at is null));
create index notices_weekly on notices (account_id) where is_weekly;

-- When the weekly email comes to an account that agreed to news at any time: a day from Monday, 1, to Sunday, 7, and an hour
-- there.
create table digests (
  account_id uuid primary key references accounts on delete cascade,
  day smallint not null default 5 check (day between 1 and 7),
  hour smallint not null default 18 check (hour between 0 and 23),
  zone text not null default 'UTC',
  -- The next one; null until it is worked out.
  next_at timestamptz
);
create index digests_due on digests (next_at nulls first, account_id);
insert into digests (account_id) select id from accounts where notify_updates;

-- Consents given so far reach as far as they did: new versions come as they came, and what is new not at all until its reader
-- says so, which they are asked once.
alter table news_consents add column asked_version integer;
insert into notice_preferences (account_id, topic, site, mail)
  select id, 'owned-release', true, 'each' from accounts where notify_updates
  on conflict do nothing;
insert into notice_preferences (account_id, topic, site, mail)
  select id, topic, true, 'never'
  from accounts cross join unnest(array['owned-post', 'wishlist', 'follow-release', 'follow-post', 'follow-game']) as topic
  where notify_updates
  on conflict do nothing;
