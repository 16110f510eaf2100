/** Encryption of backups to a key, in the format of age (https://age-encryption.org). */
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { Decrypter, Encrypter } from 'age-encryption'

type Transform = (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>

/** @param recipient the public key, `age1…` */
export function encryptTo(recipient: string): Transform {
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  return (bytes) => through(bytes, (stream) => encrypter.encrypt(stream))
}

/** @param identity the private key, `AGE-SECRET-KEY-1…` */
export function decryptWith(identity: string): Transform {
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  return (bytes) => through(bytes, (stream) => decrypter.decrypt(stream))
}

type WebStream = globalThis.ReadableStream<Uint8Array>

async function* through(
  bytes: AsyncIterable<Uint8Array>,
  change: (stream: WebStream) => Promise<WebStream>,
): AsyncIterable<Uint8Array> {
  const stream = Readable.toWeb(Readable.from(bytes, { objectMode: false }))
  const changed = await change(stream as unknown as WebStream) // Node types its own web streams apart
  yield* Readable.fromWeb(changed as unknown as ReadableStream)
}
