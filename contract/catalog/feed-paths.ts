/** The paths of feeds: apart, as the first page loads those of all others. */

import { developerPath } from './paths.ts'

export const developerFeedPath = (usernameOrId: string): string => `${developerPath(usernameOrId)}/feed.atom`
export const tagFeedPath = (tag: string): string => `/tag/${encodeURIComponent(tag)}/feed.atom`
