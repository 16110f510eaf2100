import { expect, it } from 'vitest'
import { walletLink } from './wallet-link.ts'

it.each([
  ['BTC', 'bitcoin:A1?amount=0.5'],
  ['LTC', 'litecoin:A1?amount=0.5'],
  ['DOGE', 'dogecoin:A1?amount=0.5'],
  ['XMR', 'monero:A1?tx_amount=0.5'],
  ['SOL', 'solana:A1?amount=0.5'],
  ['USDC-SOL', 'solana:A1?amount=0.5&spl-token=EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
  ['USDT-SOL', 'solana:A1?amount=0.5&spl-token=Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB'],
  ['ETH', 'ethereum:A1@1?value=500000000000000000'],
])('opens a wallet for %s', (coin, link) => {
  expect(walletLink(coin, 'A1', '0.5')).toBe(link)
})

it('asks for Ether to the last wei', () => {
  expect(walletLink('ETH', '0xAb', '0.002941176470588235')).toBe('ethereum:0xAb@1?value=2941176470588235')
  expect(walletLink('ETH', '0xAb', '1234567.000000000000000001')).toBe(
    'ethereum:0xAb@1?value=1234567000000000000000001',
  )
})

it.each(['USDC-ETH', 'USDT-ETH', 'USDT-TRX', 'BTC-LN', 'XRP'])('has no link for %s', (coin) => {
  expect(walletLink(coin, 'A1', '0.5')).toBeNull()
})

it.each([
  ['A1?amount=9', '0.5'],
  ['A 1', '0.5'],
  ['', '0.5'],
  ['A1', '1e-7'],
  ['A1', '-1'],
  ['A1', ''],
])('makes no link of address "%s" and amount "%s"', (address, amount) => {
  expect(walletLink('SOL', address, amount)).toBeNull()
})
