alter table moderation_decisions add constraint moderation_decisions_by unique (id, decided_by);

-- What a developer says against a decision; one for each, decided by somebody else.
create table appeals (
  id uuid primary key,
  decision_id uuid not null unique,
  first_by uuid not null,
  developer_id uuid not null references accounts,
  text text not null check (length(text) between 20 and 4000),
  sent_at timestamptz not null,
  due_at timestamptz not null,
  outcome text check (outcome in ('reversed', 'kept')),
  answer text check (length(btrim(answer)) >= 40),
  decided_by uuid references accounts,
  decided_at timestamptz,
  -- A store of one person has nobody else. It says so.
  single_admin boolean not null default false,
  foreign key (decision_id, first_by) references moderation_decisions (id, decided_by),
  check (decided_by is distinct from first_by or single_admin),
  check (num_nulls(outcome, answer, decided_by, decided_at) in (0, 4))
);
create index appeals_open on appeals (due_at, id) where decided_at is null;
create index appeals_decided on appeals (decided_at desc, id desc) where decided_at is not null;
