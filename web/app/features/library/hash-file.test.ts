import { createHash, randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { hashFile } from './hash-file.ts'

const CHUNK = 4 * 1024 * 1024

it.each([0, 1, CHUNK, CHUNK + 1, 2 * CHUNK + 12_345])(
  'The hash of %i bytes is the one that every other program computes',
  async (size) => {
    const bytes = randomBytes(size)
    const seen: number[] = []
    const hash = await hashFile(new Blob([new Uint8Array(bytes)]), (done) => seen.push(done))
    expect(hash).toBe(createHash('sha256').update(bytes).digest('hex'))
    expect(seen.at(-1) ?? 0).toBe(size)
  },
)

it('Hashing holds at most one piece of a file in memory', async () => {
  const asked: number[] = []
  const file = new Blob([new Uint8Array(3 * CHUNK)])
  const slice = file.slice.bind(file)
  file.slice = (start = 0, end = 0) => {
    asked.push(Math.min(end, file.size) - start)
    return slice(start, end)
  }
  await hashFile(file, () => undefined)
  expect(asked).toEqual([CHUNK, CHUNK, CHUNK])
})
