-- What moderation did in a month or a year, counted each night. It outlives the cases, which go after two years.
create table transparency_periods (
  period text primary key check (period ~ '^\d{4}(-(0[1-9]|1[0-2]))?$'),
  figures jsonb not null,
  counted_at timestamptz not null
);

-- For the counts of a month, and for the export of one.
create index report_cases_opened on report_cases (opened_at);
create index moderation_decisions_decided on moderation_decisions (decided_at);
