import type { AuditChain } from '@nofiller/contract/admin/admin'
import { RETENTION } from '@nofiller/contract/personal-data/retention-rules'
import { sql } from 'kysely'
import type { Database, Queryable } from '../../platform/database/database.ts'
import type { Store } from '../../store.ts'

const AT_ONCE = 1_000

/** Adds new entries to the chain every ten minutes, and checks all of it every night. */
export async function startAuditChain({ db, jobs }: Store): Promise<void> {
  await jobs.schedule('extend-audit-chain', '*/10 * * * *', () => extendChain(db))
  await jobs.schedule('check-audit-chain', '23 4 * * *', async () => {
    await extendChain(db)
    await checkChain(db)
  })
}

/** Adds missing entries to the chain, several in one transaction. */
export async function extendChain(db: Database): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ added: number }>`select extend_audit_chain(${AT_ONCE}) as added`.execute(db)
    if ((rows[0]?.added ?? 0) < AT_ONCE) return
  }
}

/**
 * Compares the audit log with its chain. An entry may be missing when it was old enough to be removed.
 * @throws Error naming the first entry that was changed or removed; the failed job then shows in To do
 */
export async function checkChain(db: Database): Promise<void> {
  const { after } = RETENTION.auditLog
  const { rows } = await sql<{ id: string }>`
    select audit_id::text as id from (
      select position, audit_id, hash, logged_at, audit_log.id is not null as is_there,
        audit_hash(lag(hash) over (order by position), audit_log) as expected
      from audit_chain left join audit_log on audit_log.id = audit_id
    ) as link where hash is distinct from expected and (is_there or logged_at is null or logged_at > now() - ${after}::interval)
    order by position limit 1`.execute(db)
  const [broken] = rows
  if (broken) throw new Error(`The audit log was changed: entry ${broken.id} is not what it was.`)
}

/** Deletes old entries. Their hashes stay in the chain, so that the later ones can still be checked. */
export async function purgeAuditLog(db: Database): Promise<void> {
  await extendChain(db)
  await sql`delete from audit_log where created_at < now() - ${RETENTION.auditLog.after}::interval`.execute(
    db,
  )
}

/** The chain's length and its newest hash: saving it proves later that nothing was changed. */
export async function auditChain(db: Queryable): Promise<AuditChain> {
  const newest = await db
    .selectFrom('audit_chain')
    .select(['position', 'hash'])
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { entries: newest?.position ?? 0, hash: newest?.hash.toString('hex') ?? null }
}
