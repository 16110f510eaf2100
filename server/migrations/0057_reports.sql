-- What was reported, once for each part of a game or profile and each category. A case outlives its subject: it points to
-- no row, and keeps what was reported as it was.
create table report_cases (
  id uuid primary key,
  subject_kind text not null check (subject_kind in ('game', 'developer')),
  subject_id uuid not null,
  part text not null,
  category text not null,
  is_safety boolean not null,
  -- Hash of the part as it was: what was left as it was is not hidden again while it stays the same.
  content_hash bytea not null,
  snapshot jsonb not null,
  opened_at timestamptz not null default now(),
  look_due_at timestamptz not null,
  due_at timestamptz not null,
  looked_at timestamptz,
  closed_at timestamptz,
  closed_by uuid references accounts,
  outcome text check (outcome in ('acted', 'left')),
  answer text check (length(answer) >= 40),
  note text,
  check ((closed_at is null) = (outcome is null)),
  check ((closed_at is null) = (answer is null))
);
create unique index report_cases_one_open on report_cases (subject_kind, subject_id, part, category) where closed_at is null;
create index report_cases_open on report_cases (is_safety, look_due_at) where closed_at is null;
create index report_cases_subject on report_cases (subject_kind, subject_id, part, category, opened_at desc);
create index report_cases_closed on report_cases (closed_at desc) where closed_at is not null;

-- A report without a case does not count yet: its email is not confirmed.
create table reports (
  id uuid primary key,
  number bigint generated always as identity (start with 1001) unique,
  case_id uuid references report_cases,
  subject_kind text not null,
  subject_id uuid not null,
  part text not null,
  category text not null,
  text text not null check (length(text) between 20 and 5000),
  reported_for text not null,
  signature text,
  snapshot jsonb not null,
  reporter_id uuid references accounts,
  email text,
  -- Keyed hashes, by which two reports are known to be of different people.
  network_hash bytea not null,
  browser_hash bytea not null,
  confirm_hash bytea unique,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  told_at timestamptz
);
create index reports_case on reports (case_id) where case_id is not null;
create index reports_reporter on reports (reporter_id, created_at desc) where reporter_id is not null;
create index reports_email on reports (lower(email)) where email is not null;
create index reports_unconfirmed on reports (created_at) where case_id is null;
