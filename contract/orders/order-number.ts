/** Characters that nobody confuses: no 0 and O, no 1, I and L. Their count is prime, which the check needs. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const LENGTH = 8

/**
 * The order number in a typed text, as the store writes it (`8F3K-2Q9X`); null when there is none. The last
 * character checks the others (requirements 6.20): one wrong character, or two swapped neighbors, make it invalid.
 */
export function orderNumberIn(text: string): string | null {
  const characters = text.toUpperCase().replaceAll(/[\s-]/g, '')
  const digits = [...characters].map((character) => ALPHABET.indexOf(character))
  if (digits.length !== LENGTH || digits.includes(-1)) return null
  const weighted = digits.reduce((sum, digit, at) => sum + (at === LENGTH - 1 ? digit : (at + 2) * digit), 0)
  return weighted % ALPHABET.length === 0 ? `${characters.slice(0, 4)}-${characters.slice(4)}` : null
}
