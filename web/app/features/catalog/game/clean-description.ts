import {
  DESCRIPTION_TAGS,
  descriptionAttributes,
  isAllowedLink,
  isOwnPicture,
  LINK_REL,
  LINK_TARGET,
} from '@nofiller/contract/authoring/description'
import createPurifier, { type DOMPurify } from 'dompurify'

const ATTRIBUTES = new Set(DESCRIPTION_TAGS.flatMap(descriptionAttributes))
const RULES = {
  ALLOWED_TAGS: [...DESCRIPTION_TAGS],
  ALLOWED_ATTR: [...ATTRIBUTES],
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
  ALLOWED_NAMESPACES: ['http://www.w3.org/1999/xhtml'],
}

let purifier: DOMPurify | null = null

/**
 * Cleans a description in the browser like the server does: whatever its source, nothing in it runs
 * (requirements 5.5, security E5). Only in a browser: it uses the browser's own parser.
 */
export function cleanDescription(html: string): string {
  purifier ??= descriptionPurifier()
  return purifier.sanitize(html, RULES)
}

function descriptionPurifier(): DOMPurify {
  const made = createPurifier(window)
  made.addHook('uponSanitizeElement', (node) => {
    if (node instanceof Element && node.localName === 'img' && !isOwnPicture(node.getAttribute('src') ?? ''))
      node.remove()
  })
  made.addHook('uponSanitizeAttribute', (element, attribute) => {
    const { attrName, attrValue } = attribute
    const isAllowed =
      descriptionAttributes(element.localName).includes(attrName) &&
      (attrName !== 'href' || isAllowedLink(attrValue)) &&
      (attrValue !== '' || attrName === 'alt')
    if (!isAllowed) attribute.keepAttr = false
  })
  made.addHook('afterSanitizeAttributes', (element) => {
    if (element.localName !== 'a') return
    element.setAttribute('rel', LINK_REL)
    element.setAttribute('target', LINK_TARGET)
  })
  return made
}
