/**
 * Which addresses can be paid, checked offline. No zod: the browser loads this, lazily, because the hash functions
 * would slow down every first page.
 */

import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { base58, base58xmr, bech32, bech32m, createBase58check } from '@scure/base'
import { coinOf } from '../payments/coins.ts'

/** The longest address of these networks, an integrated one of Monero, has 106 characters. */
export const PAYOUT_ADDRESS_MAX = 128

/** The properties of an address, apart from the coin it is meant for. */
type Parsed = {
  /** The canonical form, in which it is stored and compared. */
  address: string
  /** Whether a typo would have been detected. */
  hasChecksum: boolean
}

type Parse = (text: string) => Parsed | null

export type AddressCheck = ({ ok: true } & Parsed) | { ok: false; reason: string }

const base58check = createBase58check(sha256)
const EVM = /^0x[0-9a-f]{40}$/i

/** The bytes of a version and a hash of 20. */
const base58Of =
  (...versions: readonly number[]): Parse =>
  (text) => {
    const bytes = base58check.decode(text)
    return bytes.length === 21 && versions.includes(bytes[0] ?? -1)
      ? { address: text, hasChecksum: true }
      : null
  }

/**
 * Witness versions 0 (Bech32, 20 or 32 bytes) and 1 (Bech32m, 32 bytes). Anyone could take coins sent to a later version
 * today.
 */
const segwitOf =
  (prefix: string): Parse =>
  (text) => {
    const isVersion0 = text.toLowerCase().startsWith(`${prefix}1q`)
    const coder = isVersion0 ? bech32 : bech32m
    const decoded = coder.decode(text as `${string}1${string}`) // throws without a separator
    const [version, ...words] = decoded.words
    const { length } = coder.fromWords(words)
    const isRight = isVersion0 ? length === 20 || length === 32 : version === 1 && length === 32
    return decoded.prefix === prefix && isRight ? { address: text.toLowerCase(), hasChecksum: true } : null
  }

const solana: Parse = (text) =>
  base58.decode(text).length === 32 ? { address: text, hasChecksum: false } : null

/** Only mixed case carries the checksum of EIP-55; an address in one case is converted to its checksummed form. */
const ethereum: Parse = (text) => {
  if (!EVM.test(text)) return null
  const digits = text.slice(2)
  const isMixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  const address = checksummed(digits.toLowerCase())
  return isMixed && address !== text ? null : { address, hasChecksum: isMixed }
}

function checksummed(digits: string): string {
  const hash = keccak_256(new TextEncoder().encode(digits))
  const isUpper = (at: number) => ((hash[at >> 1] ?? 0) >> (at % 2 === 0 ? 4 : 0)) & 8
  return `0x${[...digits].map((digit, at) => (isUpper(at) ? digit.toUpperCase() : digit)).join('')}`
}

/** Network byte and length of standard addresses, subaddresses and integrated addresses. */
const MONERO_LENGTHS: Readonly<Record<number, number>> = { 18: 69, 42: 69, 19: 77 }

const monero: Parse = (text) => {
  const bytes = base58xmr.decode(text)
  if (MONERO_LENGTHS[bytes[0] ?? -1] !== bytes.length) return null
  const sum = keccak_256(bytes.subarray(0, -4))
  const isRight = bytes.subarray(-4).every((byte, at) => byte === sum[at])
  return isRight ? { address: text, hasChecksum: true } : null
}

/** The networks whose addresses can be checked, and the formats of each. */
const NETWORKS: ReadonlyMap<string, readonly Parse[]> = new Map([
  ['Bitcoin', [base58Of(0, 5), segwitOf('bc')]],
  ['Litecoin', [base58Of(48, 50), segwitOf('ltc')]],
  ['Dogecoin', [base58Of(30, 22)]],
  ['Ethereum', [ethereum]],
  ['Tron', [base58Of(0x41)]],
  ['Solana', [solana]],
  ['Monero', [monero]],
])

/** Whether payouts can be made in a coin: its addresses can be checked, and need no memo. */
export const isPayoutCoin = (coinId: string): boolean => NETWORKS.has(coinOf(coinId).network)

/**
 * Whether a text is an address of the coin's network. Spaces around it are dropped.
 * @param offered the coins for payouts; an address of another network gets a hint where it would work
 * @returns the address in its canonical form, or a sentence for a person
 */
export function checkAddress(coinId: string, text: string, offered: readonly string[]): AddressCheck {
  const { network } = coinOf(coinId)
  const typed = text.trim()
  if (typed === '') return { ok: false, reason: 'Paste your address.' }
  const parsed = parseFor(network, typed)
  if (parsed) return { ok: true, ...parsed }
  const other = [...NETWORKS.keys()].find((name) => parseFor(name, typed))
  return {
    ok: false,
    reason: other ? otherNetwork(other, offered) : `This is not ${withArticle(network)} address.`,
  }
}

/** The network of an address with a checksum, or in the form that Ethereum alone has; null for any other text. */
export const networkOf = (text: string): string | null =>
  [...NETWORKS.keys()].find((name) => {
    const parsed = parseFor(name, text)
    return parsed !== null && (parsed.hasChecksum || name === 'Ethereum')
  }) ?? null

function parseFor(network: string, text: string): Parsed | null {
  if (text.length > PAYOUT_ADDRESS_MAX) return null
  for (const parse of NETWORKS.get(network) ?? []) {
    const parsed = parsedOrNull(parse, text)
    if (parsed) return parsed
  }
  return null
}

/** The decoders throw for wrong characters, checksums and lengths. */
function parsedOrNull(parse: Parse, text: string): Parsed | null {
  try {
    return parse(text)
  } catch {
    return null
  }
}

function otherNetwork(network: string, offered: readonly string[]): string {
  const networks = [...new Set(offered.map((coin) => coinOf(coin).network))]
  const wayOn = networks.includes(network)
    ? 'Choose its coin, or paste another.'
    : `We can only pay to ${EITHER.format(networks)}.`
  return `This is ${withArticle(network)} address. ${wayOn}`
}

const EITHER = new Intl.ListFormat('en-US', { type: 'disjunction' })

const withArticle = (network: string): string => `${/^[AEIOU]/.test(network) ? 'an' : 'a'} ${network}`

/** A warning about a valid address. */
export const wellFormed = (coinId: string): string =>
  `This looks like a valid ${coinOf(coinId).network} address.`

/** An address in groups of four characters, for comparing it with a wallet. */
export const addressGroups = (address: string): string[] => address.match(/.{1,4}/g) ?? []
