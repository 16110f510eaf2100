/** The paths of pages. Letters of other scripts are encoded. */
export const gamePath = (slugOrId: string): string => `/game/${encodeURIComponent(slugOrId)}`
export const developerPath = (usernameOrId: string): string => `/dev/${encodeURIComponent(usernameOrId)}`
export const bundlePath = (slug: string): string => `/bundle/${encodeURIComponent(slug)}`
/** A game's page for its developer. */
export const sellerGamePath = (gameId: string): string => `/dev/games/${gameId}`
