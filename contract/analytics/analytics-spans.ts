/** The periods, in days, for figures (requirements 8.2). */
export const SPANS = [7, 30, 90, 365] as const
export type Span = (typeof SPANS)[number]

export const STEPS = ['day', 'week', 'month'] as const
export type Step = (typeof STEPS)[number]

/** The maximum number of orders and downloads in recent activity, and its days (requirements 8.2). */
export const RECENT_MAX = 100
export const RECENT_DAYS = 30

/** Stands for all sites beyond the listed ones. */
export const OTHER_SITES = 'other'
