import type { Store } from '../store.ts'
import { type Claimed, claimDue } from './claim-due.ts'
import { builtInAddresses } from './endpoints.ts'
import { fanOut } from './fan-out.ts'
import { sendDelivery } from './send-delivery.ts'

const AFTER_ERROR_MS = 5_000
/** Sent by one process at once; what fails has half of them, so that endpoints that hang leave room for all others. */
const AT_ONCE = 128
const FAILING_AT_ONCE = AT_ONCE / 2
/** What is being sent at the stop may end within this time; the rest is sent again by who is started next. */
const GRACE_MS = 3_000

/** Sends webhooks in this process, beside those that do the same (HO3, HO4). @returns how to stop */
export function startSending(store: Store): () => Promise<void> {
  const sending = new Map<string, { isFailing: boolean; ended: Promise<void> }>()
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | null = null
  let isStopped = false
  let hasRoom = false
  /** How often it looks whether something is due; what a sent delivery leaves room for goes at once. */
  const lookMs = store.config.JOB_POLL_SECONDS * 1_000

  const send = (claimed: Claimed) => {
    const ended = sendDelivery(store, claimed)
      .catch((err) => {
        // It is sent again once nobody claims it any more.
        if (!isStopped) store.log.error({ err, delivery: claimed.id }, 'a webhook was not sent')
      })
      .finally(() => {
        sending.delete(claimed.id)
        hasRoom = true
        if (!looking) wait(0)
      })
    sending.set(claimed.id, { isFailing: claimed.isFailing, ended })
  }
  const look = async () => {
    const now = store.clock()
    while ((await fanOut(store.db, now)) > 0);
    const failing = [...sending.values()].filter(({ isFailing }) => isFailing).length
    const places = { all: AT_ONCE - sending.size, failing: Math.max(0, FAILING_AT_ONCE - failing) }
    if (places.all === 0) return
    // Without requests to others, what goes to this process itself.
    const only = store.config.OUTSIDE_REQUESTS === 'off' ? builtInAddresses(store.config) : null
    for (const claimed of await claimDue(store.db, places, { now, only })) send(claimed)
  }
  const lookOnce = async () => {
    hasRoom = false
    const inMs = await look().then(
      () => lookMs,
      (err) => {
        if (!isStopped) store.log.error({ err }, 'webhooks were not looked at')
        return AFTER_ERROR_MS
      },
    )
    looking = null
    wait(hasRoom ? 0 : inMs)
  }
  const wait = (ms: number) => {
    clearTimeout(timer)
    if (isStopped) return
    timer = setTimeout(() => {
      looking = lookOnce()
    }, ms)
  }
  wait(0)
  return async () => {
    isStopped = true
    clearTimeout(timer)
    await looking
    const grace = new Promise((resolve) => setTimeout(resolve, GRACE_MS).unref())
    await Promise.race([Promise.all([...sending.values()].map(({ ended }) => ended)), grace])
  }
}
