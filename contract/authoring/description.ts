/** The allowed content of a game's description (requirements 5.5), for the server's cleaner, the browser's, and the editor. No zod. */

export const DESCRIPTION_TAGS = [
  'b',
  'i',
  'em',
  'strong',
  'u',
  'br',
  'p',
  'h1',
  'h2',
  'h3',
  'ul',
  'ol',
  'li',
  'img',
  'a',
  'blockquote',
  'div',
  'span',
  'hr',
] as const

/** The allowed attributes of each element; all others may have a class. */
const ATTRIBUTES: Record<string, readonly string[]> = {
  a: ['href', 'target', 'rel', 'class'],
  img: ['src', 'alt', 'class'],
}
/** The attributes that a tag of a description may have. */
export const descriptionAttributes = (tag: string): readonly string[] => ATTRIBUTES[tag] ?? ['class']

/** Links open in a new tab and pass no referrer or ranking to the other site. */
export const LINK_REL = 'nofollow noopener noreferrer'
export const LINK_TARGET = '_blank'

const LINK_SCHEMES = ['http:', 'https:', 'mailto:']
const ANY_STORE = 'https://store.invalid'

/** Where a link may lead, as a browser reads it: another site, a page of this store, or an email address. */
export const isAllowedLink = (href: string): boolean =>
  URL.canParse(href, ANY_STORE) && LINK_SCHEMES.includes(new URL(href, ANY_STORE).protocol)

/** Only this store's own uploads: a foreign picture would tell its host who views it. */
export const isOwnPicture = (src: string): boolean => /^\/uploads\/[a-z0-9/._-]+$/.test(src)
