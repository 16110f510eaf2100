-- When somebody last proved in a session who they are: as it was opened, and again before what a stolen session must not do.
alter table sessions add column verified_at timestamptz not null default now();
update sessions set verified_at = created_at;
