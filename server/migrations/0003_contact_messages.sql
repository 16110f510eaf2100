-- What was written to the store by its contact form. It is kept here first and mailed afterwards.
create table contact_messages (
  id uuid primary key,
  email text not null,
  subject text not null,
  message text not null,
  created_at timestamptz not null default now()
);
create index contact_messages_created on contact_messages (created_at);
