/** Hashes the file that it receives, so the page stays responsive. */
import { hashFile } from './hash-file.ts'

export type HashMessage =
  | { kind: 'progress'; bytes: number }
  | { kind: 'done'; sha256: string }
  | { kind: 'failed' }

const tell = (message: HashMessage) => self.postMessage(message)

self.addEventListener('message', async ({ data }: MessageEvent<File>) => {
  try {
    tell({ kind: 'done', sha256: await hashFile(data, (bytes) => tell({ kind: 'progress', bytes })) })
  } catch {
    // The file was moved, changed or removed while it was read.
    tell({ kind: 'failed' })
  }
})
