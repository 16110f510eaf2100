/** The spans, in days, over which figures are shown (decisions §6). */
export const SPANS = [7, 30, 90, 365] as const
export type Span = (typeof SPANS)[number]

export const STEPS = ['day', 'week', 'month'] as const
export type Step = (typeof STEPS)[number]

/** Recent activity holds at most this many orders and downloads, of this many days (decisions §6). */
export const RECENT_MAX = 100
export const RECENT_DAYS = 30

/** Stands for the sites beyond those that are told apart. */
export const OTHER_SITES = 'other'
