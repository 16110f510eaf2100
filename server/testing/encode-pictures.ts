/** Encodes each of the files named as arguments as a cover, and writes a line of JSON about what that took. */
import { stat } from 'node:fs/promises'
import { encodePictures } from '../authoring/pictures/pictures.ts'

export type EncodingCost = { path: string; taken: boolean; cpuMs: number; peakBytes: number }

for (const path of process.argv.slice(2)) {
  const part = { field: 'coverImage', fileName: 'x.png', path, sizeBytes: (await stat(path)).size } as const
  const before = process.cpuUsage()
  const taken = await encodePictures([part]).then(
    () => true,
    () => false,
  )
  const { user, system } = process.cpuUsage(before)
  const peakBytes = process.resourceUsage().maxRSS * 1024
  const cost: EncodingCost = { path, taken, cpuMs: (user + system) / 1000, peakBytes }
  process.stdout.write(`${JSON.stringify(cost)}\n`)
}
