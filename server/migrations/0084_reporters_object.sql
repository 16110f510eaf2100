-- Reporters object as well: once for a decision, whoever of them is first. Theirs names the decision in a column of its own,
-- so that theirs and the developer's are each unique.
alter table appeals alter column decision_id drop not null,
  add column reporter_decision_id uuid unique,
  add column report_id uuid references reports on delete set null,
  add foreign key (reporter_decision_id, first_by) references moderation_decisions (id, decided_by),
  add check (num_nonnulls(decision_id, reporter_decision_id) = 1);
create index appeals_report on appeals (report_id) where report_id is not null;
