/** How long the checks take that read a 5 GiB archive on disk, and how much they read, against reading the same bytes bare. */
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { readContents } from '../server/checks/build-contents.ts'
import { systemClock } from '../server/platform/clock.ts'
import { diskStorage } from '../server/platform/storage/disk.ts'
import { addressSigner } from '../server/platform/storage/signed-address.ts'
import type { Range } from '../server/platform/storage/storage.ts'
import { hugeZip } from '../server/testing/fixtures/builds.ts'
import { SECRET_KEY } from './harness.ts'
import { median } from './load.ts'
import { timed } from './memory.ts'
import { report } from './report.ts'

const FILES = [20, 2_000, 50_000]
const ROUNDS = 5
const KEY = 'game-files/huge.zip'

const folder = await mkdtemp(join(tmpdir(), 'nofiller-bench-'))
try {
  const storage = await diskStorage(folder, addressSigner('http://localhost', [SECRET_KEY], systemClock))
  for (const files of FILES) {
    const sizeBytes = await writeSparse(files)
    const ranges: Range[] = []
    const counting = {
      read(key: string, range: Range = { start: 0, end: sizeBytes - 1 }) {
        ranges.push(range)
        return storage.read(key, range)
      },
    }
    const build = { name: 'game.zip', storageKey: KEY, sizeBytes }
    const seconds = { checks: [] as number[], bare: [] as number[] }
    for (let round = 0; round < ROUNDS; round += 1) {
      ranges.length = 0
      seconds.checks.push(await timed(async () => void (await readContents(counting, build, null))))
      seconds.bare.push(await timed(() => readBare(ranges)))
    }
    const read = ranges.reduce((sum, { start, end }) => sum + end - start + 1, 0)
    report(
      [
        {
          what: 'checks',
          value: median(seconds.checks),
          unit: 's',
          against: { what: 'its bytes, bare', value: median(seconds.bare) },
        },
        { what: 'read', value: read / 1024 ** 2, unit: 'MiB' },
      ],
      { GiB: 5, files },
    )
  }
} finally {
  await rm(folder, { recursive: true })
}

/** A file of 5 GiB that takes as much room as its bytes that are not blank. */
async function writeSparse(files: number): Promise<number> {
  const path = join(folder, KEY)
  await mkdir(dirname(path), { recursive: true })
  const file = await open(path, 'w')
  const { parts, sizeBytes } = hugeZip(files)
  for (const { at, bytes } of parts) await file.write(bytes, 0, bytes.length, at)
  await file.close()
  return sizeBytes
}

async function readBare(ranges: readonly Range[]): Promise<void> {
  const file = await open(join(folder, KEY))
  for (const { start, end } of ranges)
    await file.read(Buffer.alloc(end - start + 1), 0, end - start + 1, start)
  await file.close()
}
