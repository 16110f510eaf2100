import { appealHours } from '@nofiller/contract/moderation/moderation-rules'
import { HELD_RULE, type HeldOutcome } from '@nofiller/contract/reviews/surge-rules'
import { showUtcMoment } from '@nofiller/contract/text/time'
import { sql } from 'kysely'
import { readRules } from '../../content/rules.ts'
import { decisionMail } from '../../moderation/decisions/emails.ts'
import { appealLine, decidedByPerson, signature } from '../../moderation/decisions/statement.ts'
import { removeParts } from '../../moderation/reviews/remove-parts.ts'
import { type Actor, audit } from '../../platform/database/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import { refuseOwn } from '../../platform/database/own-case.ts'
import { conflict, notFound } from '../../platform/http/errors/errors.ts'
import { composeMail } from '../../platform/mail/compose-mail.ts'
import type { Store } from '../../store.ts'
import { queueReviewEvent } from '../../webhooks/game-events.ts'
import { recordReviewDecision } from '../record-decision.ts'

/**
 * Releases a held review, which is shown and counts from this transaction on, or removes it with a statement of reasons. Its
 * writer is told either way; the audit log names the game alone.
 * @throws HttpError 404, 403 `own_case`, 409 `already_decided`
 */
export async function decideHeld(
  store: Store,
  admin: Actor & { id: string },
  reviewId: string,
  { outcome, reason }: { outcome: HeldOutcome; reason: string },
): Promise<void> {
  await store.db.transaction().execute(async (tx) => {
    const review = await lockHeld(tx, reviewId)
    const decider = await refuseOwn(tx, admin, [review.developer_id, review.account_id])
    if (outcome === 'release') await release(store, tx, review)
    else await remove(store, tx, review, { reason, decidedBy: decider })
    await audit(tx, decider, {
      action: outcome === 'release' ? 'held_review_released' : 'held_review_removed',
      kind: 'game',
      id: review.game_id,
      name: review.title,
      reason,
    })
  })
}

type Held = Awaited<ReturnType<typeof lockHeld>>

/** The game first, as counting locks it. */
async function lockHeld(tx: Tx, reviewId: string) {
  await sql`select from games where id = (select game_id from reviews where id = ${reviewId}) for no key update`.execute(
    tx,
  )
  const review = await tx
    .selectFrom('reviews')
    .innerJoin('games', 'games.id', 'reviews.game_id')
    .innerJoin('accounts as writer', 'writer.id', 'reviews.account_id')
    .select([
      'reviews.id',
      'reviews.text',
      'reviews.held_at',
      'reviews.removed_at',
      'reviews.game_id',
      'reviews.is_told',
    ])
    .select(['writer.id as account_id', 'writer.email', 'games.title', 'games.developer_id'])
    .where('reviews.id', '=', reviewId)
    .forUpdate(['reviews'])
    .executeTakeFirst()
  if (!review) throw notFound()
  if (review.held_at === null || review.removed_at !== null)
    throw conflict('already_decided', 'This was decided in the meantime.')
  return review
}

const NOT_HELD = { held_at: null, held_reason: null, held_like: null }

async function release(store: Store, tx: Tx, { id, email, title, game_id, is_told }: Held): Promise<void> {
  await tx.updateTable('reviews').set(NOT_HELD).where('id', '=', id).execute()
  // A copy that an edit made of a review was told of before.
  await queueReviewEvent(tx, is_told ? 'review.changed' : 'review.created', id)
  await store.mail.queue(
    tx,
    composeMail(store.config.STORE_NAME, email, {
      subject: `Your review of ${title} is shown`,
      lines: [
        'It waited for somebody to look at it. Somebody did, and everybody can read it now.',
        { link: `${store.config.publicUrl}/game/${game_id}/review`, label: 'Your review' },
      ],
    }),
  )
  await store.catalogChanged.announce(tx)
}

async function remove(
  store: Store,
  tx: Tx,
  { id, email, title, text, game_id, account_id }: Held,
  { reason, decidedBy }: { reason: string; decidedBy: Actor & { id: string } },
): Promise<void> {
  const rule = (await readRules(store.config)).find((each) => each.id === HELD_RULE)
  if (!rule) throw new Error(`the rule ${HELD_RULE} is missing`)
  const decidedAt = store.clock()
  const statement = [
    `As of ${showUtcMoment(decidedAt)}, your review of ${title} is not shown and does not count.`,
    `The rule: ${rule.title} (${rule.id}, version ${rule.version})`,
    'What it is about: the text of the review',
    reason,
    'You keep the game, and your account and your other reviews stay as they are.',
    appealLine(decidedAt, appealHours(false)),
    `A fixed rule held it, as its text is like another one. ${decidedByPerson(decidedAt)}`,
    signature(store.config.STORE_NAME),
  ].join('\n\n')
  const decisionId = await recordReviewDecision(tx, {
    kind: 'remove_review',
    reviewId: id,
    gameId: game_id,
    title,
    concernsId: account_id,
    rule,
    assets: ['Review'],
    text: reason,
    statement,
    seen: text,
    decidedBy,
    decidedAt,
  })
  await removeParts(tx, decisionId, [{ reviewId: id, part: 'review' }])
  await tx.updateTable('reviews').set(NOT_HELD).where('id', '=', id).execute()
  await store.mail.queue(
    tx,
    decisionMail(store.config, {
      id: decisionId,
      kind: 'remove_review',
      statement,
      title: 'your review',
      email,
    }),
  )
}
