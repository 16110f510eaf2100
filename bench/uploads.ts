/**
 * One large upload (5 GiB unless `--mib` says otherwise) to nginx and to the store, by one PUT and by the
 * PATCH that can go on after a cut, with files on disk and in an object store; and what the store's memory grows by.
 */
import { once } from 'node:events'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { systemClock } from '../server/platform/clock.ts'
import { diskStorage } from '../server/platform/storage/disk.ts'
import type { PartStore } from '../server/platform/storage/resumable/resumable.ts'
import { diskParts } from '../server/platform/storage/resumable/resumable-disk.ts'
import { s3Parts } from '../server/platform/storage/resumable/resumable-s3.ts'
import { s3Storage } from '../server/platform/storage/s3.ts'
import { addressSigner } from '../server/platform/storage/signed-address.ts'
import type { Storage } from '../server/platform/storage/storage.ts'
import { openObjectStore } from '../server/testing/fakes/object-store.ts'
import { freePort, type Harness, SECRET_KEY, withHarness } from './harness.ts'
import { growthWhile, timed } from './memory.ts'
import { startNginx } from './nginx.ts'
import { sizeOf } from './options.ts'
import { report } from './report.ts'
import { send } from './transfer.ts'

const MIB = 1024 ** 2
const SIZE_MIB = sizeOf('mib', 5 * 1024)
const SIZE = SIZE_MIB * MIB
const WARM_SIZE = 64 * MIB
const TYPE = 'application/zip'

type Upload = { name: string; seconds: number; grewBytes: number }

await withHarness(async (harness) => {
  const against = { what: 'nginx, PUT', value: SIZE_MIB / (await measureNginx(harness)) }
  const uploads = [...(await measureDisk(harness)), ...(await measureObjectStore(harness))]
  report(
    uploads.flatMap(({ name, seconds, grewBytes }) => [
      { what: name, value: SIZE_MIB / seconds, unit: 'MiB / s', against },
      { what: `memory during ${name}`, value: grewBytes / MIB, unit: 'MiB more' },
    ]),
    { MiB: SIZE_MIB },
  )
})

/** @returns seconds */
async function measureNginx({ folder }: Harness): Promise<number> {
  const port = await freePort()
  const nginx = await startNginx(join(folder, 'nginx'), port)
  const url = (name: string) => `http://127.0.0.1:${port}/${name}`
  try {
    await send({ url: url('warm') }, WARM_SIZE)
    return await timed(() => send({ url: url('file') }, SIZE))
  } finally {
    const ended = once(nginx, 'exit')
    nginx.kill()
    await ended
    await rm(join(folder, 'nginx'), { recursive: true })
  }
}

async function measureDisk(harness: Harness): Promise<Upload[]> {
  const store = await harness.store(await harness.database('disk'))
  const data = (await readdir(harness.folder)).find((name) => name.startsWith('data-')) ?? ''
  const signer = addressSigner(store.url, [SECRET_KEY], systemClock)
  const storage = await diskStorage(join(harness.folder, data, 'files'), signer)
  return measure('disk', store, storage, diskParts(storage))
}

async function measureObjectStore(harness: Harness): Promise<Upload[]> {
  const objects = await openObjectStore()
  try {
    const store = await harness.store(await harness.database('objects'), objects.environment)
    const storage = s3Storage(objects, systemClock)
    return await measure('object store', store, storage, s3Parts(objects, storage))
  } finally {
    await objects.stop()
  }
}

/** Both ways to send a file, each after a small one has gone the same way. */
async function measure(
  place: string,
  { url, pid }: { url: string; pid: number },
  storage: Storage,
  parts: PartStore,
): Promise<Upload[]> {
  const signer = addressSigner(url, [SECRET_KEY], systemClock)
  const grantOf = (key: string, sizeBytes: number) => ({
    key,
    contentType: TYPE,
    sizeBytes,
    expiresInSeconds: 3_600,
  })
  const put = async (key: string, size: number) => {
    const address = await storage.presignPut({ ...grantOf(key, size), maxBytes: size })
    return () => send(address, size)
  }
  const patch = async (key: string, size: number) => {
    await parts.open(grantOf(key, size))
    const headers = {
      'content-type': 'application/offset+octet-stream',
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
    }
    return () => send({ method: 'PATCH', url: signer.resume(grantOf(key, size)), headers }, size)
  }
  const ways = { PUT: put, PATCH: patch }
  const uploads: Upload[] = []
  for (const [way, open] of Object.entries(ways)) {
    await (await open(`game-files/00/warm-${way.toLowerCase()}`, WARM_SIZE))()
    const key = `game-files/00/${way.toLowerCase()}`
    const upload = await open(key, SIZE)
    const { result, bytes } = await growthWhile(pid, () => timed(upload))
    uploads.push({ name: `${place}, ${way}`, seconds: result, grewBytes: bytes })
    await storage.remove(key)
  }
  return uploads
}
