-- Reports are decided as reviews are: by a rule, about a part, with the reasons kept word for word.
alter table moderation_decisions
  -- Null for a decision about a profile.
  alter column game_id drop not null,
  add column case_id uuid references report_cases on delete set null,
  alter column revision drop not null,
  -- Hash of the game or profile as the admin saw it; a review has a revision instead.
  add column content_hash bytea,
  -- What the game was before it was taken down: a decision that is taken back leads there.
  add column was_suspended_at timestamptz,
  add column was_suspended_reason text,
  add column was_illegal boolean not null default false,
  add column was_review text check (was_review in ('waiting', 'changes_needed', 'rejected')),
  add constraint moderation_decisions_seen check (num_nonnulls(revision, content_hash) = 1);
create index moderation_decisions_case on moderation_decisions (case_id, decided_at desc) where case_id is not null;

-- Nothing is decided against anybody without a rule, what it is about, and words of one's own.
alter table moderation_decisions drop constraint moderation_decisions_check1,
  add constraint moderation_decisions_reasons
  check (kind in ('approve', 'leave') or (rule is not null and cardinality(assets) >= 1 and length(btrim(text)) >= 40));

-- Changes that a report led to come back into the queue of reviews.
alter table game_reviews drop constraint game_reviews_reason_check,
  add constraint game_reviews_reason_check check (reason in ('first_game', 'theme', 'new_game', 'report', 'strikes'));
