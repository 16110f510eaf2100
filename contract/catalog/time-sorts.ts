/** The order of a list by time: newest or oldest first. */
export const TIME_SORTS = ['new', 'old'] as const
export type TimeSort = (typeof TIME_SORTS)[number]
