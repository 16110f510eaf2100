-- What an account would rather not see, as the cookie of the same name says it (contract/limits-rules.ts). No row: never chosen.
create table account_limits (
  account_id uuid primary key references accounts on delete cascade,
  limits text not null check (limits ~ '^v1\.[0-9a-z]{1,8}(\.a)?$')
);
