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
/** For an upload that may go on after a cut; its length must be known. */
export type ResumeGrant = { key: string; contentType: string; sizeBytes: number; expiresInSeconds: number }
/** Whose right to a file an address goes by. On disk it is asked again when bytes are; an object store cannot ask. */
export type Holder = { accountId: string; fileId: string }
/** `method` is GET unless it says HEAD: an object store signs each for itself. */
export type GetGrant = {
  key: string
  fileName: string
  expiresInSeconds: number
  method?: 'GET' | 'HEAD'
  holder?: Holder
}
export type Range = { start: number; end: number }

/**
 * Where bytes lie. Objects are written once, whole, and never changed under their key.
 * Every call but `presignGet` throws HttpError 503 while an object store is away.
 */
export type Storage = {
  /** An address that takes one PUT of this key, type and size, and the headers to send with it. */
  presignPut(grant: PutGrant): Promise<{ url: string; headers: Record<string, string> }>
  /** An address that answers the object, if it is there, as a download of this name. */
  presignGet(grant: GetGrant): Promise<string>
  /** @throws HttpError 409 `already_uploaded` when the key is taken, 507 when the disk is full */
  write(key: string, bytes: Buffer): Promise<void>
  /** As `write`, from a stream whose length is known. */
  receive(key: string, bytes: Readable, sizeBytes: number): Promise<void>
  /** The keys of all objects, or of those below a folder, in no order. */
  list(folder?: string): AsyncIterable<string>
  sizeOf(key: string): Promise<number | null>
  /** Fails as it is read when the object is missing. */
  read(key: string, range?: Range): Readable
  remove(key: string): Promise<void>
  /** Removes what broken writes left and nobody touched since `before`. Answers how many. */
  sweep(before: Date): Promise<number>
  /** @throws when objects cannot be written or read now */
  check(): Promise<void>
}

/** Keys are made by the server: lower-case path segments without dots in front, so that nothing can point outside. */
export const isStorageKey = (key: string): boolean =>
  /^[a-z0-9-]+(?:\/[a-z0-9][a-z0-9._-]*)+$/.test(key) && key.length <= 300

/** Pictures, which everybody sees, and builds, which nginx may send. */
const SHARED_FOLDERS = ['uploads', 'game-files']

/** Whether an object may hold people's data: on disk the store's user alone reads it, and no proxy sends it. */
export const isPrivate = (key: string): boolean => !SHARED_FOLDERS.includes(key.split('/', 1)[0] ?? '')

/** Writes an object whose key names its bytes, so one that is there already is the same. @returns whether it was new */
export async function writeOnce(storage: Storage, key: string, bytes: Buffer): Promise<boolean> {
  try {
    await storage.write(key, bytes)
    return true
  } catch (error) {
    if (error instanceof HttpError && error.code === 'already_uploaded') return false
    throw error
  }
}
