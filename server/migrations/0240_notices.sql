-- What an account is told on the site and by email: one row for each person, topic and thing, from which both are rendered.
create table notices (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts on delete cascade,
  topic text not null,
  game_id uuid not null references games on delete cascade,
  -- The release, of both topics there are.
  thing_id uuid not null,
  is_on_site boolean not null,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  -- When its email may go out; null when none is to.
  mail_at timestamptz,
  -- When it was queued in an email, and in which.
  mailed_at timestamptz,
  mail_id uuid,
  unique (account_id, topic, thing_id),
  check (mail_at is null or mailed_at is null),
  check ((mailed_at is null) = (mail_id is null))
);
create index notices_unread on notices (account_id) where read_at is null and is_on_site;
create index notices_to_mail on notices (account_id, game_id) where mail_at is not null;
create index notices_mailed on notices (account_id, game_id, mailed_at) where mailed_at is not null;
create index notices_of_mail on notices (mail_id) where mail_id is not null;
create index notices_created on notices (created_at);

-- Without a row, a topic is told on the site, and by email once its reader asked for news.
create table notice_preferences (
  account_id uuid not null references accounts on delete cascade,
  topic text not null,
  site boolean not null,
  mail text not null check (mail in ('each', 'never')),
  primary key (account_id, topic)
);

-- Who asked for news so far was promised one email a month at most.
insert into notice_preferences (account_id, topic, site, mail)
  select id, 'owned-release', true, 'never' from accounts where notify_updates;

-- The owners of a game, in batches.
create index grants_owners on grants (game_id, account_id);

-- Whether a later release went back behind this one.
create function is_taken_back(release releases) returns boolean language sql stable as $$
  select exists (
    select from releases as back
    join releases as target on target.id = back.same_as
    where back.game_id = release.game_id and back.withdrawn_at is null
      and back.live_at > release.live_at and target.live_at < release.live_at)
$$;

-- Notices of which the game and the release may still be named to their reader, content limits aside. That a version which
-- they have was taken back reaches them also when they muted the game.
create view current_notices as
  select notices.*, releases.label, releases.summary, releases.saves_note, releases.live_at
  from notices
  join games on games.id = notices.game_id and games.suspended_at is null and not games.is_illegal
  join releases on releases.id = notices.thing_id and releases.live_at is not null and releases.withdrawn_at is null
  where exists (
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
