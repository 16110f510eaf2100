/** A part that does not respond within this time is silent. */
const TIMEOUT_MS = 5_000
/** A part that responds later than this is slow. */
const SLOW_MS = 1_000

export type Probe = { state: 'answering' | 'slow'; ms: number } | { state: 'silent' }

/** Sends a small request to a part, and waits at most 5 s for its response. */
export async function probe(ask: (signal: AbortSignal) => Promise<unknown>): Promise<Probe> {
  const startedAt = performance.now()
  try {
    await inTime(ask(AbortSignal.timeout(TIMEOUT_MS)))
  } catch {
    return { state: 'silent' }
  }
  const ms = Math.round(performance.now() - startedAt)
  return { state: ms > SLOW_MS ? 'slow' : 'answering', ms }
}

async function inTime(answer: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${TIMEOUT_MS} ms`)), TIMEOUT_MS)
  })
  await Promise.race([answer, late]).finally(() => clearTimeout(timer))
}
