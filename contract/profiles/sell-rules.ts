/** The rules of the request to sell, used by the page's form and by the server. No zod: the browser loads this. */
import { lengthProblem } from '../text/text-length.ts'
import { LINK_MAX } from './profile-rules.ts'

export const WHO_MAX = 1_000
export const PLANS_MAX = 2_000
export const LINKS_MAX = 10

export const SELL_TEXT = {
  who: 'Tell us who you are.',
  whoLong: `At most ${WHO_MAX} characters.`,
  links: 'Add at least one link to your work.',
  linksMany: `At most ${LINKS_MAX} links.`,
  link: 'One web address per line, such as https://example.com.',
  plans: 'Tell us what you will publish.',
  plansLong: `At most ${PLANS_MAX} characters.`,
  agreed: 'Please read the rules and agree to them.',
} as const

/** The contents of a request; `links` are URLs. */
export type SellRequestFields = { who: string; links: string[]; plans: string; agreed: boolean }

/** The links of a text with one per line. A URL without a scheme gets https. */
export const linksOf = (text: string): string[] =>
  text
    .split(/\s*\n\s*/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => (/^[a-z][a-z0-9+.-]*:/i.test(line) ? line : `https://${line}`))

/** A sentence for each wrong field; none when the request may be sent. */
export function sellRequestProblems(
  request: SellRequestFields,
): Partial<Record<keyof SellRequestFields, string>> {
  const problems: [keyof SellRequestFields, string | null][] = [
    ['who', textProblem(request.who, WHO_MAX, SELL_TEXT.who, SELL_TEXT.whoLong)],
    ['links', linksProblem(request.links)],
    ['plans', textProblem(request.plans, PLANS_MAX, SELL_TEXT.plans, SELL_TEXT.plansLong)],
    ['agreed', request.agreed ? null : SELL_TEXT.agreed],
  ]
  return Object.fromEntries(problems.filter(([, problem]) => problem !== null))
}

function textProblem(text: string, max: number, missing: string, long: string): string | null {
  if (text.trim() === '') return missing
  return lengthProblem(text, max, long)
}

function linksProblem(links: readonly string[]): string | null {
  if (links.length === 0) return SELL_TEXT.links
  if (links.length > LINKS_MAX) return SELL_TEXT.linksMany
  return links.every(isWebAddress) ? null : SELL_TEXT.link
}

function isWebAddress(link: string): boolean {
  const url = link.length <= LINK_MAX && !/\s/.test(link) ? URL.parse(link) : null
  return url !== null && /^https?:$/.test(url.protocol) && url.hostname.includes('.') && url.username === ''
}
