/** Where the law closes the store to visitors without an age check: an owner's setting, by country. */
import { CLOSED_HERE, CLOSED_HERE_CODE, CLOSED_HERE_STATUS } from '@nofiller/contract/age/age-rules'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { entriesIn } from '../json-entries.ts'
import { HttpError } from './errors/errors.ts'

const RULES = ['gate', 'closed'] as const
/** `gate` asks every visitor once for their age, `closed` shows and sells nothing. */
type AgeRule = (typeof RULES)[number]
/** By country, such as `GB`, or by a region, such as `US-TX`. All others have the gate. */
export type AgeRules = ReadonlyMap<string, AgeRule>

const PLACE = /^[A-Z]{2}(?:-[A-Z\d]{1,3})?$/
/** The codes that IP databases use for an unknown country. */
const NOWHERE = new Set(['XX', 'ZZ', 'EU', 'AP'])
const SHAPE = 'must be JSON such as {"GB":"closed","US-TX":"closed"}'

/** The setting `AGE_RULE`. */
export const AgeRuleSetting = z.string().transform((text, context): AgeRules => {
  const entries = entriesIn(text)
  if (entries === null) context.addIssue({ code: 'custom', message: SHAPE })
  const rules = new Map<string, AgeRule>()
  for (const [place, rule] of entries ?? []) {
    const known = RULES.find((each) => each === rule)
    if (!PLACE.test(place) || NOWHERE.has(place.slice(0, 2)))
      context.addIssue({ code: 'custom', message: `"${place}" is no country such as GB or US-TX` })
    else if (!known) context.addIssue({ code: 'custom', message: `${place} takes ${RULES.join(', ')}` })
    else rules.set(place, known)
  }
  return rules
})

export const closesSomewhere = (rules: AgeRules): boolean => [...rules.values()].includes('closed')

/**
 * The rule for a visitor from this place. If the place is unknown, or only its country while a rule is about a region,
 * the strictest possible rule applies.
 */
export function ageRuleFor(rules: AgeRules, place: string | null): AgeRule {
  const exact = place === null ? undefined : rules.get(place)
  if (place?.includes('-')) return exact ?? rules.get(place.slice(0, 2)) ?? 'gate'
  const possible = [...rules].filter(([each]) => place === null || each.slice(0, 2) === place)
  return possible.some(([, rule]) => rule === 'closed') ? 'closed' : 'gate'
}

/** A visitor's place, from a trusted proxy's header named by `COUNTRY_HEADER`; null without one. */
export function placeOf(request: FastifyRequest, header: string | undefined): string | null {
  const cameByTrustedProxy = (request.ips?.length ?? 1) > 1
  if (!header || !cameByTrustedProxy) return null
  const place = String(request.headers[header.toLowerCase()] ?? '').toUpperCase()
  return PLACE.test(place) && !NOWHERE.has(place.slice(0, 2)) ? place : null
}

const countryNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })

/** `United Kingdom` for `GB`; null for an unknown code. */
export const countryName = (place: string | null): string | null =>
  (place && countryNames.of(place.slice(0, 2))) ?? null

type Settings = { AGE_RULE: AgeRules; COUNTRY_HEADER?: string | undefined }

/**
 * Refuses calls that show or sell games to visitors from where the store is closed. Pages check it themselves, by
 * `request.isUnavailableHere`. A shared cache must not serve one country's response to another.
 */
export function closeByCountry(app: FastifyInstance, { AGE_RULE: rules, COUNTRY_HEADER: header }: Settings) {
  app.decorateRequest('isUnavailableHere', false)
  if (!closesSomewhere(rules)) return
  app.addHook('onRequest', async (request) => {
    request.isUnavailableHere = ageRuleFor(rules, placeOf(request, header)) === 'closed'
    if (request.isUnavailableHere && request.routeOptions.config.closesByCountry)
      throw new HttpError(CLOSED_HERE_STATUS, CLOSED_HERE_CODE, CLOSED_HERE)
  })
  app.addHook('onSend', async (request, reply) => {
    if (header) reply.header('vary', [reply.getHeader('vary') ?? [], header].flat().join(', '))
    const caching = reply.getHeader('cache-control')
    if (request.routeOptions.config.closesByCountry && typeof caching === 'string')
      reply.header('cache-control', caching.replace(/^public(, s-maxage=\d+)?/, 'private'))
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the law keeps the store closed where this visitor is. */
    isUnavailableHere: boolean
  }
  interface FastifyContextConfig {
    /** It shows or sells games. */
    closesByCountry?: boolean
  }
}
