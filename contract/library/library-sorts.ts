/** `bought` is the newest purchase first, `updated` the newest build first. */
export const LIBRARY_SORTS = ['bought', 'updated', 'title'] as const
export type LibrarySort = (typeof LIBRARY_SORTS)[number]
export const LIBRARY_PAGE = 24
