-- What providers call an order: random, one for each order and provider, so that nobody comes from a provider's page to the
-- order's id, which opens its downloads.
create table payment_references (
  reference text primary key,
  order_id uuid not null references orders,
  provider text not null,
  created_at timestamptz not null default now(),
  unique (order_id, provider)
);
-- Providers know earlier orders by their ids. The code of this version says of each new order that they do not.
alter table orders add column id_at_providers boolean not null default true;
-- A process of the version before, which runs beside this one during an upgrade, takes a reference for the id of another order:
-- it would find a mismatch where money came. It decides by what is stored here, so each reading names its order by the id.
create function name_order_of_reading() returns trigger language plpgsql as $$
  begin
    new.snapshots := (
      select coalesce(jsonb_agg(
        case when named.reference is null then snapshot
          else jsonb_set(snapshot, '{orderId}', to_jsonb(new.order_id)) end order by place), '[]')
      from jsonb_array_elements(new.snapshots) with ordinality as read (snapshot, place)
      left join payment_references as named
        on named.reference = snapshot ->> 'orderId' and named.order_id = new.order_id);
    return new;
  end
$$;
create trigger name_order_of_reading before insert on provider_readings
  for each row execute function name_order_of_reading();
