/** Hashes the file that it receives, so the page stays responsive. */
import { hashFile } from './hash-file.ts'

export type HashMessage =
  | { kind: 'progress'; bytes: number }
  | { kind: 'done'; sha256: string }
  | { kind: 'failed' }

const post = (message: HashMessage) => self.postMessage(message)

self.addEventListener('message', async ({ data }: MessageEvent<File>) => {
  try {
    post({ kind: 'done', sha256: await hashFile(data, (bytes) => post({ kind: 'progress', bytes })) })
  } catch {
    // The file was moved, changed or removed while it was read.
    post({ kind: 'failed' })
  }
})
