/** A large file (1 GiB unless `--mib` says otherwise) up and down through the disk store, against a bare stream copy over HTTP, and what the store's memory grows by. */
import { systemClock } from '../server/platform/clock.ts'
import { addressSigner } from '../server/platform/storage/signed-address.ts'
import { type RunningStore, SECRET_KEY, withHarness } from './harness.ts'
import { median } from './load.ts'
import { growthWhile, timed } from './memory.ts'
import { sizeOf } from './options.ts'
import { type Figure, report } from './report.ts'
import { receive, send } from './transfer.ts'

const MIB = 1024 ** 2
const SIZE_MIB = sizeOf('mib', 1024)
const SIZE = SIZE_MIB * MIB
const WARM_SIZE = 64 * MIB
const ROUNDS = 2
const HEADERS = { 'content-type': 'application/zip' }

type Place = { put(key: string, size: number): string; get(key: string): string }

await withHarness(async (harness) => {
  const store = await harness.store(await harness.database('shop'))
  const { url: bareUrl } = await harness.bare('files', harness.folder)
  const bare: Place = { put: () => bareUrl, get: () => bareUrl }
  const own = placesOf(store)

  for (const place of [bare, own]) {
    await send({ url: place.put('game-files/warm', WARM_SIZE), headers: HEADERS }, WARM_SIZE)
    await receive(place.get('game-files/warm'))
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
    seconds.bareUp.push(await timed(() => send({ url: bare.put(key, SIZE), headers: HEADERS }, SIZE)))
    seconds.bareDown.push(await timed(() => receive(bare.get(key))))
    const up = await growthWhile(store.pid, () =>
      timed(() => send({ url: own.put(key, SIZE), headers: HEADERS }, SIZE)),
    )
    const down = await growthWhile(store.pid, () => timed(() => receive(own.get(key))))
    seconds.up.push(up.result)
    seconds.down.push(down.result)
    growth.up = Math.max(growth.up, up.bytes)
    growth.down = Math.max(growth.down, down.bytes)
  }
  report(
    [
      ...figures('upload', seconds.bareUp, seconds.up, growth.up),
      ...figures('download', seconds.bareDown, seconds.down, growth.down),
    ],
    { MiB: SIZE_MIB },
  )
})

function placesOf({ url }: RunningStore): Place {
  const signer = addressSigner(url, [SECRET_KEY], systemClock)
  const common = { contentType: 'application/zip', maxBytes: SIZE, expiresInSeconds: 600 }
  return {
    put: (key, sizeBytes) => signer.put({ key, sizeBytes, ...common }),
    get: (key) => signer.get({ key, fileName: 'big.zip', expiresInSeconds: 600 }),
  }
}

function figures(name: string, bare: readonly number[], own: readonly number[], grewBytes: number): Figure[] {
  const speed = (seconds: readonly number[]) => SIZE_MIB / median(seconds)
  return [
    { what: name, value: speed(own), unit: 'MiB / s', against: { what: 'bare stream', value: speed(bare) } },
    { what: `memory during the ${name}`, value: grewBytes / MIB, unit: 'MiB more' },
  ]
}
