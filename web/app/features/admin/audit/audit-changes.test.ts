import { expect, it } from 'vitest'
import { changesOf } from './audit-changes.ts'

it('An entry of the log shows what changed and nothing else', () => {
  expect(changesOf({ takenDown: false, illegal: false }, { takenDown: true, illegal: false })).toEqual([
    { name: 'taken down', from: 'no', to: 'yes' },
  ])
  expect(changesOf({ role: 'player' }, { role: 'developer' })).toEqual([
    { name: 'role', from: 'player', to: 'developer' },
  ])
})

it('An entry of the log shows a dash for a missing value', () => {
  expect(changesOf({ requestedAt: '2026-11-21' }, null)).toEqual([
    { name: 'requested at', from: '2026-11-21', to: '–' },
  ])
  expect(changesOf(null, { games: ['Kelp', 'Velvet Orbit'] })).toEqual([
    { name: 'games', from: '–', to: 'Kelp, Velvet Orbit' },
  ])
  expect(changesOf(null, null)).toEqual([])
})
