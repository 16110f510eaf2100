import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Person, signedIn } from '../../../testing/fixtures/people.ts'
import { useStoreProcess } from '../../../testing/process.ts'
import { offsetOf, openResumable, sendByTus, sha256Of, storageKeyOf } from '../../../testing/resumable.ts'
import { CUT_FILE_BYTES, LARGE_FILE_BYTES } from '../../../testing/rounds.ts'
import { eventually } from '../../../testing/store.ts'

const MIB = 1024 ** 2
const GROWTH_MAX = 50 * MIB
/** What a kill may cost: bytes since the last flush, every 32 MiB, and those in the sockets' buffers. */
const KILL_COST_MAX = 40 * MIB

const shop = useStoreProcess()
let june: Person
let folder: string
beforeAll(async () => {
  june = await signedIn(shop, 'developer')
  folder = await mkdtemp(join(tmpdir(), 'nofiller-sent-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function aFile(bytes: number): Promise<string> {
  const path = join(folder, randomBytes(6).toString('hex'))
  const block = randomBytes(MIB)
  const blocks = function* () {
    for (let at = 0; at < bytes / MIB; at += 1) {
      block.writeUInt32LE(at)
      yield Buffer.from(block)
    }
  }
  await pipeline(Readable.from(blocks()), createWriteStream(path))
  return path
}

const stateOf = async (tempKey: string) => (await june.get(`/api/upload/temp-file/${tempKey}`)).body

const storedSha256 = async (tempKey: string) =>
  sha256Of(createReadStream(join(shop.dataDir, 'files', await storageKeyOf(shop, tempKey))))

it('D5 an upload continues with the same SHA-256 after interruptions at 40 % and 80 %, by a cut line and a killed store', async () => {
  const size = CUT_FILE_BYTES
  const path = await aFile(size)
  const { tempKey, url } = await openResumable(june, size)
  expect(await sendByTus(url, path, 0.4 * size)).toBe('cut')
  const first = await eventually(() => offsetOf(url))
  expect(first).toBeLessThan(0.8 * size)

  const staged = join(shop.dataDir, 'files/.aside', (await storageKeyOf(shop, tempKey)).replaceAll('/', '+'))
  const hasArrived = async () => (await stat(staged)).size >= 0.8 * size
  let killed: Promise<unknown> | undefined
  await sendByTus(url, path, 0.8 * size, () => {
    killed ??= eventually(hasArrived).then(() => shop.end('SIGKILL'))
  })
  await killed
  await shop.start()
  const { isComplete, uploadUrl } = await stateOf(tempKey)
  expect(isComplete).toBe(false)
  const second = await offsetOf(uploadUrl)
  expect(second).toBeGreaterThanOrEqual(Math.max(Number(first), 0.8 * size - KILL_COST_MAX))
  expect(second).toBeLessThan(size)

  expect(await sendByTus(uploadUrl, path)).toBe('sent')
  expect((await stateOf(tempKey)).isComplete).toBe(true)
  expect(await storedSha256(tempKey)).toBe(await sha256Of(createReadStream(path)))
}, 180_000)

it('a store that is stopped during an upload ends cleanly, and the upload continues afterwards', async () => {
  const size = CUT_FILE_BYTES
  const path = await aFile(size)
  const { tempKey, url } = await openResumable(june, size)
  let stopped: Promise<number | null> | undefined
  await sendByTus(url, path, 0.5 * size, () => {
    stopped ??= shop.end('SIGTERM')
  })
  expect(await stopped).toBe(0)
  await shop.start()
  expect(await sendByTus(url, path)).toBe('sent')
  expect(await storedSha256(tempKey)).toBe(await sha256Of(createReadStream(path)))
}, 120_000)

it(`D11 accepts ${LARGE_FILE_BYTES / MIB} MiB in one PATCH without using more memory`, async () => {
  const send = async (size: number) => {
    const path = await aFile(size)
    const { tempKey, url } = await openResumable(june, size)
    await sendByTus(url, path)
    expect((await stateOf(tempKey)).isComplete).toBe(true)
  }
  await send(64 * MIB)
  const before = await shop.memory()
  let peak = before
  const timer = setInterval(async () => {
    peak = Math.max(peak, await shop.memory())
  }, 50)
  await send(LARGE_FILE_BYTES).finally(() => clearInterval(timer))
  console.info(`memory grew by ${((peak - before) / MIB).toFixed(1)} MiB`)
  expect((peak - before) / MIB).toBeLessThan(GROWTH_MAX / MIB)
}, 300_000)
