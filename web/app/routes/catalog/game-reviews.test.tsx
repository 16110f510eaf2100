// @vitest-environment jsdom
/** The reviews on a game's page, as strangers and owners read them. */
import type { ReviewSummary } from '@nofiller/contract/reviews/reviews'
import type { ReviewWeeks } from '@nofiller/contract/reviews/surges'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { aGame } from '../../testing/games.ts'
import { anOwnReview, aReview, aStanding } from '../../testing/reviews.ts'
import { fill, openPage, press, startFakeStore } from '../../testing/screens.tsx'
import * as game from './game.tsx'

const store = startFakeStore()

const SHOWN: ReviewSummary = {
  shown: 49,
  shownPositive: 45,
  counted: 48,
  share: 92,
  recent: { share: 91, counted: 11, release: '0.5' },
  surge: null,
  releases: [
    { id: 'five', label: '0.5' },
    { id: 'four', label: '0.4' },
  ],
  languages: ['en'],
  first: [aReview({ helpful: 14 })],
  next: 'after',
}
const RELEASE = { label: '0.5', releasedAt: '2026-11-01T00:00:00.000Z', summary: '', count: 1 }

async function open(reviews: Partial<ReviewSummary> = {}) {
  const more = { reviews: { ...SHOWN, ...reviews }, release: RELEASE as never }
  openPage('/game/dusk', {
    '/game/:id': {
      ...game,
      loader: () => ({ game: aGame(more), related: [], relatedBy: null, hiding: null, head: null }),
    },
  })
  return screen.findByRole('region', { name: 'Reviews' })
}

async function openAsOwner(standing: Parameters<typeof aStanding>[0] = {}) {
  await store.signIn({ ownedGameIds: ['dusk'] } as never)
  const entry = { gameId: 'dusk', baseOwned: true, extrasOwnedFileIds: [], files: [], addedAt: '2026-11-01' }
  store.answer('GET /api/library', { status: 200, body: [entry] })
  store.answer('GET /api/games/:id/review', { status: 200, body: aStanding(standing) })
  return open()
}

it('RV5 A game says which share of counted reviews recommends it, also since its newest release', async () => {
  const { textContent } = await open()
  expect(textContent).toContain('92% of 48 recommend it')
  expect(textContent).toContain('Since 0.5 came out: 91% of 11')
  expect(textContent).toContain('All are shown, good and bad.')
  expect(textContent).toContain('Showing 1 of 49')
  const fact = screen.getByRole('link', { name: '92% of 48 recommend it' })
  expect(fact.getAttribute('href')).toBe('#reviews')
})

it('RV5 Below five counted reviews there is no share, and without any the page says so', async () => {
  expect((await open({ share: null, recent: null, shown: 3, shownPositive: 3 })).textContent).toContain(
    '3 reviews',
  )
  const none = await open({ share: null, recent: null, shown: 0, shownPositive: 0, first: [], next: null })
  expect(none.textContent).toContain('No reviews yet.')
  expect(within(none).queryByRole('list')).toBeNull()
})

it('A long review is folded until it is read, and a short one is not', async () => {
  const long = Array.from({ length: 200 }, (_, at) => `word${at}`).join(' ')
  const section = await open({ first: [aReview({ id: 'long', text: long }), aReview()] })
  const text = () => within(section).getByText(/word0 /).parentElement?.className
  expect(text()).toContain('line-clamp')
  fireEvent.click(within(section).getByRole('button', { name: 'Read more' }))
  expect(text()).not.toContain('line-clamp')
  fireEvent.click(within(section).getByRole('button', { name: 'Read less', expanded: true }))
  expect(text()).toContain('line-clamp')
})

it('RV3 RV10 A review says in words its verdict, its version and why it does not count', async () => {
  const section = await open({
    first: [
      aReview({
        recommends: false,
        release: '0.4',
        counted: false,
        mark: 'free_copy',
        editedOn: '2026-11-24',
      }),
    ],
  })
  const review = within(section).getByRole('article')
  const { textContent } = within(review).getByRole('heading', { level: 3 })
  expect(textContent).toBe('Not recommended. About 0.4; the game is at 0.5.')
  expect(review.textContent).toContain('Nov 22, 2026, changed Nov 24, 2026')
  expect(review.textContent).toContain('Free copy from the developer')
  expect(review.textContent).toContain('Not counted')
  expect(review.textContent).toContain('Owner · Finished what there is')
})

it('RV2 A spoiler is covered until it is asked for, and a text says its language', async () => {
  const section = await open({
    first: [aReview({ language: 'de', text: 'Gut. [spoiler]Das Radio[/spoiler]' })],
  })
  expect(within(section).getByText('Gut.').parentElement?.lang).toBe('de')
  expect(section.textContent).not.toContain('Das Radio')
  await press('Spoiler. Show')
  expect(section.textContent).toContain('Das Radio')
  expect(within(section).getByRole('button', { name: 'Spoiler. Hide' }).ariaExpanded ?? 'true').toBe('true')
})

it('RV8 The answer of the developer stands under its review', async () => {
  const answer = { text: 'You are right.', developer: 'Foghorn Works', on: '2026-11-24', editedOn: null }
  const section = await open({ first: [aReview({ answer })] })
  expect(section.textContent).toContain('Foghorn Works · developer · Nov 24, 2026You are right.')
})

it('RV7 Those who do not recommend it are asked for alone, and a failure can be tried again', async () => {
  const section = await open()
  store.answer('GET /api/games/:id/reviews', { status: 500 })
  await press('No 4', 'Failed to load the reviews')
  store.answer('GET /api/games/:id/reviews', {
    status: 200,
    body: [aReview({ id: 'two', text: 'It swallowed my notes.' })],
  })
  await press(/again/i, 'It swallowed my notes.')
  expect(within(section).queryByText('Two adults who talk like adults.')).toBeNull()
  await press('All 49', 'Two adults who talk like adults.')
})

it('RV7 Strangers read how many found a review helpful; an owner says so once, and takes it back', async () => {
  expect((await open()).textContent).toContain('Helpful · 14')
  expect(screen.queryByRole('button', { name: /Helpful/ })).toBeNull()
  await openAsOwner()
  await screen.findByRole('button', { name: 'Helpful · 14', pressed: false })
  store.answer('PUT /api/reviews/:id/helpful', { status: 200, body: {} })
  store.answer('GET /api/games/:id/review', { status: 200, body: aStanding({ helpful: ['one'] }) })
  fireEvent.click(screen.getByRole('button', { name: 'Helpful · 14' }))
  await screen.findByRole('button', { name: 'Helpful · 15', pressed: true })
})

it('RV1 An owner is led to their review, or reads from when on they can write it', async () => {
  await openAsOwner()
  const link = await screen.findByRole('link', { name: 'Write a review' })
  expect(link.getAttribute('href')).toBe('/game/dusk/review')
  await openAsOwner({ review: anOwnReview() })
  await screen.findByRole('link', { name: 'Your review' })
  expect(screen.queryByRole('button', { name: /Helpful/ })).toBeNull()
  await openAsOwner({ state: 'too_early', from: '2026-11-28T14:20:00.000Z' })
  await screen.findByText(/^You can review this from Nov 28, /)
})

const WEEKS: ReviewWeeks = {
  weeks: Array.from({ length: 26 }, (_, nth) => ({
    from: new Date(Date.UTC(2026, 5, 1 + 7 * nth)).toISOString().slice(0, 10),
    yes: 2,
    no: nth === 25 ? 20 : 0,
  })),
  surges: [{ from: '2026-11-25', until: null, state: 'open' }],
  without: { share: 91, counted: 53 },
  with: { share: 62, counted: 118 },
}

it('RV11 A surge is told with its day, and one press shows both shares and the weeks, as a picture and as a table', async () => {
  store.answer('GET /api/games/:id/review-weeks', { status: 200, body: WEEKS })
  const section = await open({ surge: { from: '2026-11-25', until: null, state: 'open' } })
  expect(section.textContent).toContain(
    'Unusually many reviews since Nov 25, 2026. We’re looking at them; until then they count.',
  )
  press('Reviews by week')
  await within(section).findByText('Without these days 91% of 53, with them 62% of 118.')
  const chart = within(section).getByRole('img')
  expect(chart.getAttribute('aria-label')).toBe(
    'Reviews by week since Jun 1, 2026. Most in the week of Nov 23, 2026: 2 recommend it, 20 do not.',
  )
  expect(chart.querySelectorAll('[data-unusual]')).toHaveLength(1)
  const rows = within(section)
    .getByRole('table', { name: 'Reviews by week', hidden: true })
    .querySelectorAll('tbody tr')
  expect(rows).toHaveLength(26)
  expect(rows[25]?.textContent).toContain('Nov 23, 2026, unusual')
})

it('RV11 Days that do not count are told with both ends; a game without a surge says nothing of one', async () => {
  const section = await open({ surge: { from: '2026-11-18', until: '2026-11-21', state: 'off_topic' } })
  expect(section.textContent).toContain(
    'Reviews from Nov 18, 2026 to Nov 21, 2026 were unusually many. They are shown and not counted.',
  )
  expect((await open()).textContent).not.toContain('nusually many')
})

it('RV12 Two sentences and the policy stand beside the list', async () => {
  const section = await open()
  expect(within(section).getByRole('link', { name: 'How reviews work' }).getAttribute('href')).toBe(
    '/reviews-policy',
  )
})

it('RV13 A review and its answer are each reported, in what can be wrong with them, without an account', async () => {
  const answer = { text: 'Thank you.', developer: 'Paper Moth', on: '2026-11-23', editedOn: null }
  const section = await open({ first: [aReview({ name: 'Wren', answer })] })
  store.answer('POST /api/reports', { status: 200, body: { number: 'R-1001', confirm: true } })
  const openReport = async (link: string) => {
    fireEvent.click(within(section).getByRole('link', { name: link }))
    return within(await screen.findByRole('dialog'))
  }
  const dialog = await openReport('Report the review by Wren')
  expect(dialog.getByRole('option', { name: 'The name Wren' })).toBeTruthy()
  expect(dialog.queryByRole('radio', { name: /My copyright/ })).toBeNull()
  fireEvent.click(dialog.getByRole('radio', { name: /Malware/ }))
  expect(dialog.getByText(/This is about the game, so we check its files/)).toBeTruthy()
  fireEvent.click(dialog.getByRole('radio', { name: /Harassment/ }))
  expect(dialog.queryByText(/This is about the game/)).toBeNull()
  fill('What should we know?', 'It attacks the people who made it.')
  fill('Email', 'june@example.test')
  await press('Send report', 'Your report number is R-1001.')
  await press('Close')
  const other = await openReport('Report answer to the review by Wren')
  expect(other.getByRole('option', { name: 'The answer of the developer' })).toBeTruthy()
})

it('RV13 A removed text says so, and a review without text or name has nothing left to report', async () => {
  const section = await open({ first: [aReview({ text: '', isTextRemoved: true })] })
  expect(within(section).getByRole('article').textContent).toContain('Text removed by the store.')
  expect(within(section).queryByRole('link', { name: /^Report/ })).toBeNull()
})
