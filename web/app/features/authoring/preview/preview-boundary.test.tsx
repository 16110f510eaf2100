// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { openPage, press, startFakeStore } from '../../../testing/screens.tsx'
import { emptyDraft } from '../form/game-draft.ts'
import { Previews } from './previews.tsx'

const store = startFakeStore()

/** A form that starts with a part that nothing can show. */
function Form() {
  const [title, setTitle] = useState(null as unknown as string)
  return (
    <>
      <input aria-label="Price" defaultValue="9.99" />
      <button type="button" onClick={() => setTitle('Night Ferry')}>
        Mend
      </button>
      <Previews draft={{ ...emptyDraft(), title }} game={null} />
    </>
  )
}

it('A preview that fails shows a small error beside the form', async () => {
  vi.spyOn(console, 'error').mockReturnValue() // React reports what a boundary caught
  store.signIn({ role: 'developer' })
  openPage('/create-game', { '/create-game/:id?': { default: Form } })
  await screen.findByText('This preview can’t be shown. What you entered is still here.')
  expect(screen.getByLabelText<HTMLInputElement>('Price').value).toBe('9.99')
  await press('Mend')
  await screen.findByRole('heading', { name: 'Card Preview' })
  expect(screen.queryByText(/can’t be shown/)).toBe(null)
  expect(screen.getByLabelText<HTMLInputElement>('Price').value).toBe('9.99')
})
