// @vitest-environment jsdom
/** The names under a review, as its writer chooses them in the form, and the pen name in the settings. */
import type { OwnPenName } from '@nofiller/contract/pen-names/pen-names'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import * as review from '../../routes/catalog/review.tsx'
import * as settings from '../../routes/settings/settings.tsx'
import { anOwnReview, aStanding } from '../../testing/reviews.ts'
import { fill, openPage, press, shows, startFakeStore } from '../../testing/screens.tsx'

const store = startFakeStore()
beforeEach(async () => {
  await store.signIn()
  store.answer('GET /api/library', { status: 200, body: [] })
  store.answer('PUT /api/games/:id/review', { status: 200, body: aStanding() })
})

const aPenName = (more: Partial<OwnPenName> = {}): OwnPenName => ({
  name: null,
  changeFrom: null,
  removed: null,
  ...more,
})
const LATER = '2026-12-27T13:20:00.000Z'
const removed = { name: 'wrenlike', decisionId: 'decision', reason: 'It names a private person.' }

const has = (more: Partial<OwnPenName>) =>
  store.answer('GET /api/pen-name', { status: 200, body: aPenName(more) })

async function open(more: Partial<OwnPenName> = {}, standing: Parameters<typeof aStanding>[0] = {}) {
  has(more)
  store.answer('GET /api/games/:id/review', { status: 200, body: aStanding(standing) })
  openPage('/game/dusk/review', { '/game/:id/review': review as never })
  return within(await screen.findByRole('group', { name: 'Name shown' }))
}

it('PR1 Who has no pen name chooses it in the form, where a taken one is refused beside the field', async () => {
  const names = await open()
  fireEvent.click(screen.getByRole('radio', { name: 'Recommended' }))
  const penName = names.getByRole('radio', { name: /^A pen name/ })
  await waitFor(() => {
    fireEvent.click(penName)
    names.getByLabelText('Pen name')
  })
  const field = names.getByLabelText<HTMLInputElement>('Pen name')
  const says = () =>
    document.getElementById(field.getAttribute('aria-describedby')?.split(' ')[0] ?? '')?.textContent
  expect(names.getByText(/^3–24 characters: .* You can change it 30 days later\.$/)).toBeTruthy()

  fill('Pen name', 'w\u200bren')
  await press('Publish review')
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(says()).toBe('Remove the invisible characters.')

  fill('Pen name', 'wrenlike')
  const error = 'This name is taken.'
  store.answer('PUT /api/pen-name', {
    status: 422,
    body: { error, code: 'invalid_fields', fields: { penName: error } },
  })
  await press('Publish review', error)
  await waitFor(() => expect(says()).toBe(error))
  expect(field.value).toBe('wrenlike')

  store.answer('PUT /api/pen-name', { status: 200, body: aPenName({ name: 'wrenlike', changeFrom: LATER }) })
  has({ name: 'wrenlike', changeFrom: LATER })
  await press('Publish review', 'Saved. Your review is public.')
  expect(await names.findByRole('radio', { name: /^wrenlike Your pen name/ })).toBeTruthy()
})

it('PR1 A pen name stays chosen when the review is refused, and is not asked for again', async () => {
  const names = await open()
  fireEvent.click(screen.getByRole('radio', { name: 'Recommended' }))
  await waitFor(() => {
    fireEvent.click(names.getByRole('radio', { name: /^A pen name/ }))
    names.getByLabelText('Pen name')
  })
  fill('Pen name', 'wrenlike')
  store.answer('PUT /api/pen-name', { status: 200, body: aPenName({ name: 'wrenlike', changeFrom: LATER }) })
  store.answer('PUT /api/games/:id/review', { status: 500 })
  has({ name: 'wrenlike', changeFrom: LATER })
  await press('Publish review')
  const radio = await names.findByRole<HTMLInputElement>('radio', { name: /^wrenlike/ })
  await screen.findByRole('alert')
  expect(radio.checked).toBe(true)
  expect(names.queryByLabelText('Pen name')).toBeNull()
  expect(names.getByText(/^You can change it from/).textContent).toMatch(/Dec 27, \d\d:20 \(UTC.*\)\.$/)
  expect(within(screen.getByRole('article')).getByText('wrenlike')).toBeTruthy()
})

it('PR1 A pen name is changed in a dialog that sends no review, once it may be', async () => {
  const names = await open({ name: 'wrenlike' }, { review: anOwnReview({ nameKind: 'pen_name' }) })
  store.answer('PUT /api/games/:id/review', { status: 500 })
  fireEvent.click(await names.findByRole('button', { name: 'Change pen name' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Change pen name' }))
  fireEvent.change(dialog.getByLabelText('Pen name'), { target: { value: 'heronlike' } })
  const early = 'You can change it from Dec 27, 2026, 13:20 UTC.'
  store.answer('PUT /api/pen-name', {
    status: 409,
    body: { error: early, code: 'too_early', fields: { penName: early } },
  })
  await press('Save', early)
  store.answer('PUT /api/pen-name', { status: 200, body: aPenName({ name: 'heronlike', changeFrom: LATER }) })
  has({ name: 'heronlike', changeFrom: LATER })
  await press('Save')
  await names.findByRole('radio', { name: /^heronlike/ })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})

it('PR1 Whose pen name a decision took away reads why, and from when on they can choose another', async () => {
  const names = await open({ removed, changeFrom: LATER }, { review: anOwnReview({ nameKind: 'pen_name' }) })
  const note = await names.findByText('It names a private person.')
  expect(note.parentElement?.textContent).toMatch(
    /^A decision took the pen name wrenlike away: .* another one from Dec 27, /,
  )
  const penName = names.getByRole<HTMLInputElement>('radio', { name: /^A pen name/ })
  expect([penName.disabled, names.getByRole<HTMLInputElement>('radio', { name: /^Owner/ }).checked]).toEqual([
    true,
    true,
  ])
})

it('PR1 While the pen name is not known the other two names can be chosen', async () => {
  store.answer('GET /api/games/:id/review', { status: 200, body: aStanding() })
  openPage('/game/dusk/review', { '/game/:id/review': review as never })
  const username = await screen.findByRole('radio', { name: /^june_harrow/ })
  fireEvent.click(screen.getByRole('radio', { name: 'Recommended' }))
  fireEvent.click(username)
  await press('Publish review', 'Saved. Your review is public.')
})

it('PR1 The settings show the pen name, and from when on it can be changed', async () => {
  has({ name: 'wrenlike', changeFrom: LATER })
  openPage('/settings', { '/settings': settings })
  await shows('wrenlike')
  expect(screen.getByText(/^You can change it from/)).toBeTruthy()
  has({})
  openPage('/settings', { '/settings': settings })
  await press(
    await screen.findByRole('button', { name: 'Choose a pen name' }).then(() => 'Choose a pen name'),
  )
  const dialog = within(await screen.findByRole('dialog', { name: 'Choose a pen name' }))
  await press('Save')
  expect(
    await dialog.findByRole('textbox', { name: 'Pen name', description: /^3–24 characters/ }),
  ).toBeTruthy()
})
