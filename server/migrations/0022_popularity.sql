-- How popular a game is, in cents: of the last 90 days each buyer counts once, with the most that one order of the game
-- cost them, and at the game's list price at most; each account that claimed it for free counts $1 once the account is a
-- day old. What the developer did with an own game, what was given back and what is owned no more count nothing.
alter table games add column popularity_cents bigint not null default 0;
create index games_by_popularity on games (popularity_cents desc, id desc) where status = 'published' and suspended_at is null;
drop index games_popular;

-- Works it out for all games and answers for how many it changed.
create function rank_popular() returns bigint language sql as $$
  with of_accounts as (
    select grants.game_id, grants.account_id,
      max(case
        when grants.order_id is null then 100
        when orders.mode = 'extra' then least(orders.price_cents, nullif(games.price_cents, 0))
        else orders.price_cents
      end) as cents
    from grants
    join games on games.id = grants.game_id
    join accounts on accounts.id = grants.account_id
    left join orders on orders.id = grants.order_id
    where grants.created_at > now() - interval '90 days'
      and grants.account_id <> games.developer_id
      and (grants.order_id is not null or accounts.created_at <= now() - interval '24 hours')
      and not coalesce(orders.flags && '{refunded,partly_refunded}', false)
    group by 1, 2
  ), of_games as (
    select games.id, coalesce(sum(cents), 0)::bigint as cents
    from games left join of_accounts on of_accounts.game_id = games.id group by games.id
  ), changed as (
    update games set popularity_cents = of_games.cents from of_games
    where games.id = of_games.id and games.popularity_cents <> of_games.cents returning 1
  )
  select count(*) from changed
$$;
select rank_popular();
