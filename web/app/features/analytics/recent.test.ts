import { expect, it } from 'vitest'
import { showAgo } from '../../ui/ago.ts'
import { activitiesOf } from './recent.ts'

it('Orders and downloads are listed together with the newest first', () => {
  const gameId = { _id: 'g', slug: 'kelp', title: 'Kelp' }
  const order = (orderId: string, createdAt: string) => ({
    orderId,
    gameId,
    email: 'a@example.test',
    price: 5,
    createdAt,
  })
  const shown = activitiesOf({
    orders: [order('new', '2026-11-21T12:00:00.000Z'), order('old', '2026-11-21T10:00:00.000Z')],
    downloads: [{ gameId, email: null, device: 'Mac', createdAt: '2026-11-21T11:00:00.000Z' }],
  })
  expect(shown.map(({ what, at }) => `${what} ${at.slice(11, 13)}`)).toEqual([
    'Order 12',
    'Download 11',
    'Order 10',
  ])
})

it('An age is shown in the largest unit that fits', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  expect(showAgo('2026-11-21T11:59:30Z', now)).toBe('just now')
  expect(showAgo('2026-11-21T11:57:10Z', now)).toBe('2 min. ago')
  expect(showAgo('2026-11-21T09:00:00Z', now)).toBe('3 hr. ago')
  expect(showAgo('2026-11-19T09:00:00Z', now)).toBe('2 days ago')
})
