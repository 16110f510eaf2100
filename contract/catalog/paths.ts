/** The paths of pages. Letters of other scripts are encoded. */
export const gamePath = (slugOrId: string): string => `/game/${encodeURIComponent(slugOrId)}`
export const bundlePath = (slug: string): string => `/bundle/${encodeURIComponent(slug)}`
