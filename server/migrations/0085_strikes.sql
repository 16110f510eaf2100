-- What a decision counts against its developer: the points of the rule on the day that it was made.
alter table moderation_decisions add column points int not null default 0 check (points between 0 and 6);
drop trigger moderation_decisions_stay on moderation_decisions;
create trigger moderation_decisions_stay before update of game_id, title, developer_id, kind, rule, rule_version, assets, text, revision, points, statement, decided_by, decided_at
  on moderation_decisions for each row execute function is_append_only();

-- Of what is decided about a game on one day, the heaviest counts, however many parts it is about. What was taken back, and a
-- notice that was withdrawn or beaten, counts nothing.
create view strikes as
  with counted as (
    select developer_id, coalesce(game_id, developer_id) as subject_id, title, rule, id as decision_id,
      null::bigint as notice_number, points, decided_at as struck_at, interval '180 days' as lasts
    from moderation_decisions
    where points > 0
      and not exists (select from appeals where decision_id = moderation_decisions.id and outcome = 'reversed')
    union all
    select strike.developer_id, notice.game_id, notice.title, 'rights-1', null, strike.number,
      case when exists (select from copyright_strikes as earlier
        where earlier.developer_id = strike.developer_id and earlier.voided_at is null
          and earlier.struck_at between strike.struck_at - interval '365 days' and strike.struck_at - interval '1 day')
        then 3 else 2 end,
      strike.struck_at, interval '365 days'
    from copyright_strikes as strike join copyright_notices as notice on notice.id = strike.notice_id
    where strike.voided_at is null)
  select distinct on (developer_id, subject_id, (struck_at at time zone 'UTC')::date)
    developer_id, title, rule, decision_id, notice_number, points, struck_at, struck_at + lasts as ends_at
  from counted
  order by developer_id, subject_id, (struck_at at time zone 'UTC')::date, points desc, lasts desc;
