import { dollarsOf, showPrice } from '@nofiller/contract/pricing/money'
import { showCount } from '@nofiller/contract/text/digits'
import { DELIVERY_FAILURES, OFF_REASONS, WEBHOOK_LIMITS } from '@nofiller/contract/webhooks/webhook-rules'
import type { Delivery, Endpoint } from '@nofiller/contract/webhooks/webhooks'
import { showTodayOrDay } from '../../ui/today-or-day.ts'

const HOUR = new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const DAY_MS = 86_400_000

/** `Today, 13:52`, `Nov 24, 18:30`, in the browser's time zone. */
export const showTime = (iso: string, now: Date): string =>
  `${showTodayOrDay(iso, now)}, ${HOUR.format(new Date(iso))}`

/** The same within a sentence: `today, 13:52`. */
const inSentence = (iso: string, now: Date): string => showTime(iso, now).replace('Today', 'today')

/** What an endpoint is called: its own name, or its address without `https://`. */
export const nameOf = ({ name, url }: Pick<Endpoint, 'name' | 'url'>): string => name || shortUrl(url)

/** An address without what all addresses share. */
export const shortUrl = (url: string): string => url.replace('https://', '').replace(/\/$/, '')

/** How an endpoint is doing, in sentences. */
export function stateOf(endpoint: Endpoint, now: Date): string {
  const { state, last, failingSince, warnedAt, offAt, offReason } = endpoint
  const told = warnedAt === null ? '' : ` We told you by email ${onDay(warnedAt, now)}.`
  if (state === 'paused') return 'Paused. Events wait here, and are sent once you turn it on.'
  if (state === 'off')
    return `Switched off${offAt === null ? '' : ` ${inSentence(offAt, now)}`}: ${offReason === null ? '' : lowered(OFF_REASONS[offReason])}${told}`
  if (last === null) return 'Nothing was sent yet.'
  if (state === 'failing' && failingSince !== null) {
    const endsAt = new Date(Date.parse(failingSince) + WEBHOOK_LIMITS.offDays * DAY_MS).toISOString()
    return `Failing since ${inSentence(failingSince, now)}. Last try: ${lowered(resultOf(last))}${told} Without a success, it is switched off ${inSentence(endsAt, now)}.`
  }
  const when = inSentence(last.at, now)
  // Turned on or moved since a try without an answer.
  const what =
    last.status === null
      ? `Last try ${when}: ${lowered(resultOf(last))}`
      : `Last answer ${last.status} ${when}.`
  return `${what}${arrived(endpoint)}`
}

const onDay = (iso: string, now: Date): string => {
  const day = showTodayOrDay(iso, now)
  return day === 'Today' ? 'today' : `on ${day}`
}

/** Of what the log still holds. */
function arrived({ counts: { total, waiting, delivered } }: Endpoint): string {
  const tried = total - waiting
  if (tried === 0) return ''
  return delivered === tried
    ? ` All of the last ${showCount(tried)} arrived.`
    : ` ${showCount(delivered)} of the last ${showCount(tried)} arrived.`
}

/** What came back of a try: `Answered 503.`, `No answer within 15 seconds.` */
export function resultOf({ status, failure }: Pick<Delivery, 'status' | 'failure'>): string {
  if (failure !== null) return DELIVERY_FAILURES[failure]
  return status === null ? 'Not sent yet.' : `Answered ${status}.`
}

const lowered = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1)

/** What the log needs of a body; the store wrote it. */
type Sent = {
  data: {
    game?: string
    games?: { game: string }[]
    version?: string | null
    recommends?: boolean
    amountCents?: number
    title?: string
    name?: string
  }
}

/** What an event is about: `Velvet Orbit, 1.6`, `Velvet Orbit, $18.00`. */
export function subjectOf({ body }: Pick<Delivery, 'body'>): string {
  const { data }: Sent = JSON.parse(body)
  const games = data.game === undefined ? (data.games ?? []).map(({ game }) => game) : [data.game]
  const amount = data.amountCents === undefined ? null : showPrice(dollarsOf(data.amountCents))
  return [...games, data.version, data.title, data.name, verdictOf(data), amount].filter(Boolean).join(', ')
}

function verdictOf({ recommends }: Sent['data']): string | null {
  if (recommends === undefined) return null
  return recommends ? 'recommended' : 'not recommended'
}

/** A body as people read JSON. */
export const indented = (body: string): string => JSON.stringify(JSON.parse(body), null, 2)
