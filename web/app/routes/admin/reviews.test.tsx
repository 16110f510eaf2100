// @vitest-environment jsdom
/** The admin's page of what buyers write. */
import type { AdminCase } from '@nofiller/contract/reports/reports'
import type { AdminSurge, HeldReview } from '@nofiller/contract/reviews/surges'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { openPage, press, startFakeStore } from '../../testing/screens.tsx'
import * as reviews from './reviews.tsx'

const store = startFakeStore()

const game = { id: 'dusk', slug: 'dusk', title: 'Dusk' }
const surge: AdminSurge = {
  id: 'surge',
  game,
  from: '2026-11-23',
  until: null,
  state: 'open',
  openedAt: '2026-11-24T10:00:00.000Z',
  dueAt: '2026-11-27T10:00:00.000Z',
  reviews: 31,
  positive: 5,
  newcomers: 19,
  decision: null,
}
const held: HeldReview = {
  id: 'held',
  game,
  recommends: true,
  text: 'The best game of the year, and everybody should play it at once.',
  language: 'en',
  on: '2026-11-24',
  reason: 'copy',
  like: {
    game: { ...game, title: 'Dawn' },
    text: 'The best game of the year, everybody should play it at once!',
  },
}
const REASON = 'One forum sent its people here about something else than the game.'

async function open(address = '/admin/reviews') {
  await store.signIn({ role: 'admin' } as never)
  store.answer('GET /api/admin/review-surges', { status: 200, body: [surge] })
  store.answer('GET /api/admin/held-reviews', { status: 200, body: [held] })
  openPage(address, { '/admin/reviews': reviews, '/admin/approvals': { default: () => <p>Approvals</p> } })
}

it('RV11 An admin reads why a surge is one, and decides with days and reasons', async () => {
  await open()
  const list = await screen.findByRole('list', { name: 'Surges' })
  expect(list.textContent).toContain(
    'Since Nov 23, 2026: 31 reviews in 72 hours, 26 of them “Not recommended”, 19 by newcomers.',
  )
  press('Decide about Dusk')
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.click(dialog.getByRole('button', { name: 'Decide' }))
  await dialog.findByText('Choose one.')
  expect(dialog.getByText('Give your reasons, in at least 40 characters.')).toBeTruthy()
  fireEvent.click(dialog.getByRole('radio', { name: /Off topic/ }))
  fireEvent.change(dialog.getByLabelText(/First day/), { target: { value: '2026-11-23' } })
  fireEvent.change(dialog.getByLabelText(/Last day/), { target: { value: '2026-11-24' } })
  fireEvent.change(dialog.getByLabelText(/Your reasons/), { target: { value: REASON } })
  store.answer('POST /api/admin/review-surges/:id/decision', { status: 200, body: { ok: true } })
  const fetched = vi.spyOn(globalThis, 'fetch')
  fireEvent.click(dialog.getByRole('button', { name: 'Decide' }))
  await screen.findAllByText('Decided. Everyone involved has been told.')
  const sent = fetched.mock.calls.find(([, init]) => init?.method === 'POST')
  expect(JSON.parse(String(sent?.[1]?.body))).toEqual({
    state: 'off_topic',
    from: '2026-11-23',
    until: '2026-11-24',
    reason: REASON,
  })
})

it('RV11 A held review stands beside the one that it is like', async () => {
  await open('/admin/reviews?view=held')
  const list = await screen.findByRole('list', { name: 'Held reviews' })
  expect(list.textContent).toContain('Like the review of another account. Held on Nov 24, 2026.')
  expect(list.textContent).toContain('everybody should play it at once!')
  press('Remove the review of Dusk')
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/can appeal/)).toBeTruthy()
})

it('RV13 Open reports about reviews lead to their cases', async () => {
  const reported: AdminCase = {
    _id: 'case',
    subject: 'review',
    subjectId: 'review',
    title: 'A review of Dusk',
    part: 'text',
    category: 'harassment',
    reports: 2,
    isHeld: false,
    isAlarm: false,
    openedAt: '2026-11-24T10:00:00.000Z',
    dueAt: '2026-11-27T10:00:00.000Z',
    isLookedAt: true,
    closedAt: null,
    outcome: null,
  }
  store.answer('GET /api/admin/reports', { status: 200, body: [reported] })
  const fetched = vi.spyOn(globalThis, 'fetch')
  await open('/admin/reviews?view=reported')
  const link = await screen.findByRole('link', { name: /^Open the report of A review of Dusk/ })
  expect(link.getAttribute('href')).toBe('/admin/reports/case')
  expect(fetched.mock.calls.map(([path]) => String(path))).toContainEqual(
    expect.stringMatching(/\/api\/admin\/reports\?(?=.*subject=review)(?=.*state=open)/),
  )
})

it('An old address of games to review goes on to Approvals', async () => {
  await open('/admin/reviews?state=decided')
  await screen.findByText('Approvals')
})
