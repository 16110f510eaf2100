-- Each entry of the audit log with a hash over it and over the hash before, so that a changed or missing entry shows, also
-- to those who can switch the log's triggers off but were once told a hash.
create table audit_chain (
  position bigint generated always as identity primary key,
  audit_id bigint not null unique, -- no reference: the chain tells of an entry that is gone
  hash bytea not null
);
create trigger audit_chain_append_only before update or delete on audit_chain
  for each row execute function is_append_only();
create trigger audit_chain_never_emptied before truncate on audit_chain
  for each statement execute function is_append_only();

-- Nothing in it depends on the session that asks.
create function audit_hash(hash_before bytea, entry audit_log) returns bytea language sql immutable as $$
  select sha256(coalesce(hash_before, '') || convert_to(jsonb_build_array(
    entry.id, entry.actor_id, entry.actor, entry.address, entry.action, entry.subject_kind, entry.subject_id, entry.subject,
    entry.reason, entry.before, entry.after, extract(epoch from entry.created_at))::text, 'UTF8'))
$$;

-- Adds at most so many entries. An entry that committed after one with a higher id is added when it is seen.
create function extend_audit_chain(at_most int) returns int language plpgsql as $$
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
    insert into audit_chain (audit_id, hash) values (entry.id, last);
    added := added + 1;
  end loop;
  return added;
end $$;
