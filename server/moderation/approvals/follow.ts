import { THEMES, unknownCode } from '@nofiller/contract/content-limits/content-warnings'
import {
  type ApprovalReason,
  CLAIM_RESERVED_HOURS,
  REVIEW_HOURS,
} from '@nofiller/contract/moderation/moderation-rules'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { ThemePolicy } from '../../catalog/theme-policy.ts'
import type { Account } from '../../platform/caller.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { GameRow } from '../../platform/database/tables.ts'
import type { Store } from '../../store.ts'
import { isReviewedFirst } from '../strikes/active-strikes.ts'
import { reasonToLookAgain } from './look-again.ts'
import { snapshotOf } from './snapshot.ts'

const HOUR_MS = 3_600_000

/**
 * Keeps the review of a game in step with a save, in its transaction and with the game's row locked: opens one for a game
 * that is published for the first time, or whose changes need another look; resubmits it after changes,
 * and drops it when the game becomes a draft. An admin's save opens none.
 */
export async function followApproval(
  store: Pick<Store, 'config' | 'clock'>,
  tx: Tx,
  author: Pick<Account, 'role'>,
  gameId: string,
): Promise<void> {
  const now = store.clock()
  const unreviewed = await followOpen(store, tx, author, gameId)
  if (!unreviewed) return
  const { game, approval } = unreviewed
  const isOlder = game.first_game_approved_at && (game.published_at ?? now) < game.first_game_approved_at
  if (approval || isOlder) return lookAgain(store, tx, unreviewed)
  const hasStrikes = await isReviewedFirst(tx, game.developer_id, now)
  const reason = hasStrikes ? 'strikes' : reasonFor(game, store.config.THEME_POLICY)
  const is_before =
    reason === 'strikes' ||
    reason === 'theme' ||
    (reason === 'first_game' && store.config.REVIEW_FIRST_GAME === 'before')
  if (is_before) await keepFromPublic(tx, gameId, now)
  await open(tx, { game_id: gameId, reason, is_before }, now)
}

/** The same for what is written about a game that is in the store: a game that nobody had to look at gets no first look by it. */
export async function followWords(
  store: Pick<Store, 'config' | 'clock'>,
  tx: Tx,
  author: Pick<Account, 'role'>,
  gameId: string,
): Promise<void> {
  const unreviewed = await followOpen(store, tx, author, gameId)
  if (unreviewed) await lookAgain(store, tx, unreviewed)
}

type Unreviewed = NonNullable<Awaited<ReturnType<typeof followOpen>>>

async function lookAgain(
  { config, clock }: Pick<Store, 'config' | 'clock'>,
  tx: Tx,
  { game, approval }: Unreviewed,
): Promise<void> {
  const reason = await reasonToLookAgain(tx, game, approval?.id ?? null, config.REVIEW_SAMPLE_PERCENT)
  if (reason) await open(tx, { game_id: game.id, reason, is_before: false }, clock())
}

/** Follows an open review. @returns the game and its last review where another may be opened, else null */
async function followOpen(
  { clock }: Pick<Store, 'clock'>,
  tx: Tx,
  author: Pick<Account, 'role'>,
  gameId: string,
) {
  const game = await tx
    .selectFrom('games')
    .innerJoin('accounts as developer', 'developer.id', 'games.developer_id')
    .select([
      'games.id',
      'games.title',
      'games.category',
      'games.status',
      'games.developer_id',
      'games.review',
      'games.suspended_at',
      'games.published_at',
      'games.warning_codes',
    ])
    .select('developer.first_game_approved_at')
    .where('games.id', '=', gameId)
    .executeTakeFirstOrThrow()
  const approval = await tx
    .selectFrom('game_reviews')
    .selectAll()
    .where('game_id', '=', gameId)
    .orderBy('sent_at', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  const isOpen = approval !== undefined && approval.state !== 'decided'
  if (game.status === 'draft' && isOpen) await withdraw(tx, gameId, approval.id)
  else if (isOpen) await sendAgain(tx, gameId, approval, clock())
  else if (game.status !== 'draft' && author.role !== 'admin' && !game.suspended_at) return { game, approval }
  return null
}

type Published = Pick<GameRow, 'warning_codes'> & { first_game_approved_at: Date | null }

function reasonFor(game: Published, policy: ThemePolicy): ApprovalReason {
  if (game.first_game_approved_at === null) return 'first_game'
  const isReviewed = THEMES.some(
    ({ id, number }) => policy[id] === 'review' && game.warning_codes.some((code) => isIn(code, number)),
  )
  return isReviewed ? 'theme' : 'new_game'
}

/** Whether a warning code says that a theme is in the game. */
const isIn = (code: number, theme: number): boolean =>
  code > unknownCode(theme) && code < unknownCode(theme + 1)

const keepFromPublic = (tx: Tx, gameId: string, now: Date) =>
  tx.updateTable('games').set({ review: 'waiting', suspended_at: now }).where('id', '=', gameId).execute()

async function withdraw(tx: Tx, gameId: string, reviewId: string): Promise<void> {
  await tx
    .updateTable('games')
    .set({ review: null, suspended_at: null })
    .where('id', '=', gameId)
    .where('review', 'is not', null)
    .execute()
  await tx.deleteFrom('game_reviews').where('id', '=', reviewId).execute()
}

type NewApproval = { game_id: string; reason: ApprovalReason; is_before: boolean }

async function open(tx: Tx, approval: NewApproval, now: Date): Promise<void> {
  const id = uuid()
  const due_at = new Date(now.getTime() + REVIEW_HOURS[approval.reason] * HOUR_MS)
  await tx
    .insertInto('game_reviews')
    .values({ id, ...approval, sent_at: now, due_at })
    .execute()
  await addRevision(tx, { reviewId: id, gameId: approval.game_id, revision: 1, now })
}

type OpenApproval = { id: string; state: string; revision: number; seller_since: Date | null }

/** Adds a revision. The deadline resumes where it stopped, and the admin who decided has it first. */
async function sendAgain(tx: Tx, gameId: string, approval: OpenApproval, now: Date): Promise<void> {
  const revision = approval.revision + 1
  await addRevision(tx, { reviewId: approval.id, gameId, revision, now })
  await tx.updateTable('game_reviews').set({ revision }).where('id', '=', approval.id).execute()
  if (approval.state !== 'seller') return
  await tx
    .updateTable('game_reviews')
    .set({
      state: 'waiting',
      seller_since: null,
      round: sql<number>`round + 1`,
      due_at: sql<Date>`due_at + (${now}::timestamptz - seller_since)`,
      claimed_until: sql<Date>`case when claimed_by is null then null
        else ${now}::timestamptz + make_interval(hours => ${CLAIM_RESERVED_HOURS}) end`,
    })
    .where('id', '=', approval.id)
    .execute()
  await tx
    .updateTable('games')
    .set({ review: 'waiting' })
    .where('id', '=', gameId)
    .where('review', '=', 'changes_needed')
    .execute()
}

/** The current game, as a revision of its review. */
export async function addRevision(
  tx: Tx,
  { reviewId, gameId, revision, now }: { reviewId: string; gameId: string; revision: number; now: Date },
): Promise<void> {
  const snapshot = JSON.stringify(await snapshotOf(tx, gameId))
  await tx
    .insertInto('game_revisions')
    .values({ review_id: reviewId, revision, snapshot, created_at: now })
    .execute()
}
