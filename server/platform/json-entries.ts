/** The entries of a setting that is a JSON object; none for an empty text, null for anything else. */
export function entriesIn(text: string): [string, unknown][] | null {
  if (text.trim() === '') return []
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      ? Object.entries(parsed)
      : null
  } catch {
    return null
  }
}
