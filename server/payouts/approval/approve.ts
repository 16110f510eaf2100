import type { ResponseBody, Sent } from '@nofiller/contract/calls'
import { BLOCK_TEXTS } from '@nofiller/contract/payouts/payout-rules'
import { dollarsOf } from '@nofiller/contract/pricing/money'
import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import { type Actor, audit } from '../../platform/database/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import { refuseOwn } from '../../platform/database/own-case.ts'
import type { PayoutRow } from '../../platform/database/tables.ts'
import { HttpError } from '../../platform/http/errors/errors.ts'
import { logEvent } from '../../platform/telemetry/log.ts'
import type { Store } from '../../store.ts'
import { recordState } from '../payout-events.ts'
import { coinAmount, isLess } from './coin-amount.ts'
import { lockPayout } from './lock-payout.ts'
import { obstacleOf } from './obstacles.ts'
import { canProviderSend, heldByProvider } from './provider-balance.ts'

type Input = Sent<'POST /api/admin/payouts/approve', 'body'>
type Approval = { result: 'approved' | 'waiting' } | { result: 'refused'; reason: string }

/** An older quote is no rate to pay by. */
const QUOTE_MS = 15 * 60_000

/**
 * Approves payouts one by one: provider, rate and coin amount are fixed here. Above the limit for one admin, the first approval
 * waits for a second admin's. A blocked payout needs a reason.
 * @throws HttpError 403 `own_case` when one of them is the admin's own; then none is approved
 */
export async function approve(
  store: Store,
  actor: Actor,
  input: Input,
): Promise<ResponseBody<'POST /api/admin/payouts/approve'>> {
  const decider = await refuseOwn(store.db, actor, await payeesOf(store, input.ids))
  const answer = { approved: 0, waiting: 0, refused: [] as { _id: string; reason: string }[] }
  for (const id of new Set(input.ids)) {
    const approval = await store.db.transaction().execute((tx) => approveOne(store, tx, decider, id, input))
    if (approval.result === 'refused') answer.refused.push({ _id: id, reason: approval.reason })
    else answer[approval.result] += 1
  }
  return answer
}

async function payeesOf({ db }: Store, ids: readonly string[]): Promise<string[]> {
  const payouts = await db
    .selectFrom('payouts')
    .select('developer_id')
    .where('id', '=', sql<string>`any(${sql.val(ids.filter((id) => isUuid(id)))}::uuid[])`)
    .execute()
  return payouts.map(({ developer_id }) => developer_id)
}

async function approveOne(
  store: Store,
  tx: Tx,
  actor: Actor,
  id: string,
  { rates = {}, reason }: Input,
): Promise<Approval> {
  const payout = await lockPayout(tx, id).catch((error) => {
    if (error instanceof HttpError) return null
    throw error
  })
  if (payout === null) return refused('There is no such payout.')
  if (payout.state !== 'DRAFT' && payout.state !== 'BLOCKED')
    return refused('Someone else has decided about it.')
  if (payout.state === 'BLOCKED' && !reason) return refused('Say why it is sent although it is blocked.')
  const obstacle = await obstacleOf(store, tx, payout)
  if (obstacle !== null) return refused(obstacle)
  const price = await priceOf(store, tx, payout, rates[payout.coin])
  if (typeof price === 'string') return refused(price)
  if (needsSecond(store, payout) && payout.first_approved_by === actor.id)
    return refused('Another admin has to approve it too.')

  const isFirst = needsSecond(store, payout) && payout.first_approved_by === null
  const now = store.clock()
  await tx
    .updateTable('payouts')
    .set(
      isFirst
        ? { first_approved_by: actor.id, first_approved_at: now }
        : {
            state: 'APPROVED',
            approved_by: actor.id,
            approved_at: now,
            block_reason: null,
            reason: null,
            provider: store.config.payoutProvider,
            ...price,
          },
    )
    .where('id', '=', id)
    .execute()
  if (!isFirst)
    await recordState(tx, { payoutId: id, state: 'APPROVED', actorId: actor.id, at: now, detail: price })
  await audit(tx, actor, {
    action: 'payout_approved',
    kind: 'payout',
    id,
    name: `Payout ${payout.number}`,
    reason: reason ?? null,
    after: {
      amount: dollarsOf(payout.amount_cents),
      coin: payout.coin,
      ...(isFirst ? { waits: 'second admin' } : price),
    },
  })
  logEvent(store.log, 'payout_approved', { payoutId: id, accountId: actor.id, isFirst })
  return { result: isFirst ? 'waiting' : 'approved' }
}

const refused = (reason: string): Approval => ({ result: 'refused', reason })

/** Whether a second admin must approve. */
export const needsSecond = (
  { config }: Pick<Store, 'config'>,
  { amount_cents }: Pick<PayoutRow, 'amount_cents'>,
): boolean => amount_cents > config.PAYOUT_SECOND_APPROVAL_CENTS

/** Rate and coin amount by the provider's last quote, or by the entered rate; a sentence when there is none. */
async function priceOf(
  store: Store,
  tx: Tx,
  payout: PayoutRow,
  entered: string | undefined,
): Promise<{ rate: string; coin_amount: string } | string> {
  const quote = await tx
    .selectFrom('payout_quotes')
    .selectAll()
    .where('provider', '=', store.config.payoutProvider)
    .where('coin', '=', payout.coin)
    .executeTakeFirst()
  if (!quote) return 'The provider has not said yet what it can send. Try again in a few minutes.'
  if (store.clock().getTime() - quote.quoted_at.getTime() > QUOTE_MS)
    return 'The provider could not be asked for a rate in the last 15 minutes.'
  const rate = quote.rate ?? entered
  if (rate === undefined) return `Enter the rate of ${payout.coin}.`
  const amount = coinAmount(payout.amount_cents, rate, quote.decimals)
  if (amount === null) return `${rate} is no rate.`
  if (isLess(amount, quote.minimum)) return BLOCK_TEXTS.below_minimum
  if (!(await canProviderSend(tx, quote, amount)))
    return `The provider holds ${heldByProvider(quote)}: too little for this payout, what is approved already, and the network's fees.`
  return { rate, coin_amount: amount }
}
