/** The rules for names of people (requirements 3.13). No zod: the browser may load this. */

/** Letters of other scripts, and digits, that look like one of ours. */
const LOOK_ALIKES: Record<string, string> = {
  а: 'a',
  α: 'a',
  в: 'b',
  β: 'b',
  с: 'c',
  ϲ: 'c',
  ԁ: 'd',
  е: 'e',
  ε: 'e',
  ѐ: 'e',
  һ: 'h',
  н: 'h',
  η: 'n',
  і: 'l',
  ι: 'l',
  ı: 'l',
  ӏ: 'l',
  ј: 'j',
  к: 'k',
  κ: 'k',
  м: 'm',
  п: 'n',
  о: 'o',
  ο: 'o',
  σ: 'o',
  օ: 'o',
  р: 'p',
  ρ: 'p',
  ѕ: 's',
  т: 't',
  τ: 't',
  υ: 'u',
  ս: 'u',
  ν: 'v',
  ѵ: 'v',
  ԝ: 'w',
  ω: 'w',
  х: 'x',
  χ: 'x',
  у: 'y',
  γ: 'y',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  0: 'o',
  1: 'l',
  i: 'l',
  '|': 'l',
}

/** The common form of names that look or read alike: without case, accents, dots, spaces, underscores or hyphens. */
export const foldName = (name: string): string =>
  [
    ...name
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[\p{M}\p{Cf}\p{Z}\p{P}]/gu, ''),
  ]
    .map((letter) => LOOK_ALIKES[letter] ?? letter)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')

/** "Owner" stands under reviews whose writers show no name. */
const TRUSTED = ['admin', 'administrator', 'support', 'staff', 'moderator', 'owner']

/**
 * Whether a name impersonates the store, or somebody of more such words: as a full name or a separate part, such as
 * `june-support`, not inside a word.
 */
export function isNameOfTrust(name: string, storeName: string, ...more: readonly string[]): boolean {
  const trusted = new Set([...TRUSTED, storeName, ...more].map(foldName))
  const parts = name.split(/[\p{Z}\p{P}]+/u).filter(Boolean)
  return parts.some((_, from) =>
    parts.some((_, to) => to >= from && trusted.has(foldName(parts.slice(from, to + 1).join('')))),
  )
}

export const NAME_TAKEN = 'This name is taken.'
export const NAME_OF_TRUST = 'This name could be mistaken for the store’s. Choose another one.'
