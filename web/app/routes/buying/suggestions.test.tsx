// @vitest-environment jsdom
/** The two switches about suggestions, and what they bring to the library. */
import type { SuggestionConsents } from '@nofiller/contract/suggestions/suggestions'
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { aGame } from '../../testing/games.ts'
import { openPage, shows, startFakeStore } from '../../testing/screens.tsx'
import * as settings from '../settings/settings.tsx'
import * as library from './library.tsx'

const OFF: SuggestionConsents = { isCounted: false, isSuggested: false, isAsked: false }
const COUNTED = /^Let my library improve suggestions/
const SUGGESTED = /^Suggestions for me/

const store = startFakeStore()
const answered = (consents: SuggestionConsents) => {
  store.answer('GET /api/suggestion-consents', { status: 200, body: consents })
  store.answer('PUT /api/suggestion-consents', { status: 200, body: consents })
}
beforeEach(() => {
  answered(OFF)
  store.answer('GET /api/library', { status: 200, body: [] })
  store.answer('GET /api/library/facets', {
    status: 200,
    body: { total: 1, hidden: 0, updated: 0, devices: [], developers: [], muted: [], updates: [] },
  })
  return store.signIn()
})
const openLibrary = () => openPage('/library', { '/library': library })
const box = (name: RegExp) => screen.findByRole<HTMLInputElement>('checkbox', { name })

it('RE5 The library asks once about both switches, which are off, each with its sentence', async () => {
  openLibrary()
  await shows('Suggestions from your library are off.')
  expect([(await box(COUNTED)).checked, (await box(SUGGESTED)).checked]).toEqual([false, false])
  await screen.findByText(/at least five people, and nobody learns who they are/)
  await screen.findByText(/Only you see them, and we never email them/)
  answered({ ...OFF, isAsked: true })
  fireEvent.click(screen.getByRole('button', { name: 'No, thanks' }))
  const link = await screen.findByRole('link', { name: 'Change this in your settings' })
  expect(link.getAttribute('href')).toBe('/settings#suggestions')
  expect(screen.queryByRole('checkbox', { name: COUNTED })).toBeNull()
})

it('RE5 With the consent the library suggests games, each with its reason', async () => {
  const game = aGame({ _id: 'ferry', slug: 'night-ferry', title: 'Night Ferry' })
  const because = { kind: 'owned', slug: 'saltglass', title: 'Saltglass' }
  store.answer('GET /api/suggestions', { status: 200, body: { suggestions: [{ game, because }] } })
  openLibrary()
  const asked = await box(SUGGESTED)
  expect(screen.queryByText('Night Ferry')).toBeNull()
  answered({ ...OFF, isSuggested: true })
  fireEvent.click(asked)
  const row = within(await screen.findByRole('region', { name: 'Suggestions for me' }))
  row.getByText(/Because you own/)
  const links = row.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(links).toEqual(['/game/night-ferry', '/game/saltglass'])
  await shows('Suggestions from your library are on.')
})

it('RE5 The settings hold both switches, and say when one was not saved', async () => {
  answered({ ...OFF, isCounted: true, isAsked: true })
  openPage('/settings', { '/settings': settings })
  const counted = await box(COUNTED)
  expect([counted.checked, (await box(SUGGESTED)).checked]).toEqual([true, false])
  store.answer('PUT /api/suggestion-consents', { status: 500 })
  fireEvent.click(counted)
  await shows('Failed to save settings.')
})
