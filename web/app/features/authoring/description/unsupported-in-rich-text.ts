import { DESCRIPTION_TAGS } from '@nofiller/contract/authoring/description'

/** The rich editor's elements, without `div` and `span`, although a description may contain them. */
const RICH_TAGS: ReadonlySet<string> = new Set(
  DESCRIPTION_TAGS.filter((tag) => tag !== 'div' && tag !== 'span'),
)

const COMMENT = /<!--[\s\S]*?(?:-->|$)/g
const DOCTYPE = /<!doctype\b/i
const TAG = /<([a-z][^\s/>]*)((?:"[^"]*"|'[^']*'|[^"'>])*)/gi
const QUOTED = /"[^"]*"|'[^']*'/g
const CLASS = /[\s/]class\s*(?:=|\s|$)/i

/**
 * The parts of HTML that the rich editor would drop: tags of a document, such as `html` and `script`, advanced ones, such as
 * `table` and `div`, and `class`. Each once, in their order; empty when nothing would be lost (requirements 5.6).
 */
export function tagsLostInRich(html: string): string[] {
  const text = html.replace(COMMENT, '')
  const lost = new Set<string>()
  if (DOCTYPE.test(text)) lost.add('doctype')
  for (const [, name = '', attributes = ''] of text.matchAll(TAG)) {
    const tag = name.toLowerCase()
    if (!RICH_TAGS.has(tag)) lost.add(tag)
    if (CLASS.test(attributes.replace(QUOTED, ' '))) lost.add('class')
  }
  return [...lost]
}
