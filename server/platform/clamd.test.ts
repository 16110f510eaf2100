import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Clamd, clamd } from '../testing/fakes/clamd.ts'
import { isClamdUrl, scan } from './clamd.ts'

let scanner: Clamd
beforeAll(async () => {
  scanner = await clamd()
})
afterAll(() => scanner.close())

const streamOf = (...parts: Buffer[]) => Readable.from(parts)

it('PF2 streams bytes to the scanner, and reads what it says of them', async () => {
  const parts = Array.from({ length: 40 }, () => randomBytes(100_000))
  let heard: Buffer = Buffer.alloc(0)
  scanner.answerBy((bytes) => {
    heard = bytes
    return 'stream: OK'
  })
  expect(await scan(scanner.url, streamOf(...parts))).toEqual({ state: 'clean' })
  expect(heard.equals(Buffer.concat(parts))).toBe(true)
  scanner.answerBy(() => 'stream: Win.Test.Nofiller-1 FOUND')
  const found = await scan(scanner.url, streamOf(randomBytes(10)))
  expect(found).toEqual({ state: 'infected', signature: 'Win.Test.Nofiller-1' })
})

it.each(['stream: Heuristics.Limits.Exceeded.MaxFileSize FOUND', 'INSTREAM size limit exceeded. ERROR'])(
  'PF2 takes %j for bytes that were not scanned',
  async (answer) => {
    scanner.answerBy(() => answer)
    expect(await scan(scanner.url, streamOf(randomBytes(10)))).toEqual({ state: 'too_large' })
  },
)

it('PF2 ends a stream that the scanner wants no more of', async () => {
  const small = await clamd()
  small.limitTo(1_000_000)
  const endless = Readable.from(
    (function* () {
      for (;;) yield Buffer.alloc(65_536)
    })(),
  )
  expect(await scan(small.url, endless)).toEqual({ state: 'too_large' })
  expect(endless.destroyed).toBe(true)
  await small.close()
})

it.each([null, '', 'stream: what? ERROR', 'HTTP/1.1 400 Bad Request'])(
  'PF2 throws for the answer %j, so that the scan is tried again',
  async (answer) => {
    scanner.answerBy(() => answer)
    await expect(scan(scanner.url, streamOf(randomBytes(10)))).rejects.toThrow()
  },
)

it('PF2 throws for a scanner that is away, and for bytes that cannot be read', async () => {
  await expect(scan('tcp://127.0.0.1:1', streamOf(randomBytes(10)))).rejects.toThrow(/ECONNREFUSED/)
  await expect(scan('unix:/nowhere/clamd.ctl', streamOf(randomBytes(10)))).rejects.toThrow(/ENOENT/)
  scanner.answerBy(() => 'stream: OK')
  const broken = Readable.from(
    (function* () {
      yield randomBytes(10)
      throw new Error('the disk is gone')
    })(),
  )
  await expect(scan(scanner.url, broken)).rejects.toThrow('the disk is gone')
})

it('takes a port or a socket, and nothing else', () => {
  expect(['tcp://127.0.0.1:3310', 'tcp://[::1]:3310', 'unix:/run/clamav/clamd.ctl'].every(isClamdUrl)).toBe(
    true,
  )
  expect(['http://a:1', 'tcp://a', 'unix:clamd', '127.0.0.1:3310'].some(isClamdUrl)).toBe(false)
})
