import type { Answer } from '@nofiller/contract/calls'
import { DELETION_REFUSED, type DeletionObstacle } from '@nofiller/contract/personal-data-rules'
import { sql } from 'kysely'
import { revokeDownloadLinks, revokeOtherSessions } from '../../accounts/sessions/session.ts'
import type { Account } from '../../platform/caller.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { conflict } from '../../platform/http/errors.ts'
import type { Store } from '../../store.ts'
import { deletionAskedMail, deletionCancelledMail } from '../mails.ts'
import { hasSold } from './delete-accounts.ts'

type Deletion = Answer<'GET /api/account/deletion'>

/** Whether and when the account is deleted, and what it would lose. */
export async function deletionOf({ db, config }: Store, { id }: Account): Promise<Deletion> {
  const row = await standingOf(db, id).executeTakeFirstOrThrow()
  return {
    deletionAt: row.deletion_at?.toISOString() ?? null,
    graceDays: config.DELETION_GRACE_DAYS,
    games: row.games,
    obstacle: obstacleOf(row),
  }
}

const standingOf = (db: Queryable, accountId: string) =>
  db
    .selectFrom('accounts')
    .select(['role', 'email', 'deletion_at', 'deleted_at', hasSold.as('has_sold')])
    .select(
      sql<number>`(select count(distinct game_id)::int from grants where account_id = accounts.id)`.as(
        'games',
      ),
    )
    .where('accounts.id', '=', accountId)

function obstacleOf({ role, has_sold }: { role: string; has_sold: boolean }): DeletionObstacle | null {
  if (role === 'admin') return 'admin'
  return role === 'developer' || has_sold ? 'developer' : null
}

/**
 * Closes an account at once and has it deleted after the days of grace. Its other sessions and its download links end. Asked
 * for again, the day stays.
 * @throws HttpError 409 `cannot_be_deleted`, `too_late`
 */
export async function askForDeletion(store: Store, account: Account): Promise<Deletion> {
  const deletionAt = new Date(store.clock().getTime() + store.config.DELETION_GRACE_DAYS * 86_400_000)
  await store.db.transaction().execute(async (tx) => {
    const row = await standingOf(tx, account.id).forUpdate('accounts').executeTakeFirstOrThrow()
    if (row.deleted_at) throw tooLate()
    const obstacle = obstacleOf(row)
    if (obstacle) throw conflict('cannot_be_deleted', DELETION_REFUSED[obstacle])
    if (row.deletion_at) return
    await tx
      .updateTable('accounts')
      .set({ deletion_at: deletionAt, deletion_reminders: 0 })
      .where('id', '=', account.id)
      .execute()
    await revokeOtherSessions(tx, account)
    await revokeDownloadLinks(tx, account.id)
    await store.mail.queue(tx, deletionAskedMail(store.config, row.email, deletionAt))
  })
  return deletionOf(store, account)
}

/**
 * Keeps an account after all, until its day. From then on nothing is promised any more: its deletion may be under way.
 * @throws HttpError 409 `too_late`
 */
export async function keepAccount(store: Store, account: Account): Promise<Deletion> {
  await store.db.transaction().execute(async (tx) => {
    const row = await standingOf(tx, account.id).forUpdate('accounts').executeTakeFirstOrThrow()
    if (row.deleted_at || isDue(row.deletion_at, store.clock())) throw tooLate()
    if (!row.deletion_at) return
    await tx.updateTable('accounts').set({ deletion_at: null }).where('id', '=', account.id).execute()
    await store.mail.queue(tx, deletionCancelledMail(store.config, row.email))
  })
  return deletionOf(store, account)
}

const isDue = (deletionAt: Date | null, now: Date): boolean => deletionAt !== null && deletionAt <= now

const tooLate = () => conflict('too_late', 'The day has come: this account is being deleted.')
