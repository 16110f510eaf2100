import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { base58, base58xmr, bech32, bech32m, createBase58check } from '@scure/base'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  addressGroups,
  checkAddress,
  isPayoutCoin,
  PAYOUT_ADDRESS_MAX,
  wellFormed,
} from './payout-address-rules.ts'
import { shortAddress } from './payout-rules.ts'

/** Published addresses: BIP 173 and 350, EIP-55, the projects' own donation addresses and contracts. */
const PUBLISHED = [
  ['BTC', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ['BTC', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
  ['BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ['BTC', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'],
  ['ETH', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['USDC-ETH', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'],
  ['USDT-ETH', '0xdAC17F958D2ee523a2206206994597C13D831ec7'],
  ['USDT-TRX', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ['SOL', 'So11111111111111111111111111111111111111112'],
  ['USDC-SOL', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
  ['USDT-SOL', 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB'],
  ['XMR', '888tNkZrPN6JsEgekjMnABU4TBzc2Dt29EPAvkRxbANsAnjyPbb3iQ1YBRk1UXcdRsiKc9dhwMVgN5S9cQUiyoogDavup3H'],
] as const

/** Networks with a checksum that detects every change of one character, with a way to make any address. */
const base58check = createBase58check(sha256)
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const versioned = (...versions: number[]) =>
  fc
    .tuple(fc.constantFrom(...versions), bytes(20))
    .map(([version, hash]) => base58check.encode(new Uint8Array([version, ...hash])))
const segwit = (prefix: string) =>
  fc.oneof(
    fc.oneof(bytes(20), bytes(32)).map((hash) => bech32.encode(prefix, [0, ...bech32.toWords(hash)])),
    bytes(32).map((key) => bech32m.encode(prefix, [1, ...bech32m.toWords(key)])),
  )
const monero = fc
  .oneof(fc.tuple(fc.constantFrom(18, 42), bytes(64)), fc.tuple(fc.constant(19), bytes(72)))
  .map(([network, keys]) => {
    const body = new Uint8Array([network, ...keys])
    return base58xmr.encode(new Uint8Array([...body, ...keccak_256(body).subarray(0, 4)]))
  })
const CHECKSUMMED = [
  ['BTC', fc.oneof(versioned(0, 5), segwit('bc'))],
  ['LTC', fc.oneof(versioned(48, 50), segwit('ltc'))],
  ['DOGE', versioned(30, 22)],
  ['USDT-TRX', versioned(0x41)],
  ['XMR', monero],
] as const

/** Every coin is offered except Ethereum's. */
const OFFERED = ['BTC', 'LTC', 'DOGE', 'USDT-TRX', 'USDC-SOL', 'XMR']
const check = (coin: string, text: string) => checkAddress(coin, text, OFFERED)

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0'

/** Another character at a place, whatever the place contains. */
const changed = (address: string, at: number, by: number): string => {
  const place = at % address.length
  const others = [...ALPHABET].filter((character) => character !== address[place])
  return address.slice(0, place) + others[by % others.length] + address.slice(place + 1)
}

it.each(PUBLISHED)('%s accepts the address %s unchanged', (coin, address) => {
  expect(check(coin, ` ${address}\n`)).toEqual({
    ok: true,
    address,
    hasChecksum: !coin.endsWith('SOL'),
  })
})

it.each(CHECKSUMMED)('%s accepts every valid address of its network', (coin, addresses) => {
  fc.assert(
    fc.property(addresses, (address) => {
      expect(check(coin, address)).toEqual({ ok: true, address, hasChecksum: true })
    }),
  )
})

it('A Bech32 address is stored in lower case, although its codes are often in capitals', () => {
  const capitals = 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4'
  expect(check('BTC', capitals)).toMatchObject({ ok: true, address: capitals.toLowerCase() })
})

it.each(['toLowerCase', 'toUpperCase'] as const)(
  'An Ethereum address without a checksum gets one, by %s',
  (inOneCase) => {
    const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
    expect(check('ETH', `0x${address.slice(2)[inOneCase]()}`)).toEqual({
      ok: true,
      address,
      hasChecksum: false,
    })
  },
)

it.each(CHECKSUMMED)('%s refuses an address with one changed character', (coin, addresses) => {
  fc.assert(
    fc.property(addresses, fc.nat(), fc.nat(), (address, at, by) => {
      const other = changed(address, at, by)
      // A letter in the other case counts as changed: Bech32 refuses mixed case.
      expect(check(coin, other)).toMatchObject({ ok: false })
    }),
  )
})

it('An Ethereum address in mixed case is refused with one changed character anywhere', () => {
  const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
  for (let at = 2; at < address.length; at += 1) {
    const was = address.charAt(at)
    const digit = was === '7' ? '8' : '7'
    const other = address.slice(0, at) + digit + address.slice(at + 1)
    expect(check('ETH', other), other).toMatchObject({ ok: false })
  }
})

it('A changed Solana address can pass, and the response says that it has no checksum', () => {
  const address = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1w'
  expect(check('USDC-SOL', address)).toEqual({ ok: true, address, hasChecksum: false })
})

it('An address of another network is refused with the name of that network', () => {
  expect(checkAddress('USDC-SOL', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', ['USDC-SOL', 'BTC'])).toEqual(
    {
      ok: false,
      reason: 'This is an Ethereum address. We can only pay to Solana or Bitcoin.',
    },
  )
  expect(check('ETH', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')).toEqual({
    ok: false,
    reason: 'This is a Tron address. Choose its coin, or paste another.',
  })
})

it.each([
  ['of a test network', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
  ['of a test network, by Base58', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn'],
  ['of a later witness version', 'bc1sw50qgdz25j'],
  ['of no length', 'bc1gmk9yu'],
  ['in mixed case', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kV8f3t4'],
  ['with something behind it', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa?amount=1'],
  ['too long for any', '1'.repeat(PAYOUT_ADDRESS_MAX + 1)],
])('An address %s is not accepted for Bitcoin', (_what, address) => {
  expect(check('BTC', address)).toEqual({ ok: false, reason: 'This is not a Bitcoin address.' })
})

it('An empty address is refused', () => {
  expect(check('BTC', '  ')).toEqual({ ok: false, reason: 'Paste your address.' })
})

it('No address is valid on two networks', () => {
  const coins = ['BTC', 'LTC', 'DOGE', 'ETH', 'USDT-TRX', 'SOL', 'XMR']
  const some = fc.oneof(
    ...CHECKSUMMED.map(([, addresses]) => addresses),
    bytes(32).map((key) => base58.encode(key)),
  )
  fc.assert(
    fc.property(some, (address) => {
      expect(coins.filter((coin) => check(coin, address).ok)).toHaveLength(1)
    }),
  )
})

it('Any text gets a response instead of an exception', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('BTC', 'LTC', 'ETH', 'SOL', 'XMR', 'BTC-LN', 'toString'),
      fc.string(),
      (coin, text) => {
        expect(typeof check(coin, text).ok).toBe('boolean')
      },
    ),
  )
})

it('The store pays no coin whose addresses it cannot check', () => {
  expect(['USDC-SOL', 'BTC', 'XMR', 'DOGE'].every(isPayoutCoin)).toBe(true)
  expect(['BTC-LN', 'NONE', 'toString'].some(isPayoutCoin)).toBe(false)
})

it('An address is shown in groups for comparison, and later by its ends alone', () => {
  const address = '7Yw2nRkQ4vC9sTjE1mZpXoB6hGdLfA3uK8eJtVqNsP5r'
  expect(addressGroups(address)).toHaveLength(11)
  expect(addressGroups(address).join('')).toBe(address)
  expect(shortAddress(address)).toBe('7Yw2nR…qNsP5r')
  expect(wellFormed('USDC-SOL')).toBe('This looks like a valid Solana address.')
})
