import sanitize from 'sanitize-html'

const NESTING_MAX = 30

/** The tags and attributes a description may hold (document 2 §5), and nothing else. */
const RULES: sanitize.IOptions = {
  allowedTags: [
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
  ],
  allowedAttributes: { a: ['href', 'target', 'rel', 'class'], img: ['src', 'alt', 'class'], '*': ['class'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesByTag: { img: [] },
  allowProtocolRelative: false,
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
    a: (tagName, attribs) => ({
      tagName,
      attribs: { ...attribs, rel: 'nofollow noopener noreferrer', target: '_blank' },
    }),
  },
  // Only this store's own uploads: a foreign picture would tell its host who looks at what.
  exclusiveFilter: (frame) =>
    frame.tag === 'img' && !/^\/uploads\/[a-z0-9/._-]+$/.test(frame.attribs.src ?? ''),
}

/** Keeps what a description may hold and drops the rest; doing it twice changes nothing (security E4). */
export const cleanHtml = (html: string): string => sanitize(html, RULES)
