/**
 * A large download (2 GiB unless `--mib` says otherwise) from the store's disk and from nginx, which serves
 * the same file; and what the store's memory grows by while 50 are downloaded at once.
 */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, link, mkdir, open, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { systemClock } from '../server/platform/clock.ts'
import { addressSigner } from '../server/platform/storage/signed-address.ts'
import { freePort, SECRET_KEY, withHarness } from './harness.ts'
import { median } from './load.ts'
import { growthWhile, timed } from './memory.ts'
import { startNginx } from './nginx.ts'
import { sizeOf } from './options.ts'
import { report } from './report.ts'
import { receive } from './transfer.ts'

const MIB = 1024 ** 2
const SIZE_MIB = sizeOf('mib', 2 * 1024)
const SMALL_MIB = 128
const ROUNDS = 3
const AT_ONCE = 50

await withHarness(async (harness) => {
  const store = await harness.store(await harness.database('shop'))
  const data = (await readdir(harness.folder)).find((name) => name.startsWith('data-')) ?? ''
  const nginxPort = await freePort()
  const nginx = await startNginx(join(harness.folder, 'nginx'), nginxPort)
  const signer = addressSigner(store.url, [SECRET_KEY], systemClock)
  const own = (key: string) => signer.get({ key, fileName: 'big.zip', expiresInSeconds: 3_600 })
  const theirs = (key: string) => `http://127.0.0.1:${nginxPort}/${key}`
  /** The same file for both, under two names. */
  const place = async (key: string, mebibytes: number) => {
    const path = join(harness.folder, data, 'files', key)
    const linked = join(harness.folder, 'nginx', 'files', key)
    await write(path, mebibytes)
    await mkdir(dirname(linked), { recursive: true })
    await link(path, linked)
  }
  try {
    await place('game-files/00/big', SIZE_MIB)
    await place('game-files/00/small', SMALL_MIB)
    for (const address of [own, theirs]) await receive(address('game-files/00/small'))

    const seconds = { own: [] as number[], theirs: [] as number[] }
    for (let round = 0; round < ROUNDS; round += 1) {
      seconds.theirs.push(await timed(() => receive(theirs('game-files/00/big'))))
      seconds.own.push(await timed(() => receive(own('game-files/00/big'))))
    }
    const { bytes } = await growthWhile(store.pid, () =>
      Promise.all(Array.from({ length: AT_ONCE }, () => receive(own('game-files/00/small')))),
    )
    const speed = (each: readonly number[]) => SIZE_MIB / median(each)
    report(
      [
        {
          what: 'download',
          value: speed(seconds.own),
          unit: 'MiB / s',
          against: { what: 'nginx', value: speed(seconds.theirs) },
        },
        {
          what: `memory while ${AT_ONCE} download ${SMALL_MIB} MiB each`,
          value: bytes / MIB,
          unit: 'MiB more',
        },
      ],
      { MiB: SIZE_MIB },
    )
  } finally {
    const ended = once(nginx, 'exit')
    nginx.kill()
    await ended
  }
})

async function write(path: string, mebibytes: number): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const file = await open(path, 'wx')
  const block = randomBytes(MIB)
  for (let written = 0; written < mebibytes; written += 1) await file.write(block)
  await file.close()
  await chmod(path, 0o644) // nginx reads it as another user
}
