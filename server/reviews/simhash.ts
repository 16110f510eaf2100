import { createHash } from 'node:crypto'
import { comparedText } from '@nofiller/contract/text/compared-text'

/** Two texts are copies of each other when so few bits of their hashes differ (RV11). */
export const COPY_DISTANCE = 3
const BITS = 64
/** Characters of a part: texts without spaces between words, such as Thai, have parts too. */
const PART = 4

/**
 * The 64-bit simhash of a text, as PostgreSQL's `bigint` keeps it: texts that share most of their parts differ in few bits.
 * Case, accents and spaces do not count. Null for a text too short to compare.
 */
export function simhash(text: string): bigint | null {
  const characters = [
    ...comparedText(text)
      .normalize('NFKD')
      .replaceAll(/[\p{M}\s]/gu, ''),
  ]
  if (characters.length < PART) return null
  const votes = new Array<number>(BITS).fill(0)
  for (let at = 0; at + PART <= characters.length; at += 1)
    addVotes(votes, hashOf(characters.slice(at, at + PART).join('')))
  const bits = votes.reduce((sum, vote, bit) => (vote > 0 ? sum | (1n << BigInt(bit)) : sum), 0n)
  return BigInt.asIntN(BITS, bits)
}

const hashOf = (part: string): bigint => createHash('sha256').update(part).digest().readBigUInt64BE()

function addVotes(votes: number[], hash: bigint): void {
  for (let bit = 0; bit < BITS; bit += 1)
    votes[bit] = (votes[bit] ?? 0) + ((hash >> BigInt(bit)) & 1n ? 1 : -1)
}
