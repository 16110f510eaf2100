/**
 * A title or name as part of a URL: letters, digits and single hyphens; at most 60 code units, which are 180 bytes. Latin,
 * Cyrillic and Greek are written in ASCII, because people type those URLs; letters of other scripts stay, and links
 * encode them.
 */
export function slugOf(title: string): string {
  const words = title
    .normalize('NFKC')
    .toLowerCase()
    .replace(UNSEEN, '')
    .replace(APOSTROPHES, '')
    .replace(/&/g, ' and ')
    .replace(/ο[υύ]/g, 'ou')
    .replace(ROMANIZED, romanized)
    .match(WORDS)
  return cut(words?.join('-') ?? '') || 'game'
}

const SLUG_MAX = 60

/** Joiners, direction marks, and the marks that turn digits into emoji. */
const UNSEEN = /[\p{Cf}\p{Me}\p{Variation_Selector}]/gu
const APOSTROPHES = /['‘’‛ʹʻʼʽ`´′]/g
const ROMANIZED = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]\p{M}*/gu
const WORDS = /(?:[\p{L}\p{N}]\p{M}*)+/gu
const CHARACTERS = /-|[\p{L}\p{N}]\p{M}*/gu

/** Letters that are more than an ASCII letter with a mark. */
const LETTERS = new Map(
  `ßss æae œoe øo łl đd ðd þth ıi ħh ŋng ŧt ĸk əe ɛe ɔo ɓb ɗd ɖd ƒf ƙk ƴy
  аa бb вv гg дd еe ёyo жzh зz иi йy кk лl мm нn оo пp рr сs тt уu фf хkh цts чch шsh щshch ъ ыy ь эe юyu яya
  єye іi їyi ґg ђdj јj љlj њnj ћc џdz ѕdz әa ғgh қq ңng өo ұu үu һh
  αa βv γg δd εe ζz ηi θth ιi κk λl μm νn ξx οo πp ρr σs ςs τt υy φf χch ψps ωo`
    .split(/\s+/)
    .map((pair) => [pair.slice(0, 1), pair.slice(1)]),
)

/** A letter with its marks. A letter in no table stays. */
function romanized(letter: string): string {
  const base = letter.normalize('NFD').replace(/\p{M}/gu, '')
  return LETTERS.get(letter) ?? LETTERS.get(base) ?? base
}

/** Between characters: a letter keeps its marks. */
function cut(slug: string): string {
  let kept = ''
  for (const [character] of slug.matchAll(CHARACTERS)) {
    if (kept.length + character.length > SLUG_MAX) break
    kept += character
  }
  return kept.replace(/-+$/, '')
}
