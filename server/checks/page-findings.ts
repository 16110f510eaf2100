import { type FaintColor, faintColors, type Theme } from '@nofiller/contract/authoring/theme'
import type { ContentCategory } from '@nofiller/contract/catalog/game-kinds'
import { type FoundWords, findingOf } from '@nofiller/contract/checks/finding-rules'
import { networkOf } from '@nofiller/contract/payouts/payout-address-rules'
import { dollarsOf, showPrice } from '@nofiller/contract/pricing/money'
import { plural } from '@nofiller/contract/text/digits'
import { linksIn, wordsIn } from './description-parts.ts'

/** What a developer answered of the questions that the game form did not ask before. */
export type Answers = {
  /** Whether visitors saw the game before: then open questions only warn. */
  wasPublic: boolean
  category: ContentCategory
  /** What its developer said of the card and cover that it has now; null without an answer. */
  isCardExplicit: boolean | null
  openThemes: number
  statesAdults: boolean
  strongestScene: string
}

/** A game's page as the checks see it. */
export type CheckedPage = Answers & {
  description: string
  theme: Theme
  hasDemo: boolean
  /** The descriptions of the screenshots, empty where there is none. */
  screenshotAlts: readonly string[]
  /** What is sold, in cents: the game first, then extras by their names. */
  prices: readonly { name: string | null; cents: number }[]
  /** The smallest payment; null while no provider tells. */
  minimumCents: number | null
  /** Links of the description that lead nowhere any more. */
  deadLinks: readonly { host: string; isNameUnknown: boolean }[]
  /** Another developer's game whose title reads the same. */
  namesake: { title: string; developer: string } | null
}

export type FoundOnPage = FoundWords & { where: string; fix?: Record<string, string> }

/** What to tell of a game's page (PF2). Pure. */
export const pageFindingsOf = (page: CheckedPage): FoundOnPage[] => [
  ...questionsOf(page),
  ...priceFindings(page),
  ...faintColors(page.theme)
    .filter(({ field }) => page.hasDemo || field !== 'demoButtonColor')
    .map(contrastFinding),
  ...altFindings(page),
  ...namesakeFindings(page),
  ...paymentFindings(page),
  ...linkFindings(page),
]

/** Questions that are open (PF2). Pure. */
export const questionsOf = (answers: Answers): FoundOnPage[] =>
  [...cardFindings(answers), ...questionFindings(answers)].map((found) =>
    answers.wasPublic ? { ...found, level: 'warns' } : found,
  )

function cardFindings({ category, isCardExplicit }: Answers): FoundOnPage[] {
  if (category !== 'SFW' || isCardExplicit === false) return []
  const found = isCardExplicit ? findingOf('explicit-card', {}) : findingOf('explicit-card-unsaid', {})
  return [{ ...found, where: 'cardImage' }]
}

function questionFindings({ openThemes, category, statesAdults, strongestScene }: Answers): FoundOnPage[] {
  const themes = `${plural(openThemes, 'theme')} ${openThemes === 1 ? 'has' : 'have'}`
  const missing = [
    ...(statesAdults ? [] : ['that everyone in a sexual scene is 18 or older']),
    ...(strongestScene.trim() ? [] : ['how to reach the strongest scene']),
  ]
  return [
    ...(openThemes > 0 ? [{ ...findingOf('warnings-open', { themes }), where: 'contentWarnings' }] : []),
    ...(category === 'NSFW' && missing.length > 0
      ? [{ ...findingOf('reach-unsaid', { missing: AND.format(missing) }), where: 'strongestScene' }]
      : []),
  ]
}

const priceFindings = ({ prices, minimumCents }: CheckedPage): FoundOnPage[] =>
  prices
    .filter(({ cents }) => minimumCents !== null && cents > 0 && cents < minimumCents)
    .map(({ name, cents }) => ({
      ...findingOf('price-under-minimum', {
        what: name === null ? 'The price' : `The price of ${name}`,
        price: showPrice(dollarsOf(cents)),
        minimum: showPrice(dollarsOf(minimumCents ?? 0)),
      }),
      where: name === null ? 'price' : 'files',
    }))

const FAINT: Record<FaintColor['field'], { reading: string; seeing: string }> = {
  textColor: { reading: 'Text is hard to read', seeing: 'Text is hard to read' },
  linkColor: { reading: 'Links are hard to read', seeing: 'Links are hard to read' },
  buyButtonColor: { reading: 'Buy button: text is hard to read', seeing: 'Buy button is hard to see' },
  demoButtonColor: { reading: 'Demo button: text is hard to read', seeing: 'Demo button is hard to see' },
}

function contrastFinding({ field, ratio, needed, nearest }: FaintColor): FoundOnPage {
  const what = needed > 4 ? FAINT[field].reading : FAINT[field].seeing
  const values = { what, ratio: oneDecimal(ratio), needed }
  if (nearest === null) return { ...findingOf('contrast-unmet', values), where: field }
  return { ...findingOf('contrast', { ...values, color: nearest }), where: field, fix: { [field]: nearest } }
}

/** Cut, because 4.48 is below the 4.5 that it would be rounded to. */
const oneDecimal = (ratio: number): string => (Math.floor(ratio * 10) / 10).toFixed(1)

function altFindings({ screenshotAlts }: CheckedPage): FoundOnPage[] {
  const count = screenshotAlts.filter((alt) => alt.trim() === '').length
  if (count === 0) return []
  const screenshots = `${plural(count, 'screenshot')} ${count === 1 ? 'has' : 'have'}`
  return [{ ...findingOf('alt-missing', { screenshots }), where: 'screenshots' }]
}

const namesakeFindings = ({ namesake }: CheckedPage): FoundOnPage[] =>
  namesake ? [{ ...findingOf('title-like-another', namesake), where: 'title' }] : []

/** Where people pay a person or for a thing, by the name of the site; a patron’s page is linked from a profile. */
const PAYMENT_SITES =
  /^(?:.+\.)?(?:paypal\.(?:com|me)|buymeacoffee\.com|ko-fi\.com|cash\.app|venmo\.com|gumroad\.com|boosty\.to|liberapay\.com|donate\.stripe\.com|buy\.stripe\.com|nowpayments\.io)$/

function paymentFindings({ description }: CheckedPage): FoundOnPage[] {
  const sites = linksIn(description)
    .map(({ hostname }) => hostname)
    .filter((host) => PAYMENT_SITES.test(host))
  const networks = wordsIn(description).flatMap((word) => networkOf(word) ?? [])
  const what = [
    ...[...new Set(networks)].map((network) => `an address for ${network}`),
    ...[...new Set(sites)].map((host) => `a link to ${host}`),
  ]
  return what.length === 0
    ? []
    : [{ ...findingOf('pays-elsewhere', { what: AND.format(what) }), where: 'description' }]
}

const linkFindings = ({ deadLinks }: CheckedPage): FoundOnPage[] =>
  deadLinks.map(({ host, isNameUnknown }) => ({
    ...(isNameUnknown ? findingOf('dead-host', { host }) : findingOf('dead-link', { host })),
    where: 'description',
  }))

const AND = new Intl.ListFormat('en-US')
