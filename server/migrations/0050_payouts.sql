-- Payouts to developers. What the store owes them is split into parts; every change moves an amount from one part to
-- another, so that parts and payouts always sum to what the ledger owes.
create table balance_transfers (
  id bigint generated always as identity primary key,
  developer_id uuid not null references accounts,
  kind text not null check (kind in ('sale', 'hold_over', 'reserve', 'reserve_back', 'payout', 'returned', 'paid')),
  source text not null check (source in ('sales', 'pending', 'reserve', 'available', 'in_payout', 'paid')),
  target text not null check (target in ('sales', 'pending', 'reserve', 'available', 'in_payout', 'paid')),
  amount_cents bigint not null check (amount_cents > 0),
  -- The line of the ledger behind it; null for what is of no single sale.
  order_id uuid,
  booking integer,
  item_position integer,
  payout_id uuid,
  created_at timestamptz not null default now(),
  check (source <> target)
);
create unique index balance_transfers_once on balance_transfers (order_id, booking, item_position, kind) nulls not distinct
  where order_id is not null;
create unique index balance_transfers_of_payout on balance_transfers (payout_id, kind) where payout_id is not null;
-- The lines of statements.
create index balance_transfers_available on balance_transfers (developer_id, id)
  where source = 'available' or target = 'available';
create trigger balance_transfers_append_only before update or delete on balance_transfers
  for each row execute function is_append_only();

-- The sums of the transfers. Only `available` can be negative for long: after refunds of what was paid out.
create table developer_balances (
  developer_id uuid primary key references accounts,
  pending_cents bigint not null default 0,
  reserve_cents bigint not null default 0,
  available_cents bigint not null default 0,
  in_payout_cents bigint not null default 0,
  paid_cents bigint not null default 0
);
create index developer_balances_available on developer_balances (available_cents) where available_cents > 0;

create function sum_transfers() returns trigger language plpgsql as $$
begin
  insert into developer_balances as balance
    (developer_id, pending_cents, reserve_cents, available_cents, in_payout_cents, paid_cents)
  select developer_id,
    coalesce(sum(amount) filter (where part = 'pending'), 0),
    coalesce(sum(amount) filter (where part = 'reserve'), 0),
    coalesce(sum(amount) filter (where part = 'available'), 0),
    coalesce(sum(amount) filter (where part = 'in_payout'), 0),
    coalesce(sum(amount) filter (where part = 'paid'), 0)
  from (
    select developer_id, target as part, amount_cents as amount from added
    union all
    select developer_id, source, -amount_cents from added) as moves
  group by developer_id order by developer_id
  on conflict (developer_id) do update set
    pending_cents = balance.pending_cents + excluded.pending_cents,
    reserve_cents = balance.reserve_cents + excluded.reserve_cents,
    available_cents = balance.available_cents + excluded.available_cents,
    in_payout_cents = balance.in_payout_cents + excluded.in_payout_cents,
    paid_cents = balance.paid_cents + excluded.paid_cents;
  -- No check of the table: that would also see the row that an upsert proposes.
  if exists (
    select from developer_balances where developer_id in (select developer_id from added)
      and least(reserve_cents, in_payout_cents, paid_cents) < 0) then
    raise exception 'more is moved out of a balance than is in it' using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- What is pending, line by line of the ledger. A line leaves when its sale is old enough; a refund is as old as its sale.
create table held_earnings (
  order_id uuid not null,
  booking integer not null,
  item_position integer,
  developer_id uuid not null references accounts,
  amount_cents integer not null,
  sold_at timestamptz not null
);
create unique index held_earnings_once on held_earnings (order_id, booking, item_position) nulls not distinct;
create index held_earnings_sold on held_earnings (sold_at);
create index held_earnings_developer on held_earnings (developer_id, sold_at);

-- What is kept back of sales in a developer's first months.
create table held_reserves (
  transfer_id bigint primary key references balance_transfers,
  developer_id uuid not null references accounts,
  amount_cents integer not null,
  held_until timestamptz not null
);
create index held_reserves_until on held_reserves (held_until);

-- A sale is pending from its booking on; `earned` holds lines of the ledger.
create function hold_earnings() returns trigger language plpgsql as $$
begin
  insert into held_earnings (order_id, booking, item_position, developer_id, amount_cents, sold_at)
    select order_id, booking, item_position, developer_id, -amount_cents,
      (select min(created_at) from ledger_entries as first where first.order_id = added.order_id)
    from added where developer_id is not null and amount_cents <> 0;
  insert into balance_transfers
    (developer_id, kind, source, target, amount_cents, order_id, booking, item_position, created_at)
    select developer_id, 'sale',
      case when amount_cents < 0 then 'sales' else 'pending' end,
      case when amount_cents < 0 then 'pending' else 'sales' end,
      abs(amount_cents), order_id, booking, item_position, created_at
    from added where developer_id is not null and amount_cents <> 0
    order by developer_id, order_id, booking, item_position;
  return null;
end $$;

create function free_payout_number() returns text volatile language plpgsql as $$
declare
  candidate text;
begin
  loop
    candidate := order_number(floor(random() * 31::double precision ^ 7)::bigint);
    exit when not exists (select from payouts where number = candidate);
  end loop;
  return candidate;
end $$;

-- A payout, whose face is its statement: frozen when it was drafted. It holds all that was available then.
create table payouts (
  id uuid primary key,
  number text not null unique default free_payout_number(),
  developer_id uuid not null references accounts,
  state text not null default 'DRAFT',
  amount_cents bigint not null check (amount_cents > 0),
  -- Its lines are the transfers of the developer's available money between these two.
  previous_transfer_id bigint not null default 0,
  transfer_id bigint unique,
  provider text not null,
  coin text not null,
  address text not null,
  address_usable_at timestamptz not null,
  rate text,
  coin_amount text,
  network_fee text,
  reference text,
  provider_status text,
  transaction_id text,
  attempts integer not null default 0,
  asked integer not null default 0,
  was_refused boolean not null default false,
  next_look_at timestamptz not null default now(),
  block_reason text,
  reason text,
  first_approved_by uuid references accounts on delete set null,
  approved_by uuid references accounts on delete set null,
  drafted_at timestamptz not null default now(),
  first_approved_at timestamptz,
  approved_at timestamptz,
  preparing_at timestamptz,
  releasing_at timestamptz,
  ended_at timestamptz,
  check (state in ('DRAFT', 'BLOCKED', 'APPROVED', 'PREPARING', 'PREPARED', 'RELEASING', 'SENDING', 'UNKNOWN', 'PAID', 'FAILED', 'CANCELLED')),
  check (state <> 'PAID' or transaction_id is not null),
  check (state in ('DRAFT', 'BLOCKED', 'CANCELLED') or (rate is not null and coin_amount is not null))
);
create unique index payouts_open on payouts (developer_id) where state not in ('PAID', 'FAILED', 'CANCELLED');
create unique index payouts_reference on payouts (provider, reference) where reference is not null;
create unique index payouts_transaction on payouts (transaction_id, developer_id) where transaction_id is not null;
create index payouts_of_developer on payouts (developer_id, drafted_at desc, id desc);
create index payouts_waiting on payouts (state, next_look_at) where state not in ('PAID', 'FAILED', 'CANCELLED');
create index payouts_for_persons on payouts (drafted_at)
  where state in ('DRAFT', 'BLOCKED', 'UNKNOWN') or (state = 'SENDING' and provider = 'manual');
create index payouts_ended on payouts (ended_at desc, id desc) where ended_at is not null;

-- Money is on its way at most once: what was released is never prepared again, and what has ended stays so. The money moves
-- in the statement that ends a payout.
create function move_payout() returns trigger language plpgsql as $$
declare
  allowed text[] := case old.state
    when 'DRAFT' then '{APPROVED,BLOCKED,CANCELLED}'
    when 'BLOCKED' then '{APPROVED,CANCELLED}'
    when 'APPROVED' then '{PREPARING,BLOCKED,CANCELLED}'
    when 'PREPARING' then '{PREPARED,FAILED,UNKNOWN}'
    when 'PREPARED' then '{RELEASING,CANCELLED,FAILED,UNKNOWN}'
    when 'RELEASING' then '{SENDING,PREPARED,PAID,FAILED,UNKNOWN}'
    when 'SENDING' then '{PAID,FAILED,UNKNOWN}'
    when 'UNKNOWN' then '{SENDING,PAID,FAILED}'
    else '{}' end;
begin
  if new.developer_id <> old.developer_id or new.amount_cents <> old.amount_cents or new.number <> old.number then
    raise exception 'the face of payout % is frozen', old.number using errcode = 'check_violation';
  end if;
  if old.state in ('PAID', 'FAILED', 'CANCELLED') then
    raise exception 'payout % has ended', old.number using errcode = 'check_violation';
  end if;
  if old.approved_at is not null and
    (new.address, new.coin, new.coin_amount, new.rate) is distinct from (old.address, old.coin, old.coin_amount, old.rate) then
    raise exception 'payout % is approved as it is', old.number using errcode = 'check_violation';
  end if;
  if new.state = old.state then return new; end if;
  if not new.state = any (allowed) then
    raise exception 'payout % cannot go from % to %', old.number, old.state, new.state using errcode = 'check_violation';
  end if;
  if new.state in ('PAID', 'FAILED', 'CANCELLED') then
    new.ended_at := coalesce(new.ended_at, now());
    perform from developer_balances where developer_id = new.developer_id for update;
    insert into balance_transfers (developer_id, kind, source, target, amount_cents, payout_id) values (
      new.developer_id,
      case when new.state = 'PAID' then 'paid' else 'returned' end,
      'in_payout',
      case when new.state = 'PAID' then 'paid' else 'available' end,
      new.amount_cents, new.id);
  end if;
  return new;
end $$;
create trigger move_payout before update on payouts for each row execute function move_payout();

create function no_payout_goes() returns trigger language plpgsql as $$
begin
  raise exception 'payouts are never deleted' using errcode = 'check_violation';
end $$;
create trigger no_payout_goes before delete on payouts for each row execute function no_payout_goes();

-- What moved a developer's available money, but for the payouts themselves: the lines of statements.
create view statement_lines as
  select transfer.id, transfer.developer_id, coalesce(lines.booked_at, transfer.created_at) as at,
    case
      when transfer.kind <> 'hold_over' then transfer.kind
      when transfer.booking = 0 then 'sale'
      when lines.gross < 0 then 'refund'
      else 'correction' end as kind,
    coalesce(item.title, orders.game_title) as title, orders.number as order_number, returned.number as payout_number,
    case when transfer.kind = 'hold_over' then lines.gross else 0 end as gross,
    case when transfer.kind = 'hold_over' then lines.fee else 0 end as fee,
    case when transfer.kind = 'hold_over' then lines.platform else 0 end as platform,
    case when transfer.target = 'available' then transfer.amount_cents else -transfer.amount_cents end as amount
  from balance_transfers as transfer
  left join orders on orders.id = transfer.order_id
  left join order_items as item on item.order_id = transfer.order_id and item.position = transfer.item_position
  left join payouts as returned on returned.id = transfer.payout_id
  left join lateral (
    select min(created_at) as booked_at,
      coalesce(sum(amount_cents) filter (where line = 'gross'), 0)::bigint as gross,
      -coalesce(sum(amount_cents) filter (where line in ('provider_fee', 'refund_cost')), 0)::bigint as fee,
      -coalesce(sum(amount_cents) filter (where line = 'platform_share'), 0)::bigint as platform
    from ledger_entries where order_id = transfer.order_id and booking = transfer.booking
      and item_position is not distinct from transfer.item_position) as lines on true
  where (transfer.source = 'available' or transfer.target = 'available') and transfer.kind <> 'payout';

create table payout_events (
  id bigint generated always as identity primary key,
  payout_id uuid not null references payouts,
  state text not null,
  actor_id uuid references accounts on delete set null,
  detail jsonb not null default '{}',
  created_at timestamptz not null default now()
);
create index payout_events_of_payout on payout_events (payout_id, id);

-- What an admin says became of a payout; it counts once another one says the same.
create table payout_evidence (
  id bigint generated always as identity primary key,
  payout_id uuid not null references payouts,
  admin_id uuid not null references accounts,
  outcome text not null check (outcome in ('paid', 'not_sent')),
  transaction_id text,
  note text not null,
  created_at timestamptz not null default now(),
  check (outcome <> 'paid' or transaction_id is not null)
);
create index payout_evidence_of_payout on payout_evidence (payout_id, id desc);

-- The switch that stops all payouts, and when the process that sends them last ran.
create table payout_control (
  only_row boolean primary key default true check (only_row),
  stopped boolean not null default false,
  reason text,
  changed_by uuid references accounts on delete set null,
  changed_at timestamptz,
  seen_at timestamptz,
  last_run_at timestamptz
);
insert into payout_control default values;

-- What the provider last told of each coin; written by the process that sends, which alone may ask.
create table payout_quotes (
  provider text not null,
  coin text not null,
  rate text,
  available text,
  minimum text not null,
  network_fee text,
  decimals integer not null,
  quoted_at timestamptz not null,
  primary key (provider, coin)
);

create trigger sum_transfers after insert on balance_transfers
  referencing new table as added for each statement execute function sum_transfers();
create trigger hold_earnings after insert on ledger_entries
  referencing new table as added for each statement execute function hold_earnings();

alter table audit_log drop constraint audit_log_subject_kind_check, add constraint audit_log_subject_kind_check
  check (subject_kind in ('user', 'game', 'contact', 'order', 'payout', 'store')) not valid;
