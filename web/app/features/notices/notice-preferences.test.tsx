// @vitest-environment jsdom
import { beginsAs, DIGEST_TIME, SWITCHABLE_TOPICS } from '@nofiller/contract/notices/notice-rules'
import type { TopicPreference } from '@nofiller/contract/notices/notices'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { openPage, shows, startFakeStore } from '../../testing/screens.tsx'
import { NoticePreferences } from './notice-preferences.tsx'

const store = startFakeStore()

it('N9 Two quick changes of a topic are both kept, in their order, and shown at once', async () => {
  const topics: TopicPreference[] = SWITCHABLE_TOPICS.map((topic) => ({ topic, ...beginsAs(topic) }))
  const body = { topics, digest: DIGEST_TIME, asksForMore: false }
  await store.signIn({ notifyUpdates: true })
  store.answer('GET /api/notice-preferences', { status: 200, body })
  store.answer('GET /api/notices/games', { status: 200, body: [] })
  store.answer('PUT /api/notice-preferences', { status: 200, body })
  openPage('/', { '/': { default: NoticePreferences } })
  const mail = await screen.findByLabelText<HTMLSelectElement>('Email, Games you own: New versions')
  const site = screen.getByLabelText<HTMLInputElement>('On the site, Games you own: New versions')
  const fetched = vi.spyOn(globalThis, 'fetch')
  fireEvent.change(mail, { target: { value: 'never' } })
  await waitFor(() => expect(mail.value).toBe('never'))
  fireEvent.click(site)
  await waitFor(() => expect(site.checked).toBe(false))
  await shows('Saved')
  const sent = fetched.mock.calls.flatMap(([, request]) => (request?.method === 'PUT' ? [request.body] : []))
  expect(sent.map((json) => JSON.parse(String(json)).topics)).toEqual([
    [{ topic: 'owned-release', site: true, mail: 'never' }],
    [{ topic: 'owned-release', site: false, mail: 'never' }],
  ])
  expect([mail.value, site.checked]).toEqual(['never', false])
})
