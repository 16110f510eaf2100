-- A hold by a report hides a game and leaves its owners their downloads; one for blocked bytes or a notice stops them.
alter table game_holds add column stops_downloads boolean not null default true;
update game_holds set stops_downloads = false
where ended_at is null and exists (select from reports where reports.case_id = game_holds.case_id);

-- Whether nobody gets a game's files: it was taken down as illegal, or is held for more than a report.
create function downloads_stopped(game games) returns boolean language sql stable as $$
  select game.is_illegal and not coalesce((
    select bool_and(not stops_downloads and not was_illegal) from game_holds
    where game_holds.game_id = game.id and game_holds.ended_at is null), false)
$$;

-- As before, but with what a report alone hides.
create or replace view owned_files as
  select owned.account_id, owned.game_id, file.id as file_id, owned.file_id is null as through_base
  from grants as owned
  join games on games.id = owned.game_id and not downloads_stopped(games)
  join game_files as file on file.game_id = owned.game_id and file.kind = 'file'
  left join orders on orders.id = owned.order_id
  where file.id = owned.file_id
    or owned.file_id is null
      and (file.custom_price_cents is null and file.withdrawn_at is null
        or file.left_base_at > coalesce(orders.created_at, owned.created_at));

-- What a person has looked at in a game, by the hash of the part: a report about it says nothing new.
create table game_looks (
  game_id uuid not null references games on delete cascade,
  content_hash bytea not null,
  looked_at timestamptz not null default now(),
  primary key (game_id, content_hash)
);

create index game_holds_of_game on game_holds (game_id, started_at);

-- Owners hear of a hold that takes their downloads, and not of a report that leaves them.
create or replace view owners_to_tell as
  with standing as (
    select id as game_id, title, developer_id,
      case
        when suspended_at is null then null
        when exists (select from game_holds where game_id = games.id and ended_at is null
          and case_id is not null and (stops_downloads or was_illegal)) then 'held'
        when exists (select from game_holds where game_id = games.id and ended_at is null and notice_id is not null)
          then 'paused'
        when exists (select from game_holds where game_id = games.id and ended_at is null and not stops_downloads)
          then (select 'removed' from game_holds where game_id = games.id and ended_at is null
            and not stops_downloads and was_suspended_at is not null limit 1)
        when is_illegal then 'sealed'
        when review is null or review = 'rejected' then 'removed'
      end as state
    from games
    where suspended_at is not null
      or id in (select game_id from game_files where paused_at is not null)
      or id in (select game_id from told_owners)
  ), owners as (
    select owned.account_id, standing.*, max(orders.number) as order_number
    from standing
    join grants as owned on owned.game_id = standing.game_id and owned.account_id <> standing.developer_id
    left join orders on orders.id = owned.order_id
    group by owned.account_id, standing.game_id, standing.title, standing.developer_id, standing.state
  ), owners_now as (
    select account_id, game_id, title, order_number,
      case
        when state in ('held', 'sealed', 'paused') then state
        when exists (
          select from game_files as file join owned_files as owned on owned.file_id = file.id
          where file.game_id = owners.game_id and file.paused_at is not null and owned.account_id = owners.account_id
        ) then 'paused'
        else state
      end as state
    from owners
  )
  select owners_now.*, told.state as told, accounts.email
  from owners_now
  join accounts on accounts.id = owners_now.account_id
  left join told_owners as told on told.account_id = owners_now.account_id and told.game_id = owners_now.game_id
  where owners_now.state is distinct from told.state;
