/** The paths of pages. Letters of other scripts are encoded. */
export const gamePath = (slugOrId: string): string => `/game/${encodeURIComponent(slugOrId)}`
export const bundlePath = (slug: string): string => `/bundle/${encodeURIComponent(slug)}`
export const releasesPath = (slugOrId: string): string => `${gamePath(slugOrId)}/releases`
/** Where a release stands on that page. */
export const releaseAnchor = (label: string): string => `v${label.replaceAll(' ', '_')}`
export const releasesFeedPath = (slug: string): string => `${gamePath(slug)}/feed.atom`
/** A game's page for its developer. */
export const sellerGamePath = (gameId: string): string => `/dev/games/${gameId}`
