-- Bytes that a decision found to show minors, a real person without consent, or to be malware: they come back nowhere.
create table blocked_hashes (
  sha256 bytea primary key check (length(sha256) = 32),
  category text not null check (category in ('minor', 'real-person', 'malware')),
  -- Null once the decision is as old as decisions are kept; taken back, it takes the hash with it.
  decision_id uuid references moderation_decisions on delete set null,
  blocked_at timestamptz not null
);
create index blocked_hashes_decision on blocked_hashes (decision_id) where decision_id is not null;
