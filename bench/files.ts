/** 1 GiB up and down through the disk store, against a bare stream copy over HTTP, and what the store's memory grows by. */
import { readFile } from 'node:fs/promises'
import { get, request } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { systemClock } from '../server/platform/clock.ts'
import { addressSigner } from '../server/platform/storage/signed-address.ts'
import { type RunningStore, SECRET_KEY, withGround } from './ground.ts'
import { median } from './load.ts'

const MIB = 1024 ** 2
const SIZE = 1024 * MIB
const WARM_SIZE = 64 * MIB
const ROUNDS = 2
const BLOCK = Buffer.alloc(MIB, 'No Filler')

type Place = { put(key: string, size: number): string; get(key: string): string }

await withGround(async (ground) => {
  const store = await ground.store(await ground.database('shop'))
  const bareUrl = await ground.bare('files', ground.folder)
  const bare: Place = { put: () => bareUrl, get: () => bareUrl }
  const own = placesOf(store)

  for (const place of [bare, own]) {
    await upload(place.put('game-files/warm', WARM_SIZE), WARM_SIZE)
    await download(place.get('game-files/warm'))
  }
  const seconds = {
    bareUp: [] as number[],
    bareDown: [] as number[],
    up: [] as number[],
    down: [] as number[],
  }
  const growth = { up: 0, down: 0 }
  for (let round = 0; round < ROUNDS; round += 1) {
    const key = `game-files/round-${round}`
    seconds.bareUp.push(await timed(() => upload(bare.put(key, SIZE), SIZE)))
    seconds.bareDown.push(await timed(() => download(bare.get(key))))
    const up = await growthWhile(store, () => timed(() => upload(own.put(key, SIZE), SIZE)))
    const down = await growthWhile(store, () => timed(() => download(own.get(key))))
    seconds.up.push(up.result)
    seconds.down.push(down.result)
    growth.up = Math.max(growth.up, up.bytes)
    growth.down = Math.max(growth.down, down.bytes)
  }
  console.table([
    row('upload', seconds.bareUp, seconds.up, growth.up),
    row('download', seconds.bareDown, seconds.down, growth.down),
  ])
})

function placesOf({ url }: RunningStore): Place {
  const signer = addressSigner(url, [SECRET_KEY], systemClock)
  const common = { contentType: 'application/zip', maxBytes: SIZE, expiresInSeconds: 600 }
  return {
    put: (key, sizeBytes) => signer.put({ key, sizeBytes, ...common }),
    get: (key) => signer.get({ key, fileName: 'big.zip', expiresInSeconds: 600 }),
  }
}

function row(name: string, bare: readonly number[], own: readonly number[], grewBytes: number) {
  const speed = (seconds: readonly number[]) => Math.round(SIZE / MIB / median(seconds))
  return {
    name,
    'bare MiB / s': speed(bare),
    'store MiB / s': speed(own),
    ratio: (median(bare) / median(own)).toFixed(2),
    'store grew by MiB': Math.round(grewBytes / MIB),
  }
}

function upload(url: string, size: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/zip', 'content-length': size }
    const sent = request(url, { method: 'PUT', headers }, (answer) => {
      answer.resume()
      if (answer.statusCode === 201) resolve()
      else reject(new Error(`the upload was answered by ${answer.statusCode}`))
    })
    pipeline(Readable.from(Array(size / MIB).fill(BLOCK)), sent).catch(reject)
  })
}

function download(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`the download was answered by ${answer.statusCode}`))
      answer.resume().once('end', resolve)
    }).once('error', reject)
  })
}

async function timed(work: () => Promise<void>): Promise<number> {
  const begun = performance.now()
  await work()
  return (performance.now() - begun) / 1000
}

/** How many bytes the store's memory grew at most meanwhile. */
async function growthWhile<T>(
  { pid }: RunningStore,
  work: () => Promise<T>,
): Promise<{ result: T; bytes: number }> {
  const before = await residentBytes(pid)
  let peak = before
  const timer = setInterval(async () => {
    peak = Math.max(peak, await residentBytes(pid))
  }, 50)
  const result = await work().finally(() => clearInterval(timer))
  return { result, bytes: Math.max(peak, await residentBytes(pid)) - before }
}

/** Linux only; elsewhere not a number. */
async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024
}
