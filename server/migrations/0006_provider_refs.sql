-- What a message names besides its order, so that its payment can be read back: not every provider lists payments by order.
alter table provider_messages add column invoice_id text, add column payment_id text;
create index provider_messages_order on provider_messages (order_id) where order_id is not null;
create index provider_messages_invoice on provider_messages (provider, invoice_id) where invoice_id is not null;
