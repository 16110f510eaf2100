import { type DestinationStream, type Logger, pino } from 'pino'

/**
 * JSON lines with UTC time. A request is logged by its path alone, because queries hold reset tokens and signatures, and
 * without headers, because they hold sessions (security H1). Where a part of the path is a token, the route stands for it.
 */
export const createLog = (level: string, destination: DestinationStream = pino.destination(1)): Logger =>
  pino(
    {
      level,
      timestamp: pino.stdTimeFunctions.isoTime,
      base: null,
      redact: { paths: ['*.headers', '*.password', '*.token', '*.body'], remove: true },
      serializers: {
        req: (request: LoggedRequest) => ({
          method: request.method,
          path: pathOf(request),
          address: request.ip,
        }),
        err: pino.stdSerializers.err,
      },
    },
    destination,
  )

type LoggedRequest = { method: string; url: string; ip: string; routeOptions?: { url?: string | undefined } }

function pathOf({ url, routeOptions }: LoggedRequest): string {
  const route = routeOptions?.url ?? ''
  return route.includes('/:token') ? route : (url.split('?')[0] ?? '')
}
