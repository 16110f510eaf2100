-- Who was logged in when they wrote; of anybody else only the address is known.
alter table contact_messages add column account_id uuid references accounts on delete set null;
create index contact_messages_account on contact_messages (account_id, id desc) where account_id is not null;
create index contact_messages_email on contact_messages (lower(email), id desc);

-- What the store answered, kept as long as the message.
create table contact_replies (
  id uuid primary key,
  message_id uuid not null references contact_messages on delete cascade,
  admin_id uuid references accounts,
  text text not null,
  created_at timestamptz not null default now()
);
create index contact_replies_message on contact_replies (message_id, created_at);
