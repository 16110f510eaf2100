import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/** The part of a file that is in memory at once. */
const CHUNK_BYTES = 4 * 1024 * 1024

/** The SHA-256 of a file in hexadecimal, read piece by piece; `onProgress` gets the number of bytes done. */
export async function hashFile(file: Blob, onProgress: (bytes: number) => void): Promise<string> {
  const hash = sha256.create()
  for (let at = 0; at < file.size; at += CHUNK_BYTES) {
    hash.update(new Uint8Array(await file.slice(at, at + CHUNK_BYTES).arrayBuffer()))
    onProgress(Math.min(at + CHUNK_BYTES, file.size))
  }
  return bytesToHex(hash.digest())
}
