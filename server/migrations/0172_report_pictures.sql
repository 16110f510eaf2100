-- Pictures that came with a report, drawn anew as WebP. They lie beside it, so that both are written and removed at once.
create table report_pictures (
  id uuid primary key,
  report_id uuid not null references reports on delete cascade,
  bytes bytea not null
);
create index report_pictures_report on report_pictures (report_id);
-- WebP does not get smaller.
alter table report_pictures alter column bytes set storage external;
