/** The paths of a game's releases: apart, as the first page loads those of all others. */

import { gamePath } from '../catalog/paths.ts'

export const releasesPath = (slugOrId: string): string => `${gamePath(slugOrId)}/releases`
/** Where a release stands on that page. */
export const releaseAnchor = (label: string): string => `v${label.replaceAll(' ', '_')}`
export const releasesFeedPath = (slug: string): string => `${gamePath(slug)}/feed.atom`
