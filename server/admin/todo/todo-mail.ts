import type { AuditChain } from '@nofiller/contract/admin/admin'
import { HEALTH_NAMES, phraseOf, type ToDoCounts } from '@nofiller/contract/admin/todo-rules'
import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import { composeMail } from '../../platform/mail/compose-mail.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import type { Store } from '../../store.ts'
import { auditChain } from '../audit/audit-chain.ts'
import { runHealthChecks } from './health-checks.ts'
import { countOverdue, countToDo } from './todo.ts'

/** Mails the admins every morning, in UTC. */
export const startMailingToDo = (store: Store): Promise<void> =>
  store.jobs.schedule('mail-todo', '30 7 * * *', () => mailToDo(store))

/**
 * Emails each subscribed admin the waiting items, the unhealthy parts, and the newest hash of the audit log: that one also
 * when all is done and well, because it proves something only if it is mailed every day. While something is overdue, every admin
 * gets it. Once a day, however often it runs and in however many processes.
 */
export async function mailToDo(store: Store): Promise<void> {
  const [healthChecks, chain] = await Promise.all([runHealthChecks(store), auditChain(store.db)])
  const unwell = healthChecks
    .filter(({ state }) => state === 'bad')
    .map(({ part, name, word }) => `${name ?? HEALTH_NAMES[part]}: ${word}`)
  const admins = await store.db
    .selectFrom('accounts')
    .select(['id', 'notify_todo'])
    .where(IS_TO_MAIL)
    .execute()
  for (const { id, notify_todo } of admins) {
    const counts = await countToDo(store.db, id)
    const overdue = await countOverdue(store.db, id, store.clock())
    const isNews = counts.total > 0 || unwell.length > 0 || chain.hash !== null
    if (overdue > 0 || (notify_todo && isNews)) await mailOnce(store, id, { counts, overdue, unwell, chain })
  }
}

/** The day is marked in the transaction that queues the email. */
async function mailOnce({ db, mail, config }: Store, adminId: string, waiting: Waiting): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const admin = await tx
      .updateTable('accounts')
      .set({ todo_mailed_on: TODAY })
      .where('id', '=', adminId)
      .where(IS_TO_MAIL)
      .returning('email')
      .executeTakeFirst()
    if (admin) await mail.queue(tx, toDoMail(config, admin.email, waiting))
  })
}

const TODAY = sql<string>`(now() at time zone 'utc')::date`

/** An admin without an email today. */
const IS_TO_MAIL = sql<boolean>`role = 'admin' and suspended_at is null and verified_at is not null
  and todo_mailed_on is distinct from ${TODAY}`

type Waiting = { counts: ToDoCounts; overdue: number; unwell: string[]; chain: AuditChain }

/** The daily email about open work. */
export const toDoMail = (config: Config, to: string, { counts, overdue, unwell, chain }: Waiting): Mail =>
  composeMail(config.STORE_NAME, to, {
    subject: subjectOf(config.STORE_NAME, { waiting: counts.total, overdue, unwell: unwell.length }),
    lines: [
      ...(counts.total > 0 ? [`Waiting for you: ${phraseOf(counts)}.`] : []),
      ...(overdue > 0 ? [`Overdue: ${overdue}. Someone was promised an answer by now.`] : []),
      ...(counts.total + unwell.length === 0 ? ['Nothing waits for you.'] : []),
      ...unwell,
      ...(chain.hash
        ? [`The audit log has ${chain.entries} entries. Their hash, to compare later: ${chain.hash}`]
        : []),
      { link: `${config.publicUrl}/admin-dashboard`, label: 'Open To do' },
      'You get this email at most once a day. You can turn it off at the bottom of To do; it then comes only while something is overdue.',
    ],
  })

type Numbers = { waiting: number; overdue: number; unwell: number }

function subjectOf(storeName: string, { waiting, overdue, unwell }: Numbers): string {
  if (overdue > 0) return `${overdue} overdue at ${storeName}`
  if (waiting > 0) return `${waiting} to do at ${storeName}`
  return unwell > 0 ? `${storeName} needs a look` : `Nothing to do at ${storeName}`
}
