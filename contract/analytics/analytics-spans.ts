/** The spans, in days, over which figures are shown (requirements 8.2). */
export const SPANS = [7, 30, 90, 365] as const
export type Span = (typeof SPANS)[number]

export const STEPS = ['day', 'week', 'month'] as const
export type Step = (typeof STEPS)[number]

/** Recent activity holds at most this many orders and downloads, of this many days (requirements 8.2). */
export const RECENT_MAX = 100
export const RECENT_DAYS = 30

/** Stands for the sites beyond those that are told apart. */
export const OTHER_SITES = 'other'
