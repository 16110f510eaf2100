import { slugOf } from '@nofiller/contract/authoring/slug'
import type { InformationPage } from '@nofiller/contract/content/information'
import { Marked, Parser, TextRenderer, type Token, type Tokens } from 'marked'
import sanitize from 'sanitize-html'

const markdown = new Marked({ renderer: { checkbox: () => '<span class="check"></span>' } })

/** The allowed Markdown of a text. No pictures, no scripts, no styles: a text is the store's own, but a mistake must do no harm. */
const RULES: sanitize.IOptions = {
  allowedTags: [
    'p',
    'br',
    'hr',
    'h3',
    'h4',
    'ul',
    'ol',
    'li',
    'a',
    'strong',
    'em',
    'del',
    'mark',
    'span',
    'code',
    'pre',
    'blockquote',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
  ],
  allowedAttributes: { a: ['href', 'target', 'rel'], ol: ['start'], th: ['align'], td: ['align'] },
  allowedClasses: { span: ['check'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  transformTags: {
    // Links to other sites open in a new tab.
    a: (tagName, attribs) =>
      /^https?:/.test(attribs.href ?? '')
        ? { tagName, attribs: { ...attribs, target: '_blank', rel: 'noopener' } }
        : { tagName, attribs },
  },
}

/** Splits a file into its head, lines like `title: Terms` between two lines of `---`, and its text. */
export function splitHead(source: string): { head: Record<string, string>; text: string } {
  const [, head, text] = /^---\r?\n([\s\S]*?)\r?\n---(?:\r?\n([\s\S]*))?$/.exec(source) ?? []
  if (head === undefined) throw new Error('a text begins with its head, between two lines of ---')
  const fields = head.split(/\r?\n/).map((line) => /^(\w+):\s*(.*?)\s*$/.exec(line))
  if (fields.includes(null)) throw new Error('a line of the head is not like "title: Terms"')
  return { head: Object.fromEntries(fields.map((field) => [field?.[1], field?.[2]])), text: text ?? '' }
}

/** Markdown as clean HTML. */
export const toHtml = (text: string): string => clean(markdown.lexer(text))

/** Cuts a text at its headings of the second level. `## 4. Payment` is number 4, `Payment`. */
export function toSections(text: string): Pick<InformationPage, 'intro' | 'sections'> {
  const parts: Token[][] = [[]]
  for (const block of markdown.lexer(text)) {
    if (isSectionHead(block)) parts.push([block])
    else parts.at(-1)?.push(block)
  }
  const [intro = [], ...sections] = parts
  return { intro: clean(intro), sections: sections.map(toSection) }
}

const isSectionHead = (block: Token | undefined): block is Tokens.Heading =>
  block?.type === 'heading' && block.depth === 2

function toSection([head, ...body]: Token[]) {
  const heading = isSectionHead(head) ? textOf(head) : ''
  const [, number, title = heading] = /^(\d+)\. (.+)$/.exec(heading) ?? []
  return { id: slugOf(title), number: number ? Number(number) : null, title, html: clean(body) }
}

const textOf = (heading: Tokens.Heading): string =>
  new Parser().parseInline(heading.tokens, new TextRenderer())

const clean = (blocks: Token[]): string => sanitize(markdown.parser(blocks), RULES).trim()
