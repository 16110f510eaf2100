import { createHash } from 'node:crypto'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { beforeAll, expect, it } from 'vitest'
import { systemClock } from './platform/clock.ts'
import { type AddressSigner, addressSigner } from './platform/storage/signed-address.ts'
import { SECRET_KEY, useStoreProcess } from './testing/process.ts'
import { LARGE_FILE_BYTES as SIZE } from './testing/rounds.ts'

const MIB = 1024 ** 2
/** Sent first: what a process takes once, whatever it moves, is not what grows with a file. */
const WARM_SIZE = 64 * MIB
const GROWTH_MAX = 50 * MIB
const SLOW_GROWTH_MAX = 100 * MIB

const shop = useStoreProcess()
let signer: AddressSigner
/** Lies in the store from the start. */
const WARM = 'games/warm'

beforeAll(async () => {
  signer = addressSigner(shop.url, [SECRET_KEY], systemClock)
  await upload(WARM, WARM_SIZE)
  await download(WARM)
})

/** How many bytes the server's memory grew at most while something went on. */
async function growthWhile(work: () => Promise<void>): Promise<number> {
  const before = await shop.memory()
  let peak = before
  const timer = setInterval(async () => {
    peak = Math.max(peak, await shop.memory())
  }, 50)
  await work().finally(() => clearInterval(timer))
  return Math.max(peak, await shop.memory()) - before
}

function* blocks(size = SIZE): Generator<Buffer> {
  const block = Buffer.alloc(MIB)
  for (let number = 0; number < size / MIB; number += 1) {
    block.writeUInt32LE(number)
    yield Buffer.from(block)
  }
}

const putAddress = (key: string, sizeBytes: number) =>
  signer.put({ key, contentType: 'application/zip', sizeBytes, maxBytes: SIZE, expiresInSeconds: 600 })
const getAddress = (key: string) => signer.get({ key, fileName: 'big.zip', expiresInSeconds: 600 })

function upload(key: string, size: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/zip', 'content-length': size }
    const sent = request(putAddress(key, size), { method: 'PUT', headers }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
    pipeline(Readable.from(blocks(size)), sent).catch(reject)
  })
}

async function download(key: string): Promise<string> {
  const hash = createHash('sha256')
  const answer = await fetch(getAddress(key))
  for await (const chunk of answer.body ?? []) hash.update(chunk)
  return hash.digest('hex')
}

it(`D11 accepts and serves ${SIZE / MIB} MiB without using more memory`, async () => {
  const key = 'games/large'
  let received = ''
  const up = await growthWhile(async () => expect(await upload(key, SIZE)).toBe(201))
  const down = await growthWhile(async () => {
    received = await download(key)
  })
  const sent = createHash('sha256')
  for (const block of blocks()) sent.update(block)
  expect(received).toBe(sent.digest('hex'))
  console.info(`memory grew by ${(up / MIB).toFixed(1)} MiB up, ${(down / MIB).toFixed(1)} MiB down`)
  expect(Math.max(up, down) / MIB).toBeLessThan(GROWTH_MAX / MIB)
}, 300_000)

it('D11 a hundred slow downloads at once use little memory', async () => {
  const growth = await growthWhile(async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => fetch(getAddress(WARM))))
    const readers = answers.map((answer) => answer.body?.getReader())
    await Promise.all(readers.map((reader) => reader?.read()))
    await download(WARM) // while another one reads everything, the slow readers only get what they read
    await Promise.all(readers.map((reader) => reader?.cancel()))
  })
  expect(growth / MIB).toBeLessThan(SLOW_GROWTH_MAX / MIB)
}, 60_000)
