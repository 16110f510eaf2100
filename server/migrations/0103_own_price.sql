-- Games of which a buyer may pay more than the price; of a free one, something at all.
alter table games add column pay_what_you_want boolean not null default false;

-- What a buyer paid of their own will, where it is more than the price; such an item may cost more than its list price.
alter table order_items
  drop constraint order_items_list_cents,
  add column is_own_price boolean not null default false,
  add constraint order_items_list_cents check (is_own_price or list_cents >= price_cents);
