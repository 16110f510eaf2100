/** How the doctor asks a running store, through its proxy, what reached it. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Config } from '../../config.ts'
import type { Clock } from '../../platform/clock.ts'
import { placeOf } from '../../platform/http/age-rule.ts'
import { notFound } from '../../platform/http/errors/errors.ts'
import { textSigner } from '../../platform/signatures.ts'

export const PROBE_PATH = '/doctor'
const PURPOSE = 'doctor'
const GOOD_FOR_MS = 600_000

/** The store's view of a request. */
export const Probe = z.object({
  /** The visitor, as the store counts them. */
  address: z.string(),
  /** Who opened the connection: the proxy, where there is one. */
  peer: z.string(),
  /** Whether `X-Forwarded-For` was sent, and whether the store believes its sender. */
  hasForwardedFor: z.boolean(),
  isBelieved: z.boolean(),
  /** Where the visitor is, as `COUNTRY_HEADER` says; null when it is not set or not believed. */
  place: z.string().nullable(),
})

/** The bearer token of a probe. Only the store's secret key can make one. */
export const probeToken = (secretKeys: readonly string[], now: Date): string =>
  textSigner(secretKeys, PURPOSE).sign(now.toISOString())

/** 404 to everyone else: it would reveal the proxy's address. */
export function probeRoute(
  app: FastifyInstance,
  { secretKeys, COUNTRY_HEADER: countryHeader }: Pick<Config, 'secretKeys' | 'COUNTRY_HEADER'>,
  clock: Clock,
): void {
  const signer = textSigner(secretKeys, PURPOSE)
  const isProbe = (authorization = ''): boolean => {
    const signedAt = signer.read(authorization.replace(/^Bearer /, ''))
    return signedAt !== null && Math.abs(clock().getTime() - Date.parse(signedAt)) < GOOD_FOR_MS
  }
  app.get(PROBE_PATH, { config: { access: 'anyone' } }, async (request, reply) => {
    if (!isProbe(request.headers.authorization)) throw notFound()
    return reply.header('cache-control', 'no-store').send({
      address: request.ip,
      peer: request.socket.remoteAddress ?? '',
      hasForwardedFor: request.headers['x-forwarded-for'] !== undefined,
      isBelieved: (request.ips?.length ?? 1) > 1,
      place: placeOf(request, countryHeader),
    } satisfies z.infer<typeof Probe>)
  })
}
