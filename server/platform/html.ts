import {
  DESCRIPTION_TAGS,
  descriptionAttributes,
  isAllowedLink,
  isOwnPicture,
  LINK_REL,
  LINK_TARGET,
} from '@nofiller/contract/authoring/description'
import { DESCRIPTION_MAX } from '@nofiller/contract/authoring/game-rules'
import { isLonger } from '@nofiller/contract/text/characters'
import sanitize from 'sanitize-html'

export const NESTING_MAX = 30

const RULES: sanitize.IOptions = {
  allowedTags: [...DESCRIPTION_TAGS],
  allowedAttributes: Object.fromEntries(
    DESCRIPTION_TAGS.map((tag) => [tag, [...descriptionAttributes(tag)]]),
  ),
  // `isAllowedLink` and `isOwnPicture` check addresses, below.
  allowedSchemesAppliedToAttributes: [],
  nonTextTags: [
    'style',
    'script',
    'textarea',
    'option',
    'noscript',
    'iframe',
    'xmp',
    'noembed',
    'noframes',
    'plaintext',
    'title',
  ],
  nestingLimit: NESTING_MAX,
  transformTags: {
    a: (tagName, attribs) => ({ tagName, attribs: linkAttributes(attribs) }),
  },
}

function linkAttributes({ ...attributes }: sanitize.Attributes): sanitize.Attributes {
  if (attributes.href !== undefined && !isAllowedLink(attributes.href)) delete attributes.href
  return { ...attributes, rel: LINK_REL, target: LINK_TARGET }
}

/**
 * Keeps the allowed parts of a description and drops the rest. Every browser reads the result as exactly the elements
 * written there, and cleaning it again changes nothing. Null when it is too long or nested too deep, or when
 * anything forbidden remains (security E4, E6).
 */
export function cleanHtml(html: string): string | null {
  if (isLonger(html, DESCRIPTION_MAX)) return null
  // Parsers drop NUL or keep it, each in different places.
  const clean = sanitized(html.replaceAll('\0', ''))
  return clean === null ? null : rewritten(clean)
}

/** The parser checks all open elements at every tag, so their number bounds its work; null beyond. */
const OPEN_MAX = 500
class TooDeep extends Error {}

function sanitized(html: string): string | null {
  let open = 0
  const onOpenTag = () => {
    open += 1
    if (open > OPEN_MAX) throw new TooDeep()
  }
  const onCloseTag = () => {
    open -= 1
  }
  try {
    return sanitize(html, { ...RULES, onOpenTag, onCloseTag })
  } catch (error) {
    if (error instanceof TooDeep) return null
    throw error
  }
}

/** A tag with its attributes, or text: the only forms that the cleaner writes. */
const TOKEN = /<(\/?)([a-z][a-z0-9]*)((?: [a-z]+="[^"<>]*")*)(?: \/)?>|[^<>]+/y
const ATTRIBUTE = / ([a-z]+)="([^"]*)"/g
const TAGS: ReadonlySet<string> = new Set(DESCRIPTION_TAGS)
const VOID = new Set(['br', 'hr', 'img'])
const HEADINGS = new Set(['h1', 'h2', 'h3'])
const LISTS = new Set(['ul', 'ol'])
const BLOCKS = new Set(['p', 'ul', 'ol', 'li', 'blockquote', 'div', 'hr', ...HEADINGS])

type Element = { tag: string }

/**
 * Parses cleaned HTML again and writes it as a browser would, elements nested so that a browser's parser neither moves nor
 * closes one: `<li><div><li></li></div></li>` would close the box around the description. Null when it contains anything but
 * allowed elements, attributes and text.
 */
function rewritten(html: string): string | null {
  const written: string[] = []
  const read: Element[] = []
  const open: Element[] = []
  const closeFrom = (at: number) => {
    for (const { tag } of open.splice(at).reverse()) written.push(`</${tag}>`)
  }
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < html.length) {
    const [token, slash, tag, attributes = ''] = TOKEN.exec(html) ?? []
    if (token === undefined) return null
    if (tag === undefined) written.push(token)
    else if (slash) {
      const element = read.pop()
      if (element?.tag !== tag) return null
      const at = open.indexOf(element)
      if (at >= 0) closeFrom(at)
    } else {
      if (!isAllowed(tag, attributes)) return null
      if (tag === 'img' && !hasOwnPicture(attributes)) continue
      const ended = endedBy(tag, open)
      if (ended >= 0) closeFrom(ended)
      written.push(`<${tag}${attributes}>`)
      if (VOID.has(tag)) continue
      const element = { tag }
      read.push(element)
      open.push(element)
    }
  }
  return read.length > 0 ? null : inBrowserForm(written.join(''))
}

const inBrowserForm = (html: string): string => html.replace(/\r\n?/g, '\n').replaceAll('\u00a0', '&nbsp;')

/** The outermost open element that ends where this one starts, by the browsers' parser or a stricter rule; -1 for none. */
function endedBy(tag: string, open: readonly Element[]): number {
  const list = open.findLastIndex((element) => LISTS.has(element.tag))
  return open.findIndex(
    (element, at) =>
      (element.tag === 'p' && BLOCKS.has(tag)) ||
      (element.tag === 'a' && tag === 'a') ||
      (element.tag === 'li' && tag === 'li' && at > list) ||
      (HEADINGS.has(element.tag) && HEADINGS.has(tag)),
  )
}

/** `&amp;` and the like cannot hide a scheme, so addresses are checked as written. */
const isAllowed = (tag: string, attributes: string): boolean =>
  TAGS.has(tag) &&
  [...attributes.matchAll(ATTRIBUTE)].every(
    ([, name = '', value = '']) =>
      descriptionAttributes(tag).includes(name) && (name !== 'href' || isAllowedLink(value)),
  )

const hasOwnPicture = (attributes: string): boolean =>
  [...attributes.matchAll(ATTRIBUTE)].some(([, name, value = '']) => name === 'src' && isOwnPicture(value))
