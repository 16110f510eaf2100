import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import { currentRequester } from '../http/current-request.ts'

/**
 * JSON lines with UTC time and, within a request, its id, account and address. A request is logged by its path alone,
 * because queries contain reset tokens and signatures, and without headers, because they contain sessions (security H1). If a
 * part of the path is a token, or the call is anonymous, the route is logged instead. `reportError` gets each logged error.
 */
export const createLog = (
  level: string,
  destination: DestinationStream = pino.destination(1),
  reportError: ErrorReporter | null = null,
): Logger =>
  pino(
    {
      level,
      ...(reportError && { hooks: { logMethod: reportingErrors(reportError) } }),
      timestamp: pino.stdTimeFunctions.isoTime,
      base: null,
      mixin: currentRequester,
      // PostgreSQL's `detail` of an error quotes the row.
      redact: { paths: ['*.headers', '*.password', '*.token', '*.body', '*.detail'], remove: true },
      serializers: {
        req: (request: LoggedRequest) => ({ method: request.method, path: pathOf(request) }),
        err: pino.stdSerializers.err,
      },
    },
    destination,
  )

/** Gets an error's log sentence, and what was thrown, if anything. */
export type ErrorReporter = (level: 'error' | 'fatal', message: string, error: unknown) => void

const ERROR = pino.levels.values.error ?? 50
const FATAL = pino.levels.values.fatal ?? 60

const reportingErrors = (
  report: ErrorReporter,
): NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']> =>
  function reportAndLog(line, log, level) {
    const [about, message] = line as [unknown, unknown]
    if (level >= ERROR && typeof message === 'string')
      report(level >= FATAL ? 'fatal' : 'error', message, (about as { err?: unknown } | null)?.err)
    return log.apply(this, line)
  }

/** Event names that operators search for; they are stable (security H2). */
type LoggedEvent =
  | 'logged_in'
  | 'login_refused'
  | 'log_in_disowned'
  | 'access_refused'
  | 'second_factor_on'
  | 'second_factor_off'
  | 'email_changed'
  | 'email_change_undone'
  | 'passkey_added'
  | 'passkey_removed'
  | 'passkey_counter_fell'
  | 'limit_hit'
  | 'role_changed'
  | 'suspended'
  | 'restored'
  | 'price_changed'
  | 'prices_turned'
  | 'granted'
  | 'refunded'
  | 'revoked'
  | 'order_settled'
  | 'payout_address_set'
  | 'payouts_frozen'
  | 'payout_approved'
  | 'payout_moved'

/** Logs a named event; call it after the commit. */
export const logEvent = (
  log: { info(line: object, message: string): void },
  event: LoggedEvent,
  about: Record<string, unknown> = {},
): void => log.info({ event, ...about }, event.replaceAll('_', ' '))

type LoggedRequest = {
  method: string
  url: string
  routeOptions?: { url?: string | undefined; config?: { anonymous?: boolean } }
}

function pathOf({ url, routeOptions }: LoggedRequest): string {
  const route = routeOptions?.url ?? ''
  return route.includes('/:token') || routeOptions?.config?.anonymous ? route : (url.split('?')[0] ?? '')
}
