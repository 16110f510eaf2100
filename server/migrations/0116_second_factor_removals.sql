-- Second factors that their owner lost, app and recovery codes both. They are removed after some days, in which every mail
-- holds a link to keep them.
create table second_factor_removals (
  account_id uuid primary key references accounts,
  asked_at timestamptz not null,
  due_at timestamptz not null,
  -- How many mails told of it.
  notices integer not null default 0
);
create index second_factor_removals_due on second_factor_removals (due_at);
