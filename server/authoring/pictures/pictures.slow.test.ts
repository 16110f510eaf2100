import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { EncodingCost } from '../../testing/encode-pictures.ts'
import { hostilePictures } from '../../testing/fixtures/hostile-pictures.ts'

const MIB = 1024 ** 2
const script = fileURLToPath(new URL('../../testing/encode-pictures.ts', import.meta.url))

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nofiller-hostile-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** The memory of each picture in a separate process that has already encoded an ordinary one. */
async function costsOf(pictures: Record<string, Buffer>): Promise<EncodingCost[]> {
  const ordinary = await sharp({ create: { width: 1280, height: 720, channels: 3, background: '#803050' } })
    .png()
    .toBuffer()
  const all = { ordinary, ...pictures }
  const paths = Object.keys(all).map((name) => join(folder, name))
  await Promise.all(Object.values(all).map((bytes, at) => writeFile(paths[at] ?? '', bytes)))
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...paths])
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

it('E2 no hostile picture uses too much memory or processor time, or crashes the process', async () => {
  const { refused, redrawn } = await hostilePictures()
  const [ordinary, ...costs] = await costsOf({ ...refused, ...redrawn })
  expect(costs).toHaveLength(Object.keys(refused).length + Object.keys(redrawn).length)
  for (const { path, taken, cpuMs, peakBytes } of costs) {
    expect(taken, path).toBe(basename(path) in redrawn)
    expect(cpuMs, path).toBeLessThan(2_000) // of the processor, not of the clock
    expect(peakBytes - (ordinary?.peakBytes ?? 0), path).toBeLessThan(150 * MIB)
  }
})
