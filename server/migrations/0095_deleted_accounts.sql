-- Accounts that are to be deleted, and those that were. The row of a deleted one stays without a name, because orders and
-- books refer to it.
alter table accounts
  add column deletion_at timestamptz,
  add column deleted_at timestamptz,
  add constraint accounts_deleted_once check (deletion_at is null or deleted_at is null);
create index accounts_deletion on accounts (deletion_at) where deletion_at is not null;
