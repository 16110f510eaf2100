-- What becomes of a game that was sealed as illegal: it is reported to an authority, kept for a year, and then two people have
-- its bytes destroyed.
create table sealed_evidence (
  game_id uuid primary key references games on delete cascade,
  authority text,
  reference text,
  reported_on date,
  -- Why it is kept beyond its day.
  legal_hold text,
  proposed_by uuid references accounts,
  proposed_at timestamptz,
  confirmed_by uuid references accounts,
  confirmed_at timestamptz,
  -- A store of one person has nobody else. It says so.
  single_admin boolean not null default false,
  destroyed_at timestamptz,
  check (num_nulls(authority, reference, reported_on) in (0, 3)),
  check (num_nulls(proposed_by, proposed_at) in (0, 2)),
  check (num_nulls(confirmed_by, confirmed_at) in (0, 2)),
  check (confirmed_at is null or proposed_at is not null and reported_on is not null and legal_hold is null),
  constraint sealed_evidence_two_people check (confirmed_by <> proposed_by or single_admin),
  check (destroyed_at is null or confirmed_at is not null)
);

-- Games that are sealed, apart from those that a report or a notice hides for the time being.
create view sealed_games as
  select games.id as game_id, games.title, games.developer_id,
    coalesce(hold.was_suspended_at, games.suspended_at) as sealed_at
  from games
  left join lateral (
    select was_illegal, was_suspended_at from game_holds where game_id = games.id and ended_at is null limit 1
  ) as hold on true
  where games.is_illegal and games.suspended_at is not null and coalesce(hold.was_illegal, true);
create index games_illegal on games (id) where is_illegal;

-- Nobody is sold or handed what is not there any more.
create function keep_destroyed() returns trigger language plpgsql as $$
begin
  if exists (select from sealed_evidence where game_id = new.id and confirmed_at is not null) then
    raise exception 'the files and pictures of this game were destroyed';
  end if;
  return new;
end $$;
create trigger games_keep_destroyed before update of suspended_at, is_illegal on games for each row
  when (old.is_illegal and (new.suspended_at is null or not new.is_illegal)) execute function keep_destroyed();

-- Its hash stays, to know the same bytes by.
alter table file_builds add column destroyed_at timestamptz;
