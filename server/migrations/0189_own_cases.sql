-- In a store of one admin, decisions about their own go by the command line, and say that nobody else was there.
alter table moderation_decisions
  add column single_admin boolean not null default false,
  -- Neither a report nor a review led to it: an admin saw it.
  add column own_initiative boolean not null default false,
  drop constraint moderation_decisions_check2,
  add constraint moderation_decisions_by_others check (decided_by <> developer_id or single_admin);
alter table copyright_notices
  add column single_admin boolean not null default false,
  drop constraint copyright_notices_check2,
  add constraint copyright_notices_by_others
    check (accepted_at is null or decided_by is distinct from developer_id or single_admin);
