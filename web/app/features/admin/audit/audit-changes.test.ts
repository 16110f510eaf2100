import { expect, it } from 'vitest'
import { changesOf } from './audit-changes.ts'

it('says what a deed changed, and leaves out what stayed', () => {
  expect(changesOf({ takenDown: false, illegal: false }, { takenDown: true, illegal: false })).toEqual([
    { name: 'taken down', from: 'no', to: 'yes' },
  ])
  expect(changesOf({ role: 'player' }, { role: 'developer' })).toEqual([
    { name: 'role', from: 'player', to: 'developer' },
  ])
})

it('shows what one side alone knows with a dash for the other', () => {
  expect(changesOf({ requestedAt: '2026-11-21' }, null)).toEqual([
    { name: 'requested at', from: '2026-11-21', to: '–' },
  ])
  expect(changesOf(null, { games: ['Kelp', 'Velvet Orbit'] })).toEqual([
    { name: 'games', from: '–', to: 'Kelp, Velvet Orbit' },
  ])
  expect(changesOf(null, null)).toEqual([])
})
