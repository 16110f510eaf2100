import type { OwnGame } from '@nofiller/contract/catalogue'

export const ORDERS = [
  { value: 'changed', label: 'Last change' },
  { value: 'title', label: 'Title' },
  { value: 'sales', label: 'Sales' },
  { value: 'revenue', label: 'Revenue' },
] as const
type OwnGamesOrder = (typeof ORDERS)[number]['value']

const COMPARE: Record<OwnGamesOrder, (a: OwnGame, b: OwnGame) => number> = {
  changed: (a, b) => b.updatedAt.localeCompare(a.updatedAt),
  title: (a, b) => a.title.localeCompare(b.title),
  sales: (a, b) => b.totalSales - a.totalSales,
  revenue: (a, b) => b.totalRevenue - a.totalRevenue,
}

/** The games whose title holds `search`, whatever the case; the newest change, the most sales and the most money first. */
export function ownGamesShown(games: readonly OwnGame[], search: string, order: OwnGamesOrder): OwnGame[] {
  const wanted = search.trim().toLowerCase()
  return games.filter((game) => game.title.toLowerCase().includes(wanted)).sort(COMPARE[order])
}

/** How a game stands, in one word. */
export function standingOf({ status, visibility }: OwnGame): 'Published' | 'Taken down' | 'Draft' {
  if (status === 'draft') return 'Draft'
  return visibility === 'public' ? 'Published' : 'Taken down'
}
