-- A notice counts once the address of its claimant is confirmed: until then it is `unconfirmed`. A counter-notice goes out once
-- an admin has looked at it: until then its notice is `answered`.
alter table copyright_notices
  -- Null of one that came before addresses were confirmed.
  add column confirmed_at timestamptz,
  drop constraint copyright_notices_state_check,
  add constraint copyright_notices_state_check check (state in
    ('unconfirmed', 'received', 'returned', 'standing', 'answered', 'countered', 'court', 'restored', 'withdrawn')),
  drop constraint copyright_notices_check1,
  add constraint copyright_notices_accepted
    check (accepted_at is not null or state in ('unconfirmed', 'received', 'returned', 'withdrawn')),
  drop constraint copyright_notices_check3,
  add constraint copyright_notices_counter
    check (num_nulls(counter, countered_at) in (0, 2) and (restore_at is null or counter is not null)),
  drop constraint copyright_notices_check4,
  add constraint copyright_notices_countered_at check (counter is not null or state not in ('answered', 'countered', 'restored')),
  add constraint copyright_notices_restored_at check (restore_at is not null or state not in ('countered', 'restored'));
-- An admin who enters one has the letter before them.
update copyright_notices set confirmed_at = sent_at where entered_by is not null;

-- Anybody can send one in the name of another: two are the same only if they say the same.
drop index copyright_notices_once;
create unique index copyright_notices_once on copyright_notices (game_id, md5(fields::text), md5(assets::text))
  where state = 'received';
create unique index copyright_notices_once_unconfirmed on copyright_notices (game_id, md5(fields::text), md5(assets::text))
  where state = 'unconfirmed';
create index copyright_notices_email on copyright_notices (lower(fields->>'email'), sent_at);
drop index copyright_notices_received;
create index copyright_notices_due on copyright_notices (due_at) where state in ('received', 'answered');
drop index copyright_notices_standing;
create index copyright_notices_standing on copyright_notices (game_id) where state in ('standing', 'answered', 'countered', 'court');

create or replace view copyright_strikes as
  select id as notice_id, number, developer_id, accepted_at as struck_at,
    case when state in ('restored', 'withdrawn') then ended_at end as voided_at
  from copyright_notices
  where accepted_at is not null and state not in ('answered', 'countered');
