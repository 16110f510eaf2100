import { type DestinationStream, type Logger, pino } from 'pino'

/**
 * JSON lines with UTC time. A request is logged by its path alone, because queries hold reset tokens and signatures, and
 * without headers, because they hold sessions (security H1).
 */
export const createLog = (level: string, destination: DestinationStream = pino.destination(1)): Logger =>
  pino(
    {
      level,
      timestamp: pino.stdTimeFunctions.isoTime,
      base: null,
      redact: { paths: ['*.headers', '*.password', '*.token', '*.body'], remove: true },
      serializers: {
        req: (request: { method: string; url: string; ip: string }) => ({
          method: request.method,
          path: request.url.split('?')[0],
          address: request.ip,
        }),
        err: pino.stdSerializers.err,
      },
    },
    destination,
  )
