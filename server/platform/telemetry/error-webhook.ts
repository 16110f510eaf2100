import type { ErrorReporter } from './log.ts'

const SENT_A_MINUTE = 10
const SAME_AFTER_MS = 10 * 60_000
const KNOWN_MOST = 500
const TIMEOUT_MS = 5_000
const AT_ONCE = 2
const FRAMES = 8

export type ErrorWebhook = {
  report: ErrorReporter
  /** Resolves when all reports are sent or given up, within 5 s. */
  settled(): Promise<void>
}

type Report = {
  time: string
  level: 'error' | 'fatal'
  message: string
  error: string | null
  stack: string[]
}

/**
 * Posts errors of the log to a URL as JSON, whose `text` chat programs show. A report holds the log's own sentence, the
 * kind of the error and its place in the code; never the error's message, a request or an id, which may be personal data.
 * The same error is reported once in ten minutes, ten errors a minute at most, two at once, each for 5 s; more are dropped. It
 * neither throws nor blocks, and its own failures are not logged, because that would be an error again.
 * @param now in ms
 */
export function errorWebhook(url: string, storeName: string, now: () => number = Date.now): ErrorWebhook {
  const reportedAt = new Map<string, number>()
  const underway = new Set<Promise<void>>()
  let minute = { startedAt: 0, sent: 0 }

  const isDue = (key: string): boolean => {
    const at = now()
    if (at - minute.startedAt >= 60_000) minute = { startedAt: at, sent: 0 }
    if (minute.sent >= SENT_A_MINUTE || underway.size >= AT_ONCE) return false
    if (at - (reportedAt.get(key) ?? Number.NEGATIVE_INFINITY) < SAME_AFTER_MS) return false
    if (reportedAt.size >= KNOWN_MOST) reportedAt.clear()
    reportedAt.set(key, at)
    minute.sent += 1
    return true
  }

  return {
    report(level, message, error) {
      const report = reportOf(level, message, error, new Date(now()))
      if (!isDue(`${message}\n${report.error}\n${report.stack[0]}`)) return
      const sending: Promise<void> = send(url, storeName, report).finally(() => underway.delete(sending))
      underway.add(sending)
    },
    settled: async () => void (await Promise.all(underway)),
  }
}

function reportOf(level: Report['level'], message: string, error: unknown, at: Date): Report {
  return { time: at.toISOString(), level, message, error: kindOf(error), stack: framesOf(error) }
}

/** The error's class and code, such as `DatabaseError 23505`. */
function kindOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const code = 'code' in error && /^[\w-]{1,40}$/.test(String(error.code)) ? ` ${error.code}` : ''
  return `${error.constructor.name}${code}`
}

/** The places in the code from a stack, after the error's message; none when the stack does not start with it. */
function framesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return []
  const stack = error.stack ?? ''
  const messageAt = stack.indexOf(error.message)
  if (messageAt < 0) return []
  return stack
    .slice(messageAt + error.message.length)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /^at .*:\d+:\d+\)?$/.test(line))
    .slice(0, FRAMES)
}

async function send(url: string, store: string, report: Report): Promise<void> {
  const where = [report.error, report.stack[0]].filter(Boolean).join(' ')
  const text = `${store}: ${report.message}${where && ` (${where})`}`
  await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text, store, ...report }),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).then(
    (answer) => answer.body?.cancel(),
    () => undefined,
  )
}
