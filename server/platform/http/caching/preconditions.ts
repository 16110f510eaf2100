/** The versions that a request names (RFC 9110 §8.8.3 and §13.1): a list of entity tags, or `*` for any. */

/** Tags may hold commas, so a list is matched, not split. */
const LIST = /^[\s,]*(?:(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"[ \t]*(?:,[\s,]*|$))+$/
const TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g

/** `If-Match`: whether it names a tag by strong comparison, which no weak tag passes. */
export const namesStrongly = (header: string, etag: string): boolean =>
  header.trim() === '*' || (!isWeak(etag) && tagsIn(header).includes(etag))

/** `If-None-Match`: whether it names a tag by weak comparison, which ignores the difference of weak and strong. */
export const namesWeakly = (header: string, etag: string): boolean =>
  header.trim() === '*' || tagsIn(header).map(opaque).includes(opaque(etag))

/** A header that is not a list of tags names none. */
const tagsIn = (header: string): string[] => (LIST.test(header) ? (header.match(TAG) ?? []) : [])

const isWeak = (etag: string): boolean => etag.startsWith('W/')
const opaque = (etag: string): string => etag.replace(/^W\//, '')
