import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { listedInFile, screeningOff } from './sanctions.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const SOLANA = '7Yw2nRkQ4vC9sTjE1mZpXoB6hGdLfA3uK8eJtVqNsP5r'
const ETHEREUM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const UNAVAILABLE = { result: 'unavailable', listVersion: null, listedAt: null }

let folder: string
let path: string
const log = { error: vi.fn() }
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sanctions-'))
  path = join(folder, 'list.txt')
  log.error.mockClear()
})
afterEach(() => rm(folder, { recursive: true }))

const daysBefore = (days: number): Date => new Date(NOW.getTime() - days * 86_400_000)

async function writeList(text: string, writtenAt = daysBefore(1)): Promise<void> {
  await writeFile(path, text)
  await utimes(path, writtenAt, writtenAt)
}

const screening = () => listedInFile({ path, maxAgeDays: 7 }, () => NOW, log)

it('recognizes a listed address, and names the list', async () => {
  await writeList(`# Of today\n${SOLANA} # somebody\r\n\n${ETHEREUM}\n`)
  const about = { listVersion: expect.stringMatching(/^[0-9a-f]{16}$/), listedAt: daysBefore(1) }
  const { screen } = screening()
  expect(await screen('USDC-SOL', SOLANA)).toEqual({ result: 'hit', ...about })
  expect(await screen('ETH', ETHEREUM)).toEqual({ result: 'hit', ...about })
  expect(await screen('USDC-SOL', SOLANA.toLowerCase())).toEqual({ result: 'clear', ...about })
  expect(log.error).not.toHaveBeenCalled()
})

it.each([
  ['ETH', ETHEREUM],
  ['BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
])('compares an address of %s without its case', async (coin, address) => {
  await writeList(address.toLowerCase())
  expect(await screening().screen(coin, address)).toMatchObject({ result: 'hit' })
  await writeList(address.toUpperCase())
  expect(await screening().screen(coin, address)).toMatchObject({ result: 'hit' })
})

it('screening is unavailable without the file, and the log says so', async () => {
  expect(await screening().screen('BTC', SOLANA)).toEqual(UNAVAILABLE)
  expect(log.error).toHaveBeenCalledOnce()
})

it('screening is unavailable with an empty list', async () => {
  await writeList('# The download failed\n')
  expect(await screening().screen('BTC', SOLANA)).toEqual(UNAVAILABLE)
})

it('screening is unavailable with a folder in place of the file', async () => {
  path = folder
  expect(await screening().screen('BTC', SOLANA)).toEqual(UNAVAILABLE)
})

it('screening is unavailable once the list is too old, even when it was read in time', async () => {
  let now = NOW
  await writeList(ETHEREUM, daysBefore(7))
  const { screen } = listedInFile({ path, maxAgeDays: 7 }, () => now, log)
  expect(await screen('USDC-SOL', SOLANA)).toMatchObject({ result: 'clear' })
  now = new Date(NOW.getTime() + 1)
  expect(await screen('USDC-SOL', SOLANA)).toEqual(UNAVAILABLE)
})

it('reads a changed list again', async () => {
  await writeList(ETHEREUM)
  const { screen } = screening()
  const before = await screen('USDC-SOL', SOLANA)
  await writeList(`${ETHEREUM}\n${SOLANA}`)
  const after = await screen('USDC-SOL', SOLANA)
  expect([before.result, after.result]).toEqual(['clear', 'hit'])
  expect(after.listVersion).not.toBe(before.listVersion)
})

it('screening is off without a list', async () => {
  expect(await screeningOff.screen('BTC', SOLANA)).toEqual({
    result: 'off',
    listVersion: null,
    listedAt: null,
  })
})
