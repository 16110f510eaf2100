import type { ResponseBody } from '@nofiller/contract/calls'
import { balanceLeft, DELETION_REFUSED } from '@nofiller/contract/personal-data/personal-data-rules'
import { dollarsOf } from '@nofiller/contract/pricing/money'
import { sql } from 'kysely'
import { revokeFeed, revokeLinks, revokeOtherSessions } from '../../accounts/sessions/session.ts'
import { archiveGamesOf, unarchiveGamesOf } from '../../authoring/archive-game.ts'
import type { Account } from '../../platform/caller.ts'
import type { Queryable, Tx } from '../../platform/database/database.ts'
import { conflict } from '../../platform/http/errors/errors.ts'
import type { Store } from '../../store.ts'
import { endEndpoints } from '../../webhooks/end-endpoints.ts'
import { deletionAskedMail, deletionCancelledMail } from '../emails.ts'
import { obstaclesTo } from './obstacles.ts'

type Deletion = ResponseBody<'GET /api/account/deletion'>

/** Whether and when the account is deleted, and what it would lose. */
export async function deletionOf({ db, config }: Store, { id }: Account): Promise<Deletion> {
  const row = await stateOf(db, id).executeTakeFirstOrThrow()
  return {
    deletionAt: row.deletion_at?.toISOString() ?? null,
    graceDays: config.DELETION_GRACE_DAYS,
    games: row.games,
    ownGames: row.own_games,
    balance: dollarsOf(row.balance_cents),
    reviews: row.reviews,
    keepsReviews: row.keeps_reviews,
    obstacles: await obstaclesTo(db, id),
  }
}

const stateOf = (db: Queryable, accountId: string) =>
  db
    .selectFrom('accounts')
    .select(['email', 'deletion_at', 'deletion_asked_at', 'deleted_at', 'keeps_reviews'])
    .select([
      sql<number>`(select count(*)::int from reviews where account_id = accounts.id and is_shown)`.as(
        'reviews',
      ),
      sql<number>`(select count(distinct game_id)::int from grants where account_id = accounts.id)`.as(
        'games',
      ),
      sql<number>`(select count(*)::int from games where developer_id = accounts.id and archived_at is null)`.as(
        'own_games',
      ),
      // Debts from refunds are not collected from a leaving developer.
      sql<number>`coalesce((select greatest(pending_cents + reserve_cents + available_cents, 0)
        from developer_balances where developer_id = accounts.id), 0)`.as('balance_cents'),
    ])
    .where('accounts.id', '=', accountId)

/**
 * Closes an account at once and has it deleted after the days of grace. Its other sessions and its download links end, and
 * its games are archived. Another request does not move the date.
 * @param wishes its balance in dollars, which is then not paid out any more, and whether its reviews stay
 * @throws HttpError 409 `cannot_be_deleted`, `balance_left`, `too_late`
 */
export async function askForDeletion(
  store: Store,
  account: Account,
  { givesUp, keepsReviews }: { givesUp: number; keepsReviews: boolean },
): Promise<Deletion> {
  const now = store.clock()
  const deletionAt = new Date(now.getTime() + store.config.DELETION_GRACE_DAYS * 86_400_000)
  await store.db.transaction().execute(async (tx) => {
    const row = await lockState(tx, account.id)
    if (row.deleted_at) throw tooLate()
    if (row.deletion_at) return
    const [obstacle] = await obstaclesTo(tx, account.id)
    if (obstacle) throw conflict('cannot_be_deleted', DELETION_REFUSED[obstacle])
    const balance = dollarsOf(row.balance_cents)
    if (givesUp !== balance) throw conflict('balance_left', balanceLeft(balance))
    await tx
      .updateTable('accounts')
      .set({
        deletion_at: deletionAt,
        deletion_asked_at: now,
        deletion_reminders: 0,
        keeps_reviews: keepsReviews,
      })
      .where('id', '=', account.id)
      .execute()
    await archiveGamesOf(store, tx, account, now)
    await store.catalogChanged.announce(tx) // its profile goes, too
    await revokeOtherSessions(tx, account)
    await revokeLinks(tx, account.id)
    await revokeFeed(tx, account.id)
    await endEndpoints(tx, account.id, 'closing', now)
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
    const row = await lockState(tx, account.id)
    if (row.deleted_at || isDue(row.deletion_at, store.clock())) throw tooLate()
    if (!row.deletion_at) return
    await tx
      .updateTable('accounts')
      .set({ deletion_at: null, deletion_asked_at: null, keeps_reviews: false })
      .where('id', '=', account.id)
      .execute()
    if (row.deletion_asked_at) await unarchiveGamesOf(store, tx, account, row.deletion_asked_at)
    await store.catalogChanged.announce(tx)
    await store.mail.queue(tx, deletionCancelledMail(store.config, row.email))
  })
  return deletionOf(store, account)
}

/** Not against rows that refer to the account: a concurrent sale holds a game that is to be archived. */
const lockState = (tx: Tx, accountId: string) =>
  stateOf(tx, accountId).forNoKeyUpdate('accounts').executeTakeFirstOrThrow()

const isDue = (deletionAt: Date | null, now: Date): boolean => deletionAt !== null && deletionAt <= now

const tooLate = () => conflict('too_late', 'This account is already being deleted.')
