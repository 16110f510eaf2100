// @vitest-environment jsdom
/** The form of a post, as its developer presses its buttons. */

import type { OwnPost, PostReach } from '@nofiller/contract/posts/posts'
import type { SellerGame } from '@nofiller/contract/releases/seller-game'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { openPage, startFakeStore } from '../../../testing/screens.tsx'
import { PostForm } from './post-form.tsx'

const store = startFakeStore()

const post: OwnPost = {
  id: 'p',
  state: 'draft',
  title: 'Who works the fourth watch',
  body: '<p>In 1.5 you can take the fourth watch.</p>',
  audience: 'everyone',
  releaseId: null,
  release: null,
  isExplicit: null,
  isEmailed: true,
  savedAt: '2026-11-25T10:00:00Z',
  opensAt: null,
  publishedAt: null,
  editedAt: null,
  waits: null,
  decisionId: null,
  emails: 0,
}
const reach: PostReach = {
  followers: 0,
  ofDeveloper: 1_230,
  told: 1_230,
  emailed: 0,
  owners: 1,
  wishes: { wanted: 0, boughtPercent: null, weeks: [] },
}

async function openForm(change: Partial<OwnPost> = {}) {
  await store.signIn({ role: 'developer' })
  const game = { _id: 'g', title: 'Kiosk 24', category: 'SFW', visibility: 'public' } as SellerGame // the form reads no more of it
  openPage('/', {
    '/': { default: () => <PostForm game={game} post={{ ...post, ...change }} reach={reach} /> },
  })
  await screen.findByRole('heading', { name: change.state === 'scheduled' ? 'Scheduled post' : 'Draft' })
}
const press = (name: string) => fireEvent.click(screen.getAllByRole('button', { name })[0] as HTMLElement)

it('FO3 A post is sent once, however its buttons are pressed meanwhile', async () => {
  await openForm()
  const sent = vi.spyOn(globalThis, 'fetch')
  press('Publish post')
  press('Save draft')
  press('Publish post')
  await screen.findByRole('alert')
  expect(sent.mock.calls.filter(([path]) => String(path).includes('/api/posts/p'))).toHaveLength(1)
})

it('FO3 What the store says against a post is shown, and what is written stays', async () => {
  await openForm()
  store.answer('PATCH /api/posts/:postId', { status: 200, body: post })
  const error = 'Three posts of this game go out on that day (UTC). Choose another day.'
  store.answer('POST /api/posts/:postId/live', { status: 409, body: { code: 'too_many_posts', error } })
  press('Publish post')
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(error))
  expect(screen.getByLabelText<HTMLInputElement>(/Title/).value).toBe(post.title)
})

it('FO2 The form says up to how many a post reaches, and never a count below ten', async () => {
  await openForm({ state: 'scheduled', opensAt: '2030-01-01T10:00:00Z' })
  screen.getByText('1 owner and up to 1,230 followers told in the store')
  screen.getByText('Those who agreed get an email: fewer than 10 followers')
  screen.getByRole('button', { name: 'Save changes' })
})
