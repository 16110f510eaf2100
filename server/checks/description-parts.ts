/** The other sites that a description links to or names. @param html as `cleanHtml` writes it */
export const linksIn = (html: string): URL[] => [
  ...[...html.matchAll(/<a [^>]*?href="([^"]*)"/g)].flatMap(([, href = '']) => siteOf(plainText(href))),
  ...wordsIn(html).flatMap((word) => (/^https?:\/\//i.test(word) ? siteOf(word) : [])),
]

const siteOf = (address: string): URL[] => {
  const url = URL.parse(address)
  return url && /^https?:$/.test(url.protocol) ? [url] : []
}

/** The words that a description shows. */
export const wordsIn = (html: string): string[] =>
  plainText(html.replace(/<[^>]*>/g, ' '))
    .split(/[\s"'()<>,;]+/)
    .filter((word) => word !== '')

const plainText = (html: string): string =>
  html.replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name) => CHARACTERS[name] ?? '')

const CHARACTERS: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' }
