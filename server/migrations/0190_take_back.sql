-- Where each key of an account was made: the page by which its owner takes it back tells their own from a stranger's by it.
alter table sessions add column country text;
alter table passkeys add column session_id uuid;
alter table authenticators add column session_id uuid;
alter table payout_addresses add column session_id uuid;
alter table recovery_codes add column session_id uuid;

alter table recovery_codes add column created_at timestamptz not null default now();
update recovery_codes set created_at = coalesce(
  (select max(happened_at) from security_events
    where security_events.account_id = recovery_codes.account_id
      and kind in ('second_factor_on', 'recovery_codes_renewed')),
  (select created_at from authenticators where authenticators.account_id = recovery_codes.account_id),
  created_at);

-- Since when a passkey logs nobody in, because the account was taken back; it is removed a day later.
alter table passkeys add column suspended_at timestamptz;
create index passkeys_suspended on passkeys (suspended_at) where suspended_at is not null;

-- Why a second factor is removed: it is lost, said in a log-in or by the link that takes the account back, which then removes
-- the passkeys as well; or the account was taken back by who could not give it.
alter table second_factor_removals add column kind text not null default 'lost'
  check (kind in ('lost', 'lost_by_link', 'taken_back'));
