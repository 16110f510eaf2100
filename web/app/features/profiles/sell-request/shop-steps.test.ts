import type { OwnGame } from '@nofiller/contract/catalog/catalog'
import { expect, it } from 'vitest'
import { shopSteps } from './shop-steps.ts'

const EMPTY = { displayName: '', bio: '', website: '', twitter: '', patreon: '', wallet: '' }
// The parts of a game that the steps read.
const aGame = (status: OwnGame['status'], archivedAt: string | null = null) =>
  ({ _id: 'g', title: 'Night Stall', status, access: { visibility: 'public' }, archivedAt }) as OwnGame
const done = (...args: Parameters<typeof shopSteps>) => shopSteps(...args).map(({ isDone }) => isDone)
const nobody = { hasPayoutAddress: false }
const lastOf = (games: OwnGame[]) => shopSteps({ user: nobody, profile: EMPTY, games }).at(-1)

it('The checklist tells a new developer what is left to do', () => {
  expect(done({ user: nobody, profile: EMPTY, games: [] })).toEqual([false, false, false])
  const named = { user: { hasPayoutAddress: true }, profile: { ...EMPTY, displayName: 'Night Stall' } }
  expect(done({ ...named, games: [aGame('draft')] })).toEqual([true, true, false])
  expect(done({ ...named, games: [aGame('published')] })).toEqual([true, true, true])
})

it('The checklist leads to the draft to publish, and not to an archived one', () => {
  expect(lastOf([aGame('draft')])).toMatchObject({ to: '/create-game/g', button: 'Finish and publish' })
  expect(lastOf([aGame('draft', '2026-11-01T00:00:00.000Z')])).toMatchObject({ to: '/create-game' })
})

it('The checklist says that a first game is in review and leads to the payout settings', () => {
  const review = { state: 'waiting', sentAt: '', dueAt: '', decisionId: null } as const
  expect(lastOf([{ ...aGame('published'), review }])?.text).toMatch(/^Night Stall is in review\./)
  expect(shopSteps({ user: nobody, profile: EMPTY, games: [] })[1]?.to).toBe('/dev/payout-address')
})

it('The checklist says who sees the first game', () => {
  const access = { visibility: 'unlisted', onDeveloperPage: false, notForSale: false } as const
  expect(lastOf([{ ...aGame('published'), access }])?.text).toBe('Night Stall is unlisted.')
})
