-- A release may open to some before buyers get it. Its builds are live, and replace those before, only once buyers get them
-- (`releases.opens_at`); until then each audience has them from its step on.
create table release_steps (
  release_id uuid not null references releases on delete cascade,
  audience text not null check (audience in ('testers', 'supporters', 'owners', 'everyone')),
  opens_at timestamptz not null,
  opened_at timestamptz,
  primary key (release_id, audience)
);
create index release_steps_due on release_steps (opens_at) where opened_at is null;

-- When it opened to the first of those who have it before buyers, and why its times changed last.
alter table releases
  add column early_at timestamptz,
  add column steps_reason text not null default '',
  drop constraint releases_check1,
  add check (withdrawn_at is null or live_at is not null or early_at is not null);
create index releases_early on releases (game_id) where early_at is not null and live_at is null and withdrawn_at is null;
create index releases_announced on releases (game_id) where opens_at is not null and live_at is null and withdrawn_at is null;

-- Of a file that nobody could buy yet, when it opened to those who own it through the base.
alter table game_files add column early_at timestamptz;

-- What made an owner of a game its supporter, and when: the row without an end is what does so today.
create table supporter_offers (
  id uuid primary key default gen_random_uuid(),
  game_id uuid not null references games on delete cascade,
  file_id uuid references game_files on delete cascade,
  min_cents integer check (min_cents > 0),
  lead_days integer not null check (lead_days between 1 and 90),
  from_at timestamptz not null default now(),
  until_at timestamptz,
  check (num_nonnulls(file_id, min_cents) > 0)
);
create unique index supporter_offers_one on supporter_offers (game_id) where until_at is null;
create index supporter_offers_of_game on supporter_offers (game_id, from_at desc);

-- Whether the owner of a base supports the game: by the extra that is named today, or was when they bought it, or by what they
-- paid for the base, as it was asked between checkout and payment. What was refunded or taken back counts no more.
create function is_supporter(base grants) returns boolean language sql stable as $$
  select base.file_id is null and exists (
    select from supporter_offers as offer
    where offer.game_id = base.game_id and (
      exists (
        select from grants as extra left join orders on orders.id = extra.order_id
        where extra.account_id = base.account_id and extra.file_id = offer.file_id and (
          offer.until_at is null
          or coalesce(orders.paid_at, extra.created_at) >= offer.from_at
            and coalesce(orders.created_at, extra.created_at) < offer.until_at
        )
      )
      or exists (
        select from orders join order_items as item on item.order_id = orders.id
        where orders.id = base.order_id and item.game_id = base.game_id and item.kind = 'base' and item.revoked_at is null
          and item.price_cents - item.refunded_cents >= offer.min_cents
          and orders.paid_at >= offer.from_at and orders.created_at < coalesce(offer.until_at, 'infinity')
      )
    )
  )
$$;

-- As before, and files that opened to some before anybody could buy them.
create or replace view owned_files as
  select owned.account_id, owned.game_id, file.id as file_id, owned.file_id is null as through_base
  from grants as owned
  join games on games.id = owned.game_id
    and case when games.is_illegal then not downloads_stopped(games) else true end
  join game_files as file on file.game_id = owned.game_id and file.kind = 'file'
  left join orders on orders.id = owned.order_id
  where file.id = owned.file_id
    or owned.file_id is null
      and (file.custom_price_cents is null and (file.withdrawn_at is null or file.early_at is not null)
        or file.left_base_at > coalesce(orders.created_at, owned.created_at));

-- The builds that accounts have before buyers do: of each file the one that buyers get last. In a free game the step of owners
-- is for those who had it then, as anybody can have it since.
create view early_builds as
  select distinct on (base.account_id, base.game_id, part.file_id)
    base.account_id, base.game_id, part.file_id, part.build_id, release.id as release_id
  from grants as base
  join releases as release on release.game_id = base.game_id
    and release.early_at is not null and release.live_at is null and release.withdrawn_at is null
  join release_builds as part on part.release_id = release.id
  join file_builds as build on build.id = part.build_id and build.destroyed_at is null and not is_malware(build.sha256)
  where base.file_id is null and exists (
    select from release_steps as step
    where step.release_id = release.id and step.opened_at is not null
      and case step.audience when 'owners' then base.created_at <= step.opened_at
        when 'supporters' then is_supporter(base) else false end
  )
  order by base.account_id, base.game_id, part.file_id, release.opens_at desc nulls first, release.id desc;

-- The files that accounts own, each with the build that they get: an early one, or the live one.
create view account_files as
  select owned.account_id, owned.through_base, file.id, file.game_id, file.kind, file.device, file.custom_price_cents,
    file.position, file.withdrawn_at, build.name, build.size_bytes, build.storage_key, build.sha256,
    coalesce(build.live_at, release.early_at) as built_at, file.paused_at, build.id as build_id, build.release_id,
    early.build_id is not null as is_early
  from owned_files as owned
  join game_files as file on file.id = owned.file_id
  left join early_builds as early
    on early.account_id = owned.account_id and early.game_id = owned.game_id and early.file_id = owned.file_id
  join file_builds as build on build.file_id = file.id
    and case when early.build_id is null then build.replaced_at is null and build.live_at is not null
      else build.id = early.build_id end
  left join releases as release on release.id = early.release_id;

-- Files that nobody can buy before an announced release opens to buyers.
create view coming_files as
  select file.id, file.game_id, file.device, file.custom_price_cents, file.position, build.name, build.size_bytes,
    release.id as release_id, release.opens_at
  from releases as release
  join release_builds as part on part.release_id = release.id
  join game_files as file on file.id = part.file_id and file.kind = 'file' and file.paused_at is null
  join file_builds as build on build.id = part.build_id
  where release.opens_at is not null and release.live_at is null and release.withdrawn_at is null
    and exists (select from release_steps as step where step.release_id = release.id)
    and not exists (select from file_builds as other where other.file_id = file.id and other.live_at is not null);

-- As before, by the build that the account gets.
create or replace view updated_files as
  select file.account_id, file.game_id, file.id as file_id
  from account_files as file
  where coalesce(
      (
        select build_id <> file.build_id from owned_versions as mine
        where mine.account_id = file.account_id and mine.file_id = file.id order by at desc limit 1
      ),
      (
        select max(mine.at) < file.built_at
        from owned_versions as mine
        join game_files as other on other.id = mine.file_id
        where mine.account_id = file.account_id and other.game_id = file.game_id and other.device = file.device
      )
    )
    and not exists (
      select from skipped_releases as skipped
      where skipped.account_id = file.account_id and skipped.release_id = file.release_id
    )
    and not exists (
      select from muted_games as muted where muted.account_id = file.account_id and muted.game_id = file.game_id
    );

-- As before; an early build is live to some, and one that was withdrawn early is kept for who downloaded it.
create or replace view stored_builds as
  select build.id as build_id, file.game_id, build.release_id, build.size_bytes,
    case
      when build.live_at is null and release.early_at is null then 'draft'
      when release.withdrawn_at is null and build.live_at is null then 'live'
      when file.withdrawn_at is not null then 'owners'
      when build.replaced_at is null and build.live_at is not null then 'live'
      when release.withdrawn_at is not null then 'owners'
      when games.old_builds is null or games.old_builds >= (
        select count(*) from file_builds as later
        left join releases as its on its.id = later.release_id
        where later.file_id = build.file_id and later.live_at is not null and its.withdrawn_at is null
          and (later.live_at, later.id) > (build.live_at, build.id)
      ) then 'earlier'
      else 'owners'
    end as held_for
  from file_builds as build
  join game_files as file on file.id = build.file_id
  join games on games.id = file.game_id
  left join releases as release on release.id = build.release_id
  where build.destroyed_at is null;

-- Whoever wants no emails about new versions wants none about when they open.
insert into notice_preferences (account_id, topic, site, mail)
  select account_id, 'window-changed', site, mail from notice_preferences where topic = 'owned-release';

-- As before, and what is known of releases that buyers do not get yet.
create or replace view current_notices as
  select notices.*, releases.label, releases.summary, releases.saves_note,
    coalesce(releases.live_at, releases.opens_at, releases.early_at) as live_at, releases.steps_reason
  from notices
  join games on games.id = notices.game_id and games.suspended_at is null and not games.is_illegal
  join releases on releases.id = notices.thing_id and releases.withdrawn_at is null
  where case notices.topic
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
