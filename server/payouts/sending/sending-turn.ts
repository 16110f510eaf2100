/** Only one process sends payouts at a time: the one that holds a database lock. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type PayoutProvider, PayoutUncertain } from '../providers/payout-provider.ts'

const RETRY_MS = 1_000

export type SendingTurn = {
  /** False as soon as the connection that holds the lock breaks: another process may then take it. */
  isHeld(): boolean
  /** Aborts when the turn is lost or the process stops. */
  signal: AbortSignal
  end(): Promise<void>
}

type Log = { warn(detail: object, message: string): void }

/**
 * Waits for the turn, even while the database is down.
 * @param stopping ends the wait
 * @returns null when `stopping` came first
 */
export async function takeTurn(
  databaseUrl: string,
  log: Log,
  stopping: AbortSignal,
): Promise<SendingTurn | null> {
  while (!stopping.aborted)
    try {
      return await lock(databaseUrl, log, stopping)
    } catch (error) {
      if (stopping.aborted) break
      log.warn({ err: error }, 'payouts wait for the database')
      await sleep(RETRY_MS, undefined, { signal: stopping }).catch(() => undefined)
    }
  return null
}

async function lock(databaseUrl: string, log: Log, stopping: AbortSignal): Promise<SendingTurn> {
  const client = new pg.Client({ connectionString: databaseUrl, keepAlive: true })
  const lost = new AbortController()
  client.on('error', (error) => {
    lost.abort()
    log.warn({ err: error }, 'the turn to send payouts is lost')
  })
  const stopWaiting = () => void client.end().catch(() => undefined)
  stopping.addEventListener('abort', stopWaiting)
  try {
    await client.connect()
    await client.query("select pg_advisory_lock(hashtext('payouts are sent'))")
  } catch (error) {
    stopWaiting()
    throw error
  } finally {
    stopping.removeEventListener('abort', stopWaiting)
  }
  return {
    isHeld: () => !lost.signal.aborted,
    signal: AbortSignal.any([lost.signal, stopping]),
    end: () => client.end().catch(() => undefined),
  }
}

/** The provider while the turn is held: after it is lost, steps that already started make no more calls, and are resumed later. */
export function whileHeld(provider: PayoutProvider, isHeld: () => boolean): PayoutProvider {
  const checked =
    <Input, Result>(call: (input: Input) => Promise<Result>) =>
    async (input: Input): Promise<Result> => {
      if (!isHeld()) throw new PayoutUncertain('Another process may send payouts now.')
      return call(input)
    }
  return {
    ...provider,
    quote: checked(provider.quote),
    prepare: checked(provider.prepare),
    release: checked(provider.release),
    lookup: checked(provider.lookup),
    discard: checked(provider.discard),
  }
}
