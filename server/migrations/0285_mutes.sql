-- The names under reviews that an account does not want to read: a pen name or username of another account, and nothing else of
-- it. Nobody but the account itself sees a row; the id stands for the writer, whom nobody is told.
create table review_mutes (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  writer_id uuid not null references accounts on delete cascade,
  name_kind text not null check (name_kind in ('pen_name', 'username')),
  created_at timestamptz not null default now(),
  unique (account_id, writer_id, name_kind)
);
create index review_mutes_of_writer on review_mutes (writer_id);

insert into own_tables (name) values ('review_mutes');
