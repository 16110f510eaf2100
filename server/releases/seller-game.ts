import type { SellerGame } from '@nofiller/contract/releases/seller-game'
import { type Selectable, sql } from 'kysely'
import { ownGame } from '../catalog/own-games.ts'
import { openQuestions } from '../checks/open-questions.ts'
import type { Account } from '../platform/caller.ts'
import { actorOf, audit } from '../platform/database/audit.ts'
import type { Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { notFound } from '../platform/http/errors/errors.ts'
import type { Store } from '../store.ts'
import { checksOf, factsOf, selectReleases } from './release-row.ts'
import { releaseState, whyNotLive } from './release-state.ts'

/**
 * A game as the page of its developer shows it. An admin who opens another developer's is logged, once an hour.
 * @throws HttpError 404
 */
export async function sellerGame(store: Store, viewer: Account, gameId: string): Promise<SellerGame> {
  const game = await ownGame(store, viewer, gameId)
  if (!game) throw notFound()
  if (game.developer._id !== viewer.id) await auditLook(store.db, viewer, game)
  const [facts, toDo, questions] = await Promise.all([
    factsOfGame(store.db, gameId),
    needsDeveloper(store, gameId),
    openQuestions(store, gameId),
  ])
  return { ...game, ...facts, toDo, questions }
}

const auditLook = (db: Database, admin: Account, { _id: id, title }: { _id: string; title: string }) =>
  db.transaction().execute(async (tx) => {
    const recent = await tx
      .selectFrom('audit_log')
      .select('id')
      .where('actor_id', '=', admin.id)
      .where('action', '=', 'game_opened')
      .where('subject_id', '=', id)
      .where('created_at', '>', sql<Date>`now() - interval '1 hour'`)
      .executeTakeFirst()
    if (recent) return
    await audit(tx, actorOf(admin), { action: 'game_opened', kind: 'game', id, name: title, reason: null })
  })

/** The release that went live last among those of the present builds, how many own the game, and whether they may pay more. */
async function factsOfGame(
  db: Database,
  gameId: string,
): Promise<Pick<SellerGame, 'owners' | 'payWhatYouWant' | 'newest'>> {
  const newest = await db
    .selectFrom('built_files as file')
    .innerJoin('releases', 'releases.id', 'file.release_id')
    .select(['releases.id', 'releases.label', 'releases.live_at'])
    .where('file.game_id', '=', gameId)
    .where('file.withdrawn_at', 'is', null)
    .orderBy('releases.live_at', 'desc')
    .orderBy('releases.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const counts = await db
    .selectFrom('games')
    .select([
      sql<number>`(select count(distinct account_id)::int from grants where game_id = games.id)`.as('owners'),
      'pay_what_you_want as payWhatYouWant',
    ])
    .where('id', '=', gameId)
    .executeTakeFirstOrThrow()
  return {
    ...counts,
    newest: newest?.live_at
      ? { id: newest.id, label: newest.label, releasedAt: newest.live_at.toISOString() }
      : null,
  }
}

/** Releases whose check failed, and scheduled ones whose time has passed. */
async function needsDeveloper({ db, config, clock }: Store, gameId: string): Promise<SellerGame['toDo']> {
  const game: Pick<Selectable<Tables['games']>, 'is_illegal' | 'suspended_at' | 'review'> = await db
    .selectFrom('games')
    .select(['is_illegal', 'suspended_at', 'review'])
    .where('id', '=', gameId)
    .executeTakeFirstOrThrow()
  const rows = await selectReleases(db)
    .where('releases.game_id', '=', gameId)
    .where('releases.live_at', 'is', null)
    .orderBy('releases.created_at')
    .execute()
  const checks = await checksOf({ db, config }, rows)
  return rows.flatMap((row): SellerGame['toDo'] => {
    const facts = factsOf(row, checks)
    const isLate = row.opens_at !== null && row.opens_at <= clock()
    const isFailed = releaseState(facts) === 'failed'
    const reason = whyNotLive(facts, game)?.message
    if (!reason || !(isFailed || isLate)) return []
    const since = (isLate && row.opens_at) || row.created_at
    const kind = isFailed ? ('failed' as const) : ('late' as const)
    return [{ id: row.id, label: row.label, kind, reason, since: since.toISOString() }]
  })
}
