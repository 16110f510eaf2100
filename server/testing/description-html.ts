import { LINK_REL, LINK_TARGET } from '@nofiller/contract/description'
import fc from 'fast-check'

/** Characters that mean something to a parser, and some that look as if they did. */
const text = fc
  .string({
    unit: fc.constantFrom(
      'a',
      'Z',
      '0',
      ' ',
      '\n',
      '&',
      '<',
      '>',
      '"',
      "'",
      '/',
      '=',
      ';',
      '\u00a0',
      'é',
      '字',
      '🎲',
    ),
    minLength: 1,
    maxLength: 12,
  })
  .map((value) => (value.trim() === '' ? 'x' : value))

const escaped = (value: string) =>
  value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\u00a0', '&nbsp;')
const quoted = (value: string) => `"${escaped(value).replaceAll('"', '&quot;')}"`

const classes = fc.option(fc.constantFrom('lead', 'fixed inset-0 z-50', 'a&b', 'md:flex'), { nil: null })
const href = fc.constantFrom(
  'https://a.test/?a=1&b="2"#c',
  'http://b.test',
  'mailto:june@example.test',
  '/games?tag=RPG',
  '#top',
)
const src = fc.constantFrom('/uploads/june/night-ferry/desc/0a1b.webp', '/uploads/a.png')

const element = (tag: string, content: fc.Arbitrary<string>) =>
  fc
    .tuple(classes, content)
    .map(([name, inside]) => `<${tag}${name === null ? '' : ` class=${quoted(name)}`}>${inside}</${tag}>`)

const picture = fc
  .tuple(src, text, classes)
  .map(
    ([address, alt, name]) =>
      `<img src=${quoted(address)} alt=${quoted(alt.trim())}${name === null ? '' : ` class=${quoted(name)}`}>`,
  )

const link = (content: fc.Arbitrary<string>) =>
  fc
    .tuple(href, classes, content)
    .map(
      ([address, name, inside]) =>
        `<a${name === null ? '' : ` class=${quoted(name)}`} href=${quoted(address)} rel=${quoted(LINK_REL)} target=${quoted(LINK_TARGET)}>${inside}</a>`,
    )

const several = (content: fc.Arbitrary<string>) =>
  fc.array(content, { maxLength: 4 }).map((parts) => parts.join(''))
const anyOf = (tags: readonly string[], content: fc.Arbitrary<string>) =>
  fc.oneof(...tags.map((tag) => element(tag, content)))

const MARKS = ['b', 'i', 'em', 'strong', 'u', 'span']
const words = (depth: number): fc.Arbitrary<string> =>
  depth === 0
    ? fc.oneof(text.map(escaped), fc.constant('<br>'), picture)
    : fc.oneof(text.map(escaped), anyOf(MARKS, several(words(depth - 1))))
const line = several(fc.oneof(words(2), link(several(words(2)))))

const blocks = (depth: number): fc.Arbitrary<string> => {
  const plain = fc.oneof(anyOf(['p', 'h1', 'h2', 'h3'], line), fc.constant('<hr>'))
  if (depth === 0) return several(plain)
  const inside = blocks(depth - 1)
  return several(
    fc.oneof(
      plain,
      anyOf(['blockquote', 'div'], inside),
      anyOf(['ul', 'ol'], several(element('li', fc.oneof(line, inside)))),
    ),
  )
}

/** HTML that a description may hold, of every allowed element, as a browser would write it. */
export const allowedHtml: fc.Arbitrary<string> = blocks(2)

const TAGS = ['p', 'div', 'span', 'li', 'ul', 'ol', 'h1', 'h2', 'h3', 'b', 'u', 'a', 'blockquote', 'br', 'hr']

/** Allowed tags opened and closed at random, as nobody would write them. */
export const tagSoup: fc.Arbitrary<string> = fc
  .array(
    fc
      .tuple(fc.constantFrom(...TAGS), fc.constantFrom('<', '<', '</'), fc.constantFrom('', '', 'x'))
      .map(([tag, begin, after]) => `${begin}${tag}>${after}`),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''))

/** Two of the given texts, cut anywhere and put together, with something a parser stumbles over between. */
export const spliced = (texts: readonly string[]): fc.Arbitrary<string> => {
  const piece = fc
    .tuple(fc.constantFrom(...texts), fc.nat(), fc.nat())
    .map(([whole, from, to]) =>
      whole.slice(from % 3 === 0 ? from % whole.length : 0, 1 + (to % whole.length)),
    )
  const glue = fc.constantFrom(
    '',
    '<',
    '>',
    '"',
    "'",
    '`',
    '/',
    '</',
    '<!--',
    '-->',
    '&',
    '\0',
    '<p>',
    '</p>',
    '<b class="',
  )
  return fc.array(fc.tuple(piece, glue), { minLength: 1, maxLength: 4 }).map((parts) => parts.flat().join(''))
}
