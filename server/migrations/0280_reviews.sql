-- What owners say about their games: yes or no, and a text. One a person and game; texts that were replaced stay for
-- moderators. Ids are random and the public sees days only, so that nothing links two reviews that are signed "Owner".
create table reviews (
  id uuid primary key,
  game_id uuid not null references games on delete cascade,
  -- Null once the account was deleted and its writer let the review stay.
  account_id uuid references accounts on delete cascade,
  recommends boolean not null,
  text text not null,
  language text not null,
  progress text check (progress in ('started', 'some_hours', 'finished')),
  name_kind text not null check (name_kind in ('owner', 'pen_name', 'username')),
  -- The newest build that its writer had fetched, and the release of it.
  build_id uuid references file_builds on delete set null,
  release_id uuid references releases on delete set null,
  -- Why it is not counted, where its readers are told; made from data.
  mark text check (mark in ('free_copy', 'team', 'refunded')),
  -- Whether the data let it count: who wrote it, and how they came to own the game.
  qualifies boolean not null default false,
  removed_at timestamptz,
  removed_by uuid references moderation_decisions,
  -- Since when it waits for somebody to look at it; only its writer sees it meanwhile.
  held_at timestamptz,
  is_shown boolean not null generated always as (removed_at is null and held_at is null) stored,
  counted boolean not null generated always as (qualifies and removed_at is null and held_at is null) stored,
  helpful integer not null default 0,
  helpful_order double precision not null default 0,
  -- Of the folded text, to find copies.
  simhash bigint,
  created_at timestamptz not null default now(),
  created_on date not null generated always as ((created_at at time zone 'UTC')::date) stored,
  edited_at timestamptz,
  unique (game_id, account_id),
  check (account_id is not null or name_kind = 'owner'),
  check (removed_by is null or removed_at is not null)
);
-- Within a day by the random id: who wrote first is nobody's to know.
create index reviews_newest on reviews (game_id, created_on desc, id desc) where is_shown;
create index reviews_helpful on reviews (game_id, helpful_order desc, id desc) where is_shown;
create index reviews_of_account on reviews (account_id, created_at desc, id desc) where account_id is not null;
create index reviews_of_release on reviews (release_id) where release_id is not null;
create index reviews_of_build on reviews (build_id) where build_id is not null;
create index reviews_removed on reviews (removed_by) where removed_by is not null;
create index reviews_held on reviews (held_at) where held_at is not null;

create table review_versions (
  id bigint generated always as identity primary key,
  review_id uuid not null references reviews on delete cascade,
  recommends boolean not null,
  text text not null,
  replaced_at timestamptz not null default now()
);
create index review_versions_of_review on review_versions (review_id, id desc);

-- Who found which review helpful. Nobody but the account itself sees a row: a review shows their number.
create table review_votes (
  review_id uuid not null references reviews on delete cascade,
  account_id uuid not null references accounts on delete cascade,
  created_at timestamptz not null default now(),
  primary key (review_id, account_id)
);
create index review_votes_of_account on review_votes (account_id, review_id);

create table review_answers (
  review_id uuid primary key references reviews on delete cascade,
  author_id uuid not null references accounts on delete cascade,
  text text not null,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  removed_at timestamptz,
  removed_by uuid references moderation_decisions,
  check (removed_by is null or removed_at is not null)
);
create index review_answers_of_author on review_answers (author_id);
create index review_answers_removed on review_answers (removed_by) where removed_by is not null;

-- Who had a game before its present developer: for a year a part of its team.
create table former_developers (
  game_id uuid not null references games on delete cascade,
  account_id uuid not null references accounts on delete cascade,
  left_at timestamptz not null default now(),
  primary key (game_id, account_id)
);
create index former_developers_of_account on former_developers (account_id);

alter table games
  add column reviews_counted integer not null default 0,
  add column reviews_positive integer not null default 0,
  add column reviews_shown integer not null default 0,
  add column reviews_shown_positive integer not null default 0,
  -- The order of Best reviewed; null for fewer than five counted reviews.
  add column review_rank double precision;

-- The Wilson lower bound: what share of all would say yes at least, judging by those who did.
create function wilson(positive integer, counted integer, z double precision) returns double precision
language sql immutable parallel safe as $$
  select case when counted = 0 then 0 else
    ((positive + z * z / 2) / counted - z * sqrt(positive::double precision * (counted - positive) / counted + z * z / 4) / counted)
    / (1 + z * z / counted) end
$$;

-- Games with a rank first, those without one after them by date: below zero, where no rank is.
create function best_reviewed(review_rank double precision, published_at timestamptz) returns double precision
language sql immutable parallel safe as $$
  select coalesce(review_rank, extract(epoch from published_at at time zone 'UTC')::double precision / 1e11 - 1)
$$;
create index games_best_reviewed on games (best_reviewed(review_rank, published_at) desc, id desc)
  where status = 'published' and suspended_at is null;

-- The name under a review; null stands for "Owner".
create function review_name(name_kind text, account_id uuid) returns text language sql stable as $$
  select username from accounts where id = account_id and name_kind = 'username'
$$;

-- What the data make of a review: the mark that its readers see, and whether it may count. In a paid game who paid counts, in
-- a free one also who claimed it with an account of seven days; never the team, and nobody whose account is suspended.
create function review_weight(review reviews) returns table (mark text, qualifies boolean) language sql stable as $$
  select weighed.mark, weighed.mark is null and weighed.is_paid_or_claimed
  from (
    select
      case
        when account.id = game.developer_id or exists (
          select from former_developers as former
          where former.game_id = game.id and former.account_id = account.id and former.left_at > now() - interval '12 months'
        ) then 'team'
        when owned.id is null then 'refunded'
        when item.price_cents = 0 and code.developer_id = game.developer_id then 'free_copy'
      end as mark,
      account.suspended_at is null and coalesce(
        item.price_cents > item.refunded_cents
        or game.is_free and account.created_at <= now() - interval '7 days', false) as is_paid_or_claimed
    from games as game
    join accounts as account on account.id = review.account_id
    left join grants as owned on owned.account_id = account.id and owned.game_id = game.id and owned.file_id is null
    left join order_items as item on item.order_id = owned.order_id and item.game_id = game.id and item.kind = 'base'
    left join discount_codes as code on code.id = item.discount_code_id
    where game.id = review.game_id
  ) as weighed
  union all
  -- Of a deleted account: as it was.
  select review.mark, review.qualifies where review.account_id is null
$$;

create function newest_release(game uuid) returns uuid language sql stable as $$
  select id from releases where game_id = game and live_at is not null and withdrawn_at is null
  order by live_at desc, id desc limit 1
$$;

-- The order of Helpful: the Wilson lower bound of owners' votes, and half a point for a review of the newest release.
create function helpful_order(review reviews) returns double precision language sql stable as $$
  select wilson(review.helpful, review.helpful, 1.28)
    + case when review.release_id = newest_release(review.game_id) then 0.5 else 0 end
$$;

-- Counts the reviews of games, which it locks first: whoever counts sees all that was committed before.
create function count_reviews(game_ids uuid[]) returns bigint language plpgsql as $$
declare changed bigint;
begin
  perform from games where id = any(game_ids) order by id for no key update;
  update games set
    reviews_counted = found.counted,
    reviews_positive = found.positive,
    reviews_shown = found.shown,
    reviews_shown_positive = found.shown_positive,
    review_rank = case when found.counted >= 5 then wilson(found.positive, found.counted, 1.96) end
  from (
    select game.id,
      (count(*) filter (where reviews.counted))::integer as counted,
      (count(*) filter (where reviews.counted and reviews.recommends))::integer as positive,
      (count(*) filter (where reviews.is_shown))::integer as shown,
      (count(*) filter (where reviews.is_shown and reviews.recommends))::integer as shown_positive
    from unnest(game_ids) as game (id) left join reviews on reviews.game_id = game.id
    group by game.id
  ) as found
  where games.id = found.id and (
    (games.reviews_counted, games.reviews_positive, games.reviews_shown, games.reviews_shown_positive)
      <> (found.counted, found.positive, found.shown, found.shown_positive)
    or (games.review_rank is null) <> (found.counted < 5));
  get diagnostics changed = row_count;
  return changed;
end
$$;

-- Weighs reviews anew, and by the triggers counts their games where it makes a difference.
create function weigh_reviews(review_ids uuid[]) returns bigint language plpgsql as $$
declare changed bigint;
begin
  if review_ids = '{}' then return 0; end if; -- most owners wrote none
  perform from games where id in (select game_id from reviews where id = any(review_ids)) order by id for no key update;
  update reviews set mark = weighed.mark, qualifies = weighed.qualifies
  from (select review.id, weight.* from reviews as review, review_weight(review) as weight where review.id = any(review_ids)) as weighed
  where reviews.id = weighed.id and (reviews.mark, reviews.qualifies) is distinct from (weighed.mark, weighed.qualifies);
  get diagnostics changed = row_count;
  return changed;
end
$$;

-- Counts the votes of reviews, which it locks first, for the reason above; not those of suspended accounts.
create function count_votes(review_ids uuid[]) returns bigint language plpgsql as $$
declare changed bigint;
begin
  perform from reviews where id = any(review_ids) order by id for no key update;
  update reviews set helpful = voted.helpful
  from (
    select review.id, count(review_votes.review_id)::integer as helpful
    from unnest(review_ids) as review (id)
    left join (review_votes join accounts as voter on voter.id = review_votes.account_id and voter.suspended_at is null)
      on review_votes.review_id = review.id
    group by review.id
  ) as voted
  where reviews.id = voted.id and reviews.helpful <> voted.helpful;
  get diagnostics changed = row_count;
  return changed;
end
$$;

-- The order of reviews changes with their votes, by the trigger, and with what is the newest release of their games.
create function order_reviews(game_ids uuid[]) returns void language sql as $$
  update reviews set helpful_order = helpful_order(reviews)
  where game_id = any(game_ids) and helpful_order <> helpful_order(reviews)
$$;

-- All of that for some games: what the night repairs. Answers for how many reviews and games it changed something.
create function repair_reviews(game_ids uuid[]) returns bigint language plpgsql as $$
declare
  ids uuid[];
begin
  perform from games where id = any(game_ids) order by id for no key update;
  ids = array(select id from reviews where game_id = any(game_ids));
  perform order_reviews(game_ids);
  return weigh_reviews(ids) + count_votes(ids) + count_reviews(game_ids);
end
$$;

create function weigh_new_review() returns trigger language plpgsql as $$
begin
  select weight.mark, weight.qualifies into new.mark, new.qualifies from review_weight(new) as weight;
  new.helpful_order = helpful_order(new);
  return new;
end
$$;
create trigger reviews_weigh before insert on reviews for each row execute function weigh_new_review();

create function order_changed_review() returns trigger language plpgsql as $$
begin
  new.helpful_order = helpful_order(new);
  return new;
end
$$;
create trigger reviews_order before update of helpful, release_id on reviews for each row
  when ((old.helpful, old.release_id) is distinct from (new.helpful, new.release_id)) execute function order_changed_review();

create function count_changed_reviews() returns trigger language plpgsql as $$
begin
  case tg_op
    when 'INSERT' then perform count_reviews(array(select distinct game_id from inserted));
    when 'DELETE' then perform count_reviews(array(select distinct game_id from deleted));
    else perform count_reviews(array(
      select distinct updated.game_id from updated join deleted using (id)
      where (updated.recommends, updated.counted, updated.is_shown) <> (deleted.recommends, deleted.counted, deleted.is_shown)));
  end case;
  return null;
end
$$;
create trigger reviews_count_inserted after insert on reviews referencing new table as inserted
  for each statement execute function count_changed_reviews();
create trigger reviews_count_updated after update on reviews referencing old table as deleted new table as updated
  for each statement execute function count_changed_reviews();
create trigger reviews_count_deleted after delete on reviews referencing old table as deleted
  for each statement execute function count_changed_reviews();

create function count_changed_votes() returns trigger language plpgsql as $$
begin
  perform count_votes(array(select distinct review_id from changed));
  return null;
end
$$;
create trigger review_votes_count_inserted after insert on review_votes referencing new table as changed
  for each statement execute function count_changed_votes();
create trigger review_votes_count_deleted after delete on review_votes referencing old table as changed
  for each statement execute function count_changed_votes();

-- A refund, a gift, another order that pays for the same: the review counts or not from that transaction on. Who owns the
-- game no more has no vote in it.
create function weigh_reviews_of_owner() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from review_votes where account_id = old.account_id
      and review_id in (select id from reviews where game_id = old.game_id);
    new := old;
  end if;
  perform weigh_reviews(array(select id from reviews where game_id = new.game_id and account_id = new.account_id));
  return null;
end
$$;
create trigger grants_weigh_review after insert or update on grants for each row
  when (new.file_id is null) execute function weigh_reviews_of_owner();
create trigger grants_unweigh_review after delete on grants for each row
  when (old.file_id is null) execute function weigh_reviews_of_owner();

create function weigh_reviews_of_account() returns trigger language plpgsql as $$
begin
  perform weigh_reviews(array(select id from reviews where account_id = new.id));
  perform count_votes(array(select review_id from review_votes where account_id = new.id));
  return null;
end
$$;
create trigger accounts_weigh_reviews after update of suspended_at on accounts for each row
  when ((old.suspended_at is null) <> (new.suspended_at is null)) execute function weigh_reviews_of_account();

create function weigh_reviews_of_game() returns trigger language plpgsql as $$
begin
  if old.developer_id <> new.developer_id then
    insert into former_developers (game_id, account_id) values (new.id, old.developer_id)
      on conflict (game_id, account_id) do update set left_at = excluded.left_at;
  end if;
  perform weigh_reviews(array(select id from reviews where game_id = new.id));
  return null;
end
$$;
create trigger games_weigh_reviews after update of is_free, developer_id on games for each row
  when ((old.is_free, old.developer_id) <> (new.is_free, new.developer_id)) execute function weigh_reviews_of_game();

create function order_reviews_of_game() returns trigger language plpgsql as $$
begin
  perform order_reviews(array[new.game_id]);
  return null;
end
$$;
create trigger releases_order_reviews after update of live_at, withdrawn_at on releases for each row
  when ((old.live_at, old.withdrawn_at) is distinct from (new.live_at, new.withdrawn_at)) execute function order_reviews_of_game();

insert into own_tables (name) values ('former_developers'), ('review_votes'), ('reviews');
