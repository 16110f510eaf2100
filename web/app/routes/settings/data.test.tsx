// @vitest-environment jsdom
/** What somebody says when they delete their account. */
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { AccountDeletion } from '../../features/accounts/data/account-deletion.tsx'
import { openPage, startFakeStore } from '../../testing/screens.tsx'

const store = startFakeStore()
const DELETION = {
  deletionAt: null,
  graceDays: 7,
  games: 0,
  ownGames: 0,
  balance: 0,
  keepsReviews: false,
  obstacles: [],
}

async function ask(reviews: number) {
  await store.signIn()
  store.answer('GET /api/account/deletion', { status: 200, body: { ...DELETION, reviews } })
  openPage('/settings/data', { '/settings/data': { default: AccountDeletion } })
  fireEvent.click(await screen.findByRole('button', { name: 'Delete my account' }))
  return within(await screen.findByRole('dialog'))
}

it('Y5 Reviews go with the account unless the box is ticked', async () => {
  const dialog = await ask(2)
  const box = dialog.getByRole<HTMLInputElement>('checkbox', { name: /^Keep my 2 reviews, signed Owner/ })
  expect(box.checked).toBe(false)
  fireEvent.click(box)
  store.answer('POST /api/account/deletion', { status: 200, body: { ...DELETION, reviews: 2 } })
  const sent = vi.spyOn(globalThis, 'fetch')
  fireEvent.click(dialog.getByRole('button', { name: 'Delete my account' }))
  await vi.waitFor(() =>
    expect(sent.mock.calls.map(([, init]) => init?.body)).toContain('{"givesUp":0,"keepsReviews":true}'),
  )
})

it('Y5 Who wrote no review is not asked about any', async () => {
  const dialog = await ask(0)
  expect(dialog.queryByRole('checkbox')).toBeNull()
})
