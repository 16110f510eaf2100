/** What a request says of the version it knows (RFC 9110 §8.8.3 and §13.1): a list of entity tags, or `*` for any. */

/** Tags may hold commas, so a list is matched, not split. */
const LIST = /^[\s,]*(?:(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"[ \t]*(?:,[\s,]*|$))+$/
const TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g

/** `If-Match`: whether it names a tag by the strong comparison, for which no weak tag is the same as any. */
export const namesStrongly = (header: string, etag: string): boolean =>
  header.trim() === '*' || (!isWeak(etag) && tagsIn(header).includes(etag))

/** `If-None-Match`: whether it names a tag by the weak comparison, for which weak and strong are alike. */
export const namesWeakly = (header: string, etag: string): boolean =>
  header.trim() === '*' || tagsIn(header).map(opaque).includes(opaque(etag))

/** A header that is no list of tags names none. */
const tagsIn = (header: string): string[] => (LIST.test(header) ? (header.match(TAG) ?? []) : [])

const isWeak = (etag: string): boolean => etag.startsWith('W/')
const opaque = (etag: string): string => etag.replace(/^W\//, '')
