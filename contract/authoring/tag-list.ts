import { comparedText } from '../text/compared-text.ts'

/** Tags in a URL: `rpg,horror`. A tag never contains a comma, because forms separate tags by it (requirements 5.2). */
export const TAGS_IN_QUERY_MAX = 30
/** Tags that an account hides from lists: at most as many as a URL can hold. */
export const EXCLUDED_TAGS_MAX = TAGS_IN_QUERY_MAX
export const EXCLUDED_TAG_LENGTH_MAX = 40

/** The tags of a list in order; of those that read alike the first. */
export function splitTags(list: string | undefined): string[] {
  const tags = new Map<string, string>()
  for (const tag of (list ?? '').split(',').map((part) => part.trim()))
    if (tag !== '' && !tags.has(comparedText(tag))) tags.set(comparedText(tag), tag)
  return [...tags.values()].slice(0, TAGS_IN_QUERY_MAX)
}

/** The inverse of `splitTags`. */
export const joinTags = (tags: readonly string[]): string => tags.join(',')
