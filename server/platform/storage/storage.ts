import type { Readable } from 'node:stream'
import { HttpError } from '../http/errors/errors.ts'

export type PutGrant = {
  key: string
  contentType: string
  /** The exact length; without it anything up to `maxBytes`. */
  sizeBytes: number | undefined
  maxBytes: number
  expiresInSeconds: number
}
/** For a resumable upload; its length must be known. */
export type ResumeGrant = { key: string; contentType: string; sizeBytes: number; expiresInSeconds: number }
/** The account whose rights a URL depends on. On disk they are checked again when bytes are requested; an object store cannot. */
export type Holder = { accountId: string; fileId: string }
/** `method` is GET unless HEAD: an object store signs each separately. */
export type GetGrant = {
  key: string
  fileName: string
  expiresInSeconds: number
  method?: 'GET' | 'HEAD'
  holder?: Holder
}
export type Range = { start: number; end: number }

/**
 * The storage of bytes. Objects are written once, complete, and never changed under their key.
 * Every call but `presignGet` throws HttpError 503 while an object store is down.
 */
export type Storage = {
  /** A URL for one PUT of this key, type and size, and the headers to send with it. */
  presignPut(grant: PutGrant): Promise<{ url: string; headers: Record<string, string> }>
  /** A URL that sends the object, if it exists, as a download with this name. */
  presignGet(grant: GetGrant): Promise<string>
  /** @throws HttpError 409 `already_uploaded` when the key is taken, 507 when the disk is full */
  write(key: string, bytes: Buffer): Promise<void>
  /** Like `write`, from a stream of known length. */
  receive(key: string, bytes: Readable, sizeBytes: number): Promise<void>
  /** The keys of all objects, or of those below a folder, unsorted. */
  list(folder?: string): AsyncIterable<string>
  sizeOf(key: string): Promise<number | null>
  /** Fails while reading when the object is missing. */
  read(key: string, range?: Range): Readable
  remove(key: string): Promise<void>
  /** Removes the remains of broken writes that were untouched since `before`. Returns how many. */
  sweep(before: Date): Promise<number>
  /** @throws when objects cannot be written or read now */
  check(): Promise<void>
}

/** Keys are made by the server: lowercase path segments without leading dots, so nothing can point outside. */
export const isStorageKey = (key: string): boolean =>
  /^[a-z0-9-]+(?:\/[a-z0-9][a-z0-9._-]*)+$/.test(key) && key.length <= 300

/** Pictures, which everyone sees, and builds, which nginx may send. */
const SHARED_FOLDERS = ['uploads', 'game-files']

/** Whether an object may hold personal data: on disk only the store's user reads it, and no proxy sends it. */
export const isPrivate = (key: string): boolean => !SHARED_FOLDERS.includes(key.split('/', 1)[0] ?? '')

/** Writes an object whose key is the hash of its bytes, so an existing one is the same. @returns whether it was new */
export async function writeOnce(storage: Storage, key: string, bytes: Buffer): Promise<boolean> {
  try {
    await storage.write(key, bytes)
    return true
  } catch (error) {
    if (error instanceof HttpError && error.code === 'already_uploaded') return false
    throw error
  }
}
