import type { TakeDown } from '@nofiller/contract/admin/admin'
import type { ResponseBody } from '@nofiller/contract/calls'
import type { Asset, Rule } from '@nofiller/contract/moderation/moderation'
import { appealHours, type DecisionKind } from '@nofiller/contract/moderation/moderation-rules'
import { partName } from '@nofiller/contract/reports/report-rules'
import { writeSections } from '../catalog/sections.ts'
import { isInStore } from '../catalog/visibility.ts'
import { readRules } from '../content/rules.ts'
import { closeApproval } from '../moderation/approvals/close-approval.ts'
import { assetsOf, snapshotOf } from '../moderation/approvals/snapshot.ts'
import { effectsOf, ownersOf } from '../moderation/decisions/effects.ts'
import { decisionMail } from '../moderation/decisions/emails.ts'
import { assetNames, recordDecision, ruleOf } from '../moderation/decisions/record-decision.ts'
import { type Actor, audit } from '../platform/database/audit.ts'
import type { Queryable, Tx } from '../platform/database/database.ts'
import { refuseOwn } from '../platform/database/own-case.ts'
import type { GameRow } from '../platform/database/tables.ts'
import { conflict } from '../platform/http/errors/errors.ts'
import { sha256 } from '../platform/signatures.ts'
import { refuseDestroyed } from '../reports/sealed/decide-destruction.ts'
import type { Store } from '../store.ts'
import { gameRestoredMail, takenDownMail } from './emails.ts'
import { noGame } from './games.ts'

type Admin = Actor & { id: string }

/** The parts that a decision about a game can name, and its effects. @throws HttpError 404 */
export async function findDecisionChoices(
  { db, config }: Store,
  gameId: string,
): Promise<ResponseBody<'GET /api/admin/games/:id/decision'>> {
  const game = await db.selectFrom('games').selectAll().where('id', '=', gameId).executeTakeFirst()
  if (!game) throw noGame()
  const [rules, assets, effects] = await Promise.all([
    readRules(config),
    namedOf(db, game),
    effectsOf(db, gameId, game.developer_id),
  ])
  return { rules, assets, effects }
}

/** The full game first, then each of its parts. */
const namedOf = async (db: Queryable, game: GameRow): Promise<Asset[]> => [
  { id: partName('page'), name: partName('page') },
  ...(await assetsOf(db, game)),
]

/**
 * Hides a game from the public, and an illegal one also from its owners. With a rule it is a decision, like one about a report: its
 * developer is emailed the reasons, word for word, it counts the rule's points, and can be appealed.
 * @throws HttpError 404, 403 `own_case`, 409 `already_taken_down`, `on_hold`, `evidence_destroyed`, 422 with `fields`
 */
export async function takeDown(store: Store, admin: Admin, gameId: string, input: TakeDown): Promise<void> {
  const { reason, illegal } = input
  const kind = illegal ? 'seal' : 'take_down'
  const rule = input.rule === null ? null : await ruleOf(store, kind, input.rule)
  await store.db.transaction().execute(async (tx) => {
    const game = await lockGame(tx, gameId)
    const decider = await refuseOwn(tx, admin, [game.developer_id])
    refuseHeld(game)
    if (isTakenDown(game) && game.is_illegal === illegal)
      throw conflict('already_taken_down', 'This game was already taken down.')
    if (!illegal) await refuseDestroyed(tx, gameId)
    const decidedAt = store.clock()
    const assets = rule === null ? [] : assetNames(await namedOf(tx, game), input.assets)
    const decision =
      rule && (await decide(store, tx, game, { ...input, assets, decider, kind, rule, decidedAt }))
    await show(store, tx, game, {
      // Identifies a decision's own take-down. A change without a decision keeps the last one.
      suspended_at: decision === null && isTakenDown(game) ? game.suspended_at : decidedAt,
      suspended_reason: reason,
      is_illegal: illegal,
    })
    await audit(tx, decider, {
      ...auditEntry(game, 'game_taken_down', reason),
      before: { takenDown: isTakenDown(game), illegal: game.is_illegal },
      after: { takenDown: true, illegal, ...(rule && { rule: rule.id, about: assets }) },
    })
    await store.mail.queue(
      tx,
      decision
        ? decisionMail(store.config, { ...decision, kind, title: game.title, email: game.email })
        : takenDownMail(store.config, game, { reason, illegal }),
    )
  })
  store.log.info({ gameId, by: admin.id, illegal }, 'game taken down')
}

type Deciding = Pick<TakeDown, 'assets' | 'reason' | 'note'> & {
  decider: Admin
  kind: DecisionKind
  rule: Rule
  decidedAt: Date
}

async function decide(
  store: Store,
  tx: Tx,
  game: LockedGame,
  { assets, reason: text, note, decider, kind, rule, decidedAt }: Deciding,
): Promise<{ id: string; statement: string }> {
  return recordDecision(store, tx, {
    subject: { gameId: game.id, title: game.title, developerId: game.developer_id },
    basis: { own_initiative: true, content_hash: sha256(JSON.stringify(await snapshotOf(tx, game.id))) },
    kind,
    rule,
    assets,
    text,
    note,
    isPublic: isInStore(game),
    owners: await ownersOf(tx, game.id),
    source: 'admin',
    appealHours: appealHours(false),
    before: {
      was_suspended_at: game.suspended_at,
      was_suspended_reason: game.suspended_reason,
      was_illegal: game.is_illegal,
      was_review: game.review,
    },
    decidedBy: decider,
    decidedAt,
  })
}

/**
 * Shows a game again that was taken down; its developer is mailed.
 * @throws HttpError 404, 403 `own_case`, 409 `not_taken_down`, `on_hold`, `evidence_destroyed`
 */
export async function restoreGame(store: Store, actor: Actor, gameId: string, reason: string): Promise<void> {
  await store.db.transaction().execute(async (tx) => {
    const game = await lockGame(tx, gameId)
    const decider = await refuseOwn(tx, actor, [game.developer_id])
    refuseHeld(game)
    if (!game.suspended_at) throw conflict('not_taken_down', 'This game is not taken down.')
    await refuseDestroyed(tx, gameId)
    await show(store, tx, game, { suspended_at: null, suspended_reason: null, is_illegal: false })
    await audit(tx, decider, {
      ...auditEntry(game, 'game_restored', reason),
      before: { takenDown: isTakenDown(game), illegal: game.is_illegal },
      after: { takenDown: false, illegal: false },
    })
    await store.mail.queue(tx, gameRestoredMail(store.config, game, reason))
  })
  store.log.info({ gameId, by: actor.id }, 'game restored')
}

async function show(
  store: Store,
  tx: Tx,
  game: LockedGame,
  columns: { suspended_at: Date | null; suspended_reason: string | null; is_illegal: boolean },
): Promise<void> {
  await closeApproval(tx, game.id, store.clock())
  await tx
    .updateTable('games')
    .set({ ...columns, review: null })
    .where('id', '=', game.id)
    .execute()
  await writeSections(tx, game.id, game.tags)
  await store.catalogChanged.announce(tx)
}

/** A review keeps a game from the public as well. */
const isTakenDown = ({ suspended_at, review }: LockedGame): boolean =>
  suspended_at !== null && review === null

type LockedGame = GameRow & { email: string; isHeld: boolean }

async function lockGame(tx: Tx, gameId: string): Promise<LockedGame> {
  const game = await tx
    .selectFrom('games')
    .selectAll()
    .where('id', '=', gameId)
    .forUpdate()
    .executeTakeFirst()
  if (!game) throw noGame()
  const hold = await tx
    .selectFrom('game_holds')
    .select('id')
    .where('game_id', '=', gameId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  const { email } = await tx
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', game.developer_id)
    .executeTakeFirstOrThrow()
  return { ...game, email, isHeld: hold !== undefined }
}

function refuseHeld({ isHeld }: LockedGame): void {
  if (isHeld) throw conflict('on_hold', 'This game is on hold: decide its report first.')
}

const auditEntry = (game: LockedGame, action: 'game_taken_down' | 'game_restored', reason: string) =>
  ({ action, kind: 'game', id: game.id, name: game.title, reason }) as const
