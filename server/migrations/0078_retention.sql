-- What must not change may go once it is older than it has to be kept, and not a day before.
create function is_kept() returns trigger language plpgsql as $$
begin
  if (to_jsonb(old) ->> tg_argv[0])::timestamptz < now() - tg_argv[1]::interval then
    return old;
  end if;
  raise exception '% is append-only for %', tg_table_name, tg_argv[1] using errcode = 'check_violation';
end $$;

drop trigger audit_log_append_only on audit_log;
create trigger audit_log_append_only before update on audit_log
  for each row execute function is_append_only();
create trigger audit_log_kept before delete on audit_log
  for each row execute function is_kept('created_at', '6 years');
create index audit_log_age on audit_log (created_at);

drop trigger moderation_decisions_stay on moderation_decisions;
create trigger moderation_decisions_stay before update of game_id, title, developer_id, kind, rule, rule_version, assets, text, revision, statement, decided_by, decided_at
  on moderation_decisions for each row execute function is_append_only();
create trigger moderation_decisions_kept before delete on moderation_decisions
  for each row execute function is_kept('decided_at', '2 years');

-- The hashes stay when the entries are gone; the time says which may be.
alter table audit_chain add column logged_at timestamptz;
alter table audit_chain disable trigger audit_chain_append_only;
update audit_chain set logged_at = audit_log.created_at from audit_log where audit_log.id = audit_id;
alter table audit_chain enable trigger audit_chain_append_only;

create or replace function extend_audit_chain(at_most int) returns int language plpgsql as $$
declare
  last bytea;
  entry audit_log;
  added int := 0;
begin
  perform pg_advisory_xact_lock(hashtextextended('audit chain', 0));
  select hash into last from audit_chain order by position desc limit 1;
  for entry in
    select * from audit_log
    where id > coalesce((select max(audit_id) from audit_chain), 0) - 10000
      and not exists (select from audit_chain where audit_id = audit_log.id)
    order by id limit at_most
  loop
    last := audit_hash(last, entry);
    insert into audit_chain (audit_id, hash, logged_at) values (entry.id, last, entry.created_at);
    added := added + 1;
  end loop;
  return added;
end $$;

-- The bodies that are still there, and all records, by age.
create index order_mails_bodies on order_mails (created_at) where content -> 'lines' <> '[]';
create index order_mails_age on order_mails (created_at);
