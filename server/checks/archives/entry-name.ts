/**
 * Names of files as archives hold them. Old packers write them in the encoding of their system and do not say which, so what
 * a name may do is judged by its bytes, and its letters are guessed for people alone.
 */

import { charactersOf } from '@nofiller/contract/text/characters'

const SLASH = 0x2f
const BACKSLASH = 0x5c

/**
 * Whether some system would unpack a name outside the target folder. A backslash is a separator to some packers, and the
 * second byte of many letters of CP932, GBK and Big5; either way nothing leads out but a part that is exactly `..`.
 */
export function leadsOutside(name: Buffer): boolean {
  if (name[0] === SLASH || name[0] === BACKSLASH) return true
  if (/^[a-z]:[/\\]/i.test(name.toString('latin1', 0, 3))) return true
  return name
    .toString('latin1')
    .split(/[/\\]/)
    .some((part) => part === '..')
}

/** Control characters, one of which a Mac uses in the name of a folder's icon, `Icon\r`, and signs that change the direction of text. */
const HIDDEN = /(?!\r)\p{Cc}|\p{Bidi_Control}/gu

/** Whether a name holds what makes it look like another in a list or a terminal. */
export const hasHidden = (name: string): boolean => name.search(HIDDEN) >= 0

const SHOWN = 60

/** A name as a sentence shows it: hidden characters by their code, the middle of a long one omitted. */
export function shownName(name: string): string {
  const plain = [...charactersOf(name.replace(HIDDEN, (sign) => `[U+${hexOf(sign)}]`).replace(/\r/g, ''))]
  if (plain.length <= SHOWN) return plain.join('')
  return [...plain.slice(0, SHOWN / 2), '…', ...plain.slice(1 - SHOWN / 2)].join('')
}

const hexOf = (sign: string): string => sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')

/** Half-width kana read as UTF-8. */
const HIGH_CONTROL = /[\u0080-\u009f]/

/** The likeliest letters of a name whose encoding nobody said. */
export function decodedName(name: Buffer): string {
  const utf8 = decodedBy('utf-8', name)
  if (utf8 !== null && !HIGH_CONTROL.test(utf8)) return utf8
  const [best] = ENCODINGS.flatMap(({ encoding, ...pairs }) => {
    const text = decodedBy(encoding, name)
    return text === null ? [] : { text, likelihood: likelihoodOf(name, pairs) }
  })
    .concat({ text: asCp437(name), likelihood: cp437Likelihood(name) })
    .sort((one, other) => other.likelihood - one.likelihood)
  return best?.text ?? ''
}

function decodedBy(encoding: string, name: Buffer): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(name)
  } catch {
    return null
  }
}

type Pairs = {
  /** Whether a byte begins a letter of two bytes; a single one above ASCII is rare. */
  isLead(byte: number): boolean
  /** How usual a letter is: 1 for those that are taught at school. */
  weightOf(lead: number, trail: number): number
}

const between = (byte: number, first: number, last: number): boolean => byte >= first && byte <= last

/** For letters that two encodings share, the usual ones are in other rows of each. */
const ENCODINGS: ({ encoding: string } & Pairs)[] = [
  {
    encoding: 'shift_jis', // CP932
    isLead: (byte) => between(byte, 0x81, 0x9f) || between(byte, 0xe0, 0xfc),
    weightOf: (lead) =>
      between(lead, 0x82, 0x83) ? 1.5 : between(lead, 0x88, 0x97) ? 1 : lead === 0x81 ? 0.5 : 0,
  },
  {
    encoding: 'gbk',
    isLead: (byte) => byte > 0x80,
    weightOf: (lead, trail) =>
      trail < 0xa1 || lead < 0xa1 ? -1 : between(lead, 0xb0, 0xd7) ? 1 : lead < 0xb0 ? 0.5 : 0,
  },
  {
    encoding: 'big5',
    isLead: (byte) => byte > 0x80,
    weightOf: (lead) => (lead < 0xa1 ? -1 : between(lead, 0xa4, 0xc6) ? 1 : lead < 0xa4 ? 0.5 : 0),
  },
]

/** The mean of the letters above ASCII. */
function likelihoodOf(name: Buffer, { isLead, weightOf }: Pairs): number {
  let [letters, weight] = [0, 0]
  for (let at = 0; at < name.length; at += 1) {
    const byte = name[at] ?? 0
    if (byte < 0x80) continue
    letters += 1
    if (isLead(byte)) weight += weightOf(byte, name[++at] ?? 0)
    else weight -= 1
  }
  return weight / Math.max(1, letters)
}

/** The upper half of the IBM PC's characters, which old packers in Europe and America write. */
const CP437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0'

const asCp437 = (name: Buffer): string =>
  Array.from(name, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : CP437[byte - 0x80])).join('')

/** Its letters are between letters of Latin words. */
function cp437Likelihood(name: Buffer): number {
  const letters = [...asCp437(name)]
  const isLatin = (letter: string | undefined) => letter !== undefined && /^[a-zÇ-ƒßáíóúñÑ]$/iu.test(letter)
  const above = letters.flatMap((letter, at) => {
    if (letter.charCodeAt(0) < 0x80) return []
    if (!isLatin(letter)) return -1
    return isLatin(letters[at - 1]) && isLatin(letters[at + 1]) ? 1.25 : 0.25
  })
  return above.reduce((sum: number, weight) => sum + weight, 0) / Math.max(1, above.length)
}
