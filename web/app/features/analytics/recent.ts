import type { Analytics } from '@nofiller/contract/analytics/analytics'
import type { Device } from '@nofiller/contract/catalog/devices'

export type Activity = {
  key: string
  at: string
  what: 'Order' | 'Download'
  game: { slug: string; title: string }
  email: string | null
  device: Device | null
}

/** Orders and downloads as one list, the newest first. */
export function activitiesOf({ orders, downloads }: Analytics['recentActivity']): Activity[] {
  const bought = orders.map(({ orderId, createdAt, gameId, email }) => ({
    key: orderId,
    at: createdAt,
    what: 'Order' as const,
    game: gameId,
    email,
    device: null,
  }))
  const downloaded = downloads.map(({ createdAt, gameId, email, device }, nth) => ({
    key: `${createdAt} ${nth}`,
    at: createdAt,
    what: 'Download' as const,
    game: gameId,
    email,
    device,
  }))
  return [...bought, ...downloaded].sort((a, b) => b.at.localeCompare(a.at))
}
