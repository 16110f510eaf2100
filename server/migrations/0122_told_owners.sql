-- What the owners of a game were last told of it: that it was taken down, that files are paused, that nobody gets it until an
-- admin decides, or ever again.
create table told_owners (
  account_id uuid not null references accounts on delete cascade,
  game_id uuid not null references games on delete cascade,
  state text not null check (state in ('removed', 'paused', 'held', 'sealed')),
  told_at timestamptz not null default now(),
  primary key (account_id, game_id)
);

-- How things stand for an owner of a game that is not simply there: a view, so that one rule says what to tell.
create view owners_to_tell as
  with standing as (
    select id as game_id, title, developer_id,
      case
        when suspended_at is null then null
        when exists (select from game_holds where game_id = games.id and ended_at is null and case_id is not null) then 'held'
        when exists (select from game_holds where game_id = games.id and ended_at is null) then 'paused'
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

-- Nobody is mailed now of what happened before.
insert into told_owners (account_id, game_id, state)
  select account_id, game_id, state from owners_to_tell where state is not null;
