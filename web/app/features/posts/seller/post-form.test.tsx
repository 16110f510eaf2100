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
  isWithRelease: false,
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

const game = { _id: 'g', title: 'Kiosk 24', category: 'SFW', visibility: 'public' } as SellerGame // the form reads no more of it

async function open(of: OwnPost | null, heading: string, accountId: string) {
  await store.signIn({ role: 'developer' })
  openPage('/', {
    '/': { default: () => <PostForm game={game} post={of} reach={reach} accountId={accountId} /> },
  })
  await screen.findByRole('heading', { name: heading })
}
const openForm = (change: Partial<OwnPost> = {}, accountId = 'ada') =>
  open({ ...post, ...change }, change.state === 'scheduled' ? 'Scheduled post' : 'Draft', accountId)
const openNew = () => open(null, 'New post', 'ada')
const titleNow = () => screen.getByLabelText<HTMLInputElement>(/Title/).value
const type = (title: string) => fireEvent.change(screen.getByLabelText(/Title/), { target: { value: title } })
const RESTORED = /^Restored what you typed on/
const planned = {
  id: 'r',
  label: '1.5',
  state: 'scheduled',
  opensAt: '2030-01-08T12:00:00Z',
  releasedAt: null,
  steps: [
    { audience: 'owners', opensAt: '2030-01-08T12:00:00Z' },
    { audience: 'everyone', opensAt: '2030-01-15T12:00:00Z' },
  ],
}
const offer = (release: object) =>
  store.answer('GET /api/dev/games/:id/releases', { status: 200, body: [{ ...planned, ...release }] })
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
  expect(titleNow()).toBe(post.title)
})

it('FO2 The form says up to how many a post reaches, and never a count below ten', async () => {
  await openForm({ state: 'scheduled', opensAt: '2030-01-01T10:00:00Z' })
  screen.getByText('1 owner and up to 1,230 followers told in the store')
  screen.getByText('Those who agreed get an email: fewer than 10 followers')
  screen.getByRole('button', { name: 'Save changes' })
})

it('FO3 A post can go out with its release, at the time at which its readers get that', async () => {
  offer({})
  await openForm({ releaseId: 'r', release: '1.5' })
  const choice = await screen.findByRole('radio', { name: /With 1\.5, when it is public/ })
  fireEvent.click(choice)
  expect(screen.getAllByText(/Jan 15, 2030/).length).toBeGreaterThan(0)
  fireEvent.click(screen.getByRole('radio', { name: /^Owners/ }))
  screen.getByRole('radio', { name: /With 1\.5, when owners get it/ })
  expect(screen.getAllByText(/Jan 8, 2030/).length).toBeGreaterThan(0)
  store.answer('PATCH /api/posts/:postId', { status: 200, body: post })
  const scheduled = { ...post, state: 'scheduled', isWithRelease: true }
  store.answer('POST /api/posts/:postId/live', { status: 200, body: scheduled })
  const sent = vi.spyOn(globalThis, 'fetch')
  press('Schedule post')
  await waitFor(() => {
    const [, init] = sent.mock.calls.find(([path]) => String(path).endsWith('/live')) ?? []
    expect(init?.body).toBe('{"withRelease":true}')
  })
})

it('FO3 No post goes out with a release that its readers have', async () => {
  offer({ state: 'live', opensAt: null, releasedAt: '2026-11-01T10:00:00Z', steps: [] })
  await openForm({ releaseId: 'r', release: '1.5' })
  await screen.findByRole('option', { name: '1.5' })
  expect(screen.queryByRole('radio', { name: /With 1\.5/ })).toBeNull()
})

it('FO3 A post whose release was withdrawn says so, and can be given another one', async () => {
  offer({ state: 'withdrawn', opensAt: null, steps: [] })
  const waits = '1.5 was withdrawn. Choose another release, or publish it now or at a time.'
  await openForm({ state: 'scheduled', isWithRelease: true, releaseId: 'r', release: '1.5', waits })
  screen.getByText(waits)
  await screen.findByRole('option', { name: '1.5, withdrawn' })
  fireEvent.change(screen.getByLabelText('Release'), { target: { value: '' } })
  press('Schedule post')
  await screen.findByText('Choose the release that it goes out with.')
})

it('FO3 What was typed stands in the form again after a reload, until it is discarded', async () => {
  await openForm()
  expect(screen.queryByText(RESTORED)).toBeNull()
  type('Who wakes the second watch')
  await openForm()
  expect(titleNow()).toBe('Who wakes the second watch')
  expect(screen.getByText(RESTORED).textContent).not.toContain('saved since')
  await openForm({ title: 'Changed elsewhere', savedAt: '2026-11-26T10:00:00Z' })
  expect(titleNow()).toBe('Who wakes the second watch')
  expect(screen.getByText(RESTORED).textContent).toContain('The post was saved since, elsewhere.')
  press('Discard')
  expect(titleNow()).toBe('Changed elsewhere')
  expect(screen.queryByText(RESTORED)).toBeNull()
  await openForm()
  expect(titleNow()).toBe(post.title)
})

it('FO3 What was typed is never shown to another account, in another post, or after a week', async () => {
  await openForm()
  type('Of nobody else')
  await openForm({}, 'eve')
  expect(titleNow()).toBe(post.title)
  await openForm({ id: 'other' })
  expect(titleNow()).toBe(post.title)
  await openNew()
  expect(titleNow()).toBe('')
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 8 * 86_400_000, shouldAdvanceTime: true })
  await openForm()
  expect(titleNow()).toBe(post.title)
  expect(JSON.stringify(localStorage)).not.toContain('Of nobody else')
})

it('FO3 A new post that is saved leaves nothing of what was typed in the browser', async () => {
  await openNew()
  type('A new title')
  expect(JSON.stringify(localStorage)).toContain('A new title')
  store.answer('POST /api/games/:id/posts', { status: 200, body: { ...post, title: 'A new title' } })
  press('Save draft')
  await waitFor(() => expect(JSON.stringify(localStorage)).not.toContain('A new title'))
})
