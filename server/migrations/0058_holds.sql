-- A game that is hidden from everybody until a report is decided. It is held as one that was taken down as illegal is;
-- what it was before stands here, to which a decision leads back.
create table game_holds (
  id uuid primary key,
  game_id uuid not null references games,
  case_id uuid not null references report_cases,
  -- Whose report it was; null when nobody is known.
  email text,
  was_suspended_at timestamptz,
  was_suspended_reason text,
  was_illegal boolean not null,
  started_at timestamptz not null default now(),
  -- When the admins were last mailed that nobody decided it within a day.
  reminded_at timestamptz,
  ended_at timestamptz
);
create unique index game_holds_one_open on game_holds (case_id) where ended_at is null;
create index game_holds_open on game_holds (game_id, started_at) where ended_at is null;
create index game_holds_email on game_holds (email) where email is not null;

-- A held game stays hidden, whatever else is decided about it meanwhile: that counts when the last hold ends.
create function keep_held() returns trigger language plpgsql as $$
begin
  update game_holds set was_suspended_at = new.suspended_at, was_suspended_reason = new.suspended_reason,
    was_illegal = was_illegal and new.is_illegal and new.suspended_at is not null
  where game_id = new.id and ended_at is null;
  if found then
    new.suspended_at := old.suspended_at;
    new.suspended_reason := old.suspended_reason;
    new.is_illegal := old.is_illegal;
  end if;
  return new;
end $$;
create trigger games_keep_held before update of suspended_at, suspended_reason, is_illegal on games for each row
  when (old.is_illegal and (new.suspended_at is null or not new.is_illegal
    or new.suspended_reason is distinct from old.suspended_reason)) execute function keep_held();

-- Since when a report waits that could not hide its game by itself.
alter table report_cases add column alarmed_at timestamptz;
create index report_cases_alarmed on report_cases (alarmed_at) where closed_at is null and alarmed_at is not null;

-- Who sees reports of the safety queue; while nobody has it, the first admin does.
alter table accounts add column safety boolean not null default false;
