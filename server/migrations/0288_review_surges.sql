-- When the reviews of a game were unusually many: one open at a time, until a person decides. Days are in UTC, as those of
-- reviews are: nothing here tells when one of them was written.
create table review_surges (
  id uuid primary key,
  game_id uuid not null references games on delete cascade,
  from_on date not null,
  -- The last day; null while it is open.
  until_on date,
  state text not null default 'open' check (state in ('open', 'normal', 'off_topic')),
  opened_at timestamptz not null default now(),
  due_at timestamptz not null,
  -- What the job saw: of so many reviews so many recommend the game, and so many are by newcomers.
  reviews integer not null,
  positive integer not null,
  newcomers integer not null,
  reason text,
  decided_by uuid references accounts,
  decided_at timestamptz,
  -- The statement of reasons, for a window that does not count.
  decision_id uuid references moderation_decisions,
  check ((state = 'open') = (decided_at is null)),
  check (num_nulls(reason, decided_by, decided_at, until_on) in (0, 4)),
  check (state <> 'off_topic' or decision_id is not null),
  check (until_on >= from_on)
);
create unique index review_surges_open on review_surges (game_id) where state = 'open';
create index review_surges_due on review_surges (due_at, id) where state = 'open';
create index review_surges_of_game on review_surges (game_id, from_on desc);
create index review_surges_decided on review_surges (decided_at desc, id desc) where state <> 'open';
create index review_surges_of_decision on review_surges (decision_id) where decision_id is not null;

-- The reviews of the last hours, of all games.
create index reviews_recent on reviews (created_at) include (game_id) where is_shown;

-- Whether a review of a game, written then, lies in a window that a person judged to be off topic.
create function in_off_topic_window(game uuid, written_at timestamptz) returns boolean language sql stable as $$
  select exists (
    select from review_surges as surge
    where surge.game_id = game and surge.state = 'off_topic'
      and (written_at at time zone 'UTC')::date between surge.from_on and surge.until_on
  )
$$;

alter table reviews drop constraint reviews_mark_check,
  add constraint reviews_mark_check check (mark in ('free_copy', 'team', 'refunded', 'surge'));

-- As before. Nothing counts of an account while somebody looks into a report of fraud about it; what would count and lies in an
-- off-topic window is marked, and counts again when the window ends.
create or replace function review_weight(review reviews) returns table (mark text, qualifies boolean) language sql stable as $$
  select
    case when weighed.qualifies and surge.is_off_topic then 'surge' else weighed.mark end,
    weighed.qualifies and not surge.is_off_topic
  from (
    select marked.mark, marked.mark is null and marked.is_paid_or_claimed as qualifies
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
        account.suspended_at is null and not is_under_fraud_case(account.id) and coalesce(
          item.price_cents > item.refunded_cents
          or game.is_free and account.created_at <= now() - interval '7 days', false) as is_paid_or_claimed
      from games as game
      join accounts as account on account.id = review.account_id
      left join grants as owned on owned.account_id = account.id and owned.game_id = game.id and owned.file_id is null
      left join order_items as item on item.order_id = owned.order_id and item.game_id = game.id and item.kind = 'base'
      left join discount_codes as code on code.id = item.discount_code_id
      where game.id = review.game_id
    ) as marked
    union all
    -- Of a deleted account: as it was.
    select nullif(review.mark, 'surge'), review.qualifies or coalesce(review.mark = 'surge', false)
    where review.account_id is null
  ) as weighed
  cross join (select in_off_topic_window(review.game_id, review.created_at) as is_off_topic) as surge
$$;

-- A decision, and its reversal, count from their transaction on.
create function weigh_reviews_of_surge() returns trigger language plpgsql as $$
begin
  perform weigh_reviews(array(
    select id from reviews where game_id = new.game_id
      and (created_on between new.from_on and new.until_on or mark = 'surge')));
  return null;
end
$$;
create trigger review_surges_weigh after update of state, from_on, until_on on review_surges for each row
  when (old.state = 'off_topic' or new.state = 'off_topic') execute function weigh_reviews_of_surge();
create trigger review_surges_weigh_new after insert on review_surges for each row
  when (new.state = 'off_topic') execute function weigh_reviews_of_surge();

-- Why a review waits for somebody to look at it, and the text that it is like.
alter table reviews
  add column held_reason text check (held_reason in ('copy', 'refusals')),
  add column held_like uuid references reviews on delete set null;
create index reviews_held_like on reviews (held_like) where held_like is not null;
-- The texts of a day, to find copies among them.
create index reviews_written on reviews (coalesce(edited_at, created_at)) include (simhash, account_id) where simhash is not null;

-- A window of a game's reviews breaks no rule of the store; a decision about it still has its words.
alter table moderation_decisions drop constraint moderation_decisions_reasons,
  add constraint moderation_decisions_reasons check (
    kind in ('approve', 'leave')
    or length(btrim(text)) >= 40 and (kind = 'off_topic' or rule is not null and cardinality(assets) >= 1));

-- Days of reviews concern many: besides the seller, each of their writers can appeal.
alter table appeals
  add column writer_decision_id uuid,
  add foreign key (writer_decision_id, first_by) references moderation_decisions (id, decided_by),
  add unique (writer_decision_id, developer_id),
  drop constraint appeals_check2,
  add constraint appeals_of_one_side check (num_nonnulls(decision_id, reporter_decision_id, writer_decision_id) = 1);
