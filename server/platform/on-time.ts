import type { Signal } from './database/signal.ts'

/** Looks at the clock of the database again after this time, whatever it said before. */
const LOOK_MS = 30_000
const RETRY_MS = 1_000

type Scheduled<Next extends { inMs: number }> = {
  /** What is next, and when by the clock of the database; null when nothing is planned. */
  next: () => Promise<Next | null>
  /** Runs it. @returns whether anything changed; if not, it is tried again a second later */
  run: (next: Next) => Promise<boolean>
  /** What is planned is looked up again after each change of the catalog. */
  catalogChanged: Pick<Signal, 'onChange'>
  onError: (error: unknown) => void
}

/** Runs what is scheduled at its time: every process waits for the next, and the first one runs it. @returns how to stop */
export function onTime<Next extends { inMs: number }>({
  next,
  run,
  catalogChanged,
  onError,
}: Scheduled<Next>): () => void {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  /** While it looks or runs: what ran changes the catalog itself, and each change would begin another run beside it. */
  let isLooking = false
  let hasChanged = false
  const wait = (ms: number) => {
    clearTimeout(timer)
    if (!isStopped) timer = setTimeout(() => void lookOnce(), Math.min(ms, LOOK_MS))
  }
  /** @returns after how many ms to look again */
  const look = async (): Promise<number> => {
    const planned = await next()
    if (planned === null || planned.inMs > 0) return planned?.inMs ?? LOOK_MS
    return (await run(planned)) ? 0 : RETRY_MS
  }
  const lookOnce = async () => {
    isLooking = true
    hasChanged = false
    const inMs = await look().catch((error) => {
      onError(error)
      return RETRY_MS
    })
    isLooking = false
    wait(hasChanged ? 0 : inMs)
  }
  catalogChanged.onChange(() => {
    hasChanged = true
    if (!isLooking) wait(0)
  })
  wait(0)
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}
