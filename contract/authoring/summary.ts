const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&nbsp;': ' ',
}

/** The beginning of a description as one line of plain text, cut at a word. Takes sanitised HTML, which may break off. */
export function summaryOf(html: string, lengthMax: number): string {
  const text = html
    .replace(/<[^>]*(?:>|$)/g, ' ')
    .replace(/&(?:amp|lt|gt|quot|nbsp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .replace(/ ([.,!?;:])/g, '$1')
    .trim()
  return shortened(text, lengthMax)
}

/** A line of plain text, cut at a word when it is too long. */
export function shortened(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text
  const words = text.slice(0, lengthMax).replace(/\s+\S*$/, '')
  return `${words.slice(0, lengthMax - 1)}…`
}
