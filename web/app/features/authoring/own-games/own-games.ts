import type { OwnGame } from '@nofiller/contract/catalog/catalog'
import type { Visibility } from '@nofiller/contract/catalog/visibility-rules'

export const SORTS = ['changed', 'title', 'sales', 'revenue'] as const
export type OwnGamesSort = (typeof SORTS)[number]

const COMPARE: Record<OwnGamesSort, (a: OwnGame, b: OwnGame) => number> = {
  changed: (a, b) => b.updatedAt.localeCompare(a.updatedAt),
  title: (a, b) => a.title.localeCompare(b.title),
  sales: (a, b) => b.totalSales - a.totalSales,
  revenue: (a, b) => b.totalRevenue - a.totalRevenue,
}

/** The listed games; archived ones are only in `archived`. */
export const VIEWS = ['all', 'published', 'drafts', 'archived'] as const
export type View = (typeof VIEWS)[number]

const IS_IN_VIEW: Record<View, (game: OwnGame) => boolean> = {
  all: ({ archivedAt }) => archivedAt === null,
  published: ({ status }) => status === 'published',
  drafts: ({ status, archivedAt }) => status === 'draft' && archivedAt === null,
  archived: ({ archivedAt }) => archivedAt !== null,
}

export const gamesIn = (view: View, games: readonly OwnGame[]): OwnGame[] => games.filter(IS_IN_VIEW[view])

/** The games whose title contains `search`, ignoring case; the newest change, the most sales and the most money first. */
export function ownGamesShown(games: readonly OwnGame[], search: string, sort: OwnGamesSort): OwnGame[] {
  const text = search.trim().toLowerCase()
  return games.filter((game) => game.title.toLowerCase().includes(text)).sort(COMPARE[sort])
}

export type OwnGameStatus =
  | 'Published'
  | 'Published · in review'
  | 'Changes requested'
  | 'Rejected'
  | 'Taken down'
  | 'Draft'
  | 'Archived'

const REVIEWED = {
  waiting: 'Published · in review',
  changes_needed: 'Changes requested',
  rejected: 'Rejected',
} as const

/** Who sees a game now: what its developer chose, unless nobody else sees it yet or anymore. */
export const visibilityOf = ({ visibility, access }: Pick<OwnGame, 'visibility' | 'access'>): Visibility =>
  visibility === 'public' ? access.visibility : 'private'

/** The status of a game, in few words. */
export function statusOf({ status, visibility, review, archivedAt }: OwnGame): OwnGameStatus {
  if (archivedAt !== null) return 'Archived'
  if (review !== null) return REVIEWED[review.state]
  if (status === 'draft') return 'Draft'
  return visibility === 'public' ? 'Published' : 'Taken down'
}
