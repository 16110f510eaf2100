-- One mail a day to each admin for whom something waits, unless they do not want it. The date keeps it one, whichever
-- process sends it and however often its job runs.
alter table accounts
  add column notify_todo boolean not null default true,
  add column todo_mailed_on date;
