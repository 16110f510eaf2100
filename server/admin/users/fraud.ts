import { appealHours, FRAUD_RULE } from '@nofiller/contract/moderation/moderation-rules'
import { decisionMail } from '../../moderation/decisions/emails.ts'
import { recordDecision, ruleOf } from '../../moderation/decisions/record-decision.ts'
import { removeParts, restoreParts } from '../../moderation/reviews/remove-parts.ts'
import type { Actor } from '../../platform/database/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import { sha256 } from '../../platform/signatures.ts'
import type { Store } from '../../store.ts'

type Suspended = { id: string; username: string; email: string }

/**
 * Decides that an account is suspended for fraud: it is sent the reasons, and all its reviews are removed and no longer count
 * in the same transaction (RV4). Other suspensions leave reviews shown, uncounted.
 * @throws HttpError 422 when the rule is none of this store's
 */
export async function decideFraud(
  store: Store,
  tx: Tx,
  admin: Actor & { id: string },
  { id, username, email }: Suspended,
  reason: string,
): Promise<void> {
  const rule = await ruleOf(store, 'suspend', FRAUD_RULE)
  const reviews = await tx
    .selectFrom('reviews')
    .select('id')
    .where('account_id', '=', id)
    .orderBy('id')
    .execute()
  const decision = await recordDecision(store, tx, {
    subject: { gameId: null, title: username, developerId: id },
    basis: { own_initiative: true, content_hash: sha256(reviews.map((review) => review.id).join()) },
    kind: 'suspend',
    rule,
    assets: reviews.length > 0 ? ['Account', 'Reviews'] : ['Account'],
    text: reason,
    note: '',
    isPublic: false,
    owners: 0,
    source: 'admin',
    appealHours: appealHours(false),
    before: null,
    decidedBy: admin,
    decidedAt: store.clock(),
  })
  await removeParts(
    tx,
    decision.id,
    reviews.map((review) => ({ reviewId: review.id, part: 'review' })),
  )
  await store.mail.queue(
    tx,
    decisionMail(store.config, { ...decision, kind: 'suspend', title: username, email }),
  )
}

/** Takes such decisions back with an account's suspension: its reviews are shown and count as before. */
export async function endFraud(tx: Tx, accountId: string): Promise<void> {
  const decisions = await tx
    .selectFrom('moderation_decisions')
    .select('id')
    .where('developer_id', '=', accountId)
    .where('kind', '=', 'suspend')
    .execute()
  for (const { id } of decisions) await restoreParts(tx, id)
}
