import type { Signal } from './database/signal.ts'

/** Looks at the clock of the database again after this time, whatever it said before. */
const LOOK_MS = 30_000
const RETRY_MS = 1_000

type Turns<Next extends { inMs: number }> = {
  /** What is next, and when by the clock of the database; null when nothing is planned. */
  next: () => Promise<Next | null>
  /** Does it. Answers whether anything changed; if not, it is tried again a second later. */
  turn: (next: Next) => Promise<boolean>
  /** What is planned is looked up again after each change of the catalog. */
  catalogChanged: Pick<Signal, 'onChange'>
  onError: (error: unknown) => void
}

/**
 * Does in time what happens at set times: every process waits for the next, and the first one does it. Answers how to
 * stop.
 */
export function onTime<Next extends { inMs: number }>({
  next,
  turn,
  catalogChanged,
  onError,
}: Turns<Next>): () => void {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const wait = (ms: number) => {
    clearTimeout(timer)
    if (!isStopped) timer = setTimeout(() => void look(), Math.min(ms, LOOK_MS))
  }
  const look = async () => {
    try {
      const planned = await next()
      if (planned === null || planned.inMs > 0) return wait(planned?.inMs ?? LOOK_MS)
      wait((await turn(planned)) ? 0 : RETRY_MS)
    } catch (error) {
      onError(error)
      wait(RETRY_MS)
    }
  }
  catalogChanged.onChange(() => wait(0))
  wait(0)
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}
