-- How often an account that is to be deleted was reminded of it.
alter table accounts add column deletion_reminders smallint not null default 0;
