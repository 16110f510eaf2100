import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { ReadableStream } from 'node:stream/web'
import { DataStore, ERRORS, type Locker, Server, Upload } from '@tus/server'
import { bytesOf } from '../../http/bodies/refused-body.ts'
import { conflict, HttpError, malformed, notFound, tooLarge } from '../../http/errors/errors.ts'
import type { AddressSigner } from '../signed-address.ts'
import type { ResumeGrant, Storage } from '../storage.ts'

/** When another writer waits, the current one ends after this, and keeps its data. */
const DRAIN_MS = 1_000

/** The progress of an incomplete upload. */
export type Unfinished = { sizeBytes: number; receivedBytes: number }

/** The storage of unfinished uploads. An object appears under its key with the last byte, complete, and never before. */
export type PartStore = {
  open(grant: ResumeGrant): Promise<void>
  find(key: string): Promise<Unfinished | null>
  /** Writes bytes from an offset on and returns the new offset, even when they end early. One caller at a time. */
  write(key: string, bytes: Readable, offset: number): Promise<number>
  /** Removes the data in staging; an object under the key stays. */
  remove(key: string): Promise<void>
}

type Arrival = 'complete' | 'partial' | 'unknown'

/** Resumable uploads, over HEAD and PATCH of tus 1.0. */
export type ResumableUploads = {
  /** Creates an empty upload. */
  open(grant: ResumeGrant): Promise<void>
  /** Stores a complete one, without an upload URL. */
  store(grant: ResumeGrant, bytes: Readable): Promise<void>
  /** A URL to send it to, and to resume it. */
  presign(grant: ResumeGrant): string
  /** The progress of an upload. A complete one is under its key from then on, even after a crash. */
  arrivalOf(key: string): Promise<Arrival>
  /** Deletes the data of an incomplete upload. */
  remove(key: string): Promise<void>
  /** Answers a HEAD or PATCH. @throws HttpError 409 for a wrong offset, 413 for too many bytes, 423 while it is written elsewhere */
  answer(key: string, request: IncomingMessage): Promise<Response>
}

export function resumableUploads(
  storage: Storage,
  parts: PartStore,
  locker: Locker,
  signer: AddressSigner,
): ResumableUploads {
  const store = new WriteOnceStore(storage, parts)
  const tus = new Server({
    path: '/',
    datastore: store,
    locker,
    lockDrainTimeout: DRAIN_MS,
    getFileIdFromRequest: (_request, id) => id,
    onResponseError: (_request, error) => {
      throw asHttpError(error)
    },
  })

  /** An empty write at its end completes the step that a crash has skipped. */
  const finish = async (key: string, sizeBytes: number): Promise<void> => {
    const lock = locker.newLock(key)
    await lock.lock(new AbortController().signal, () => undefined)
    try {
      if ((await storage.sizeOf(key)) === null) await parts.write(key, Readable.from([]), sizeBytes)
    } finally {
      await lock.unlock()
    }
  }

  return {
    open: (grant) => parts.open(grant),
    store: async (grant, bytes) => {
      await parts.open(grant)
      await parts.write(grant.key, bytes, 0)
    },
    presign: (grant) => signer.resume(grant),
    remove: (key) => parts.remove(key),

    arrivalOf: async (key) => {
      if ((await storage.sizeOf(key)) !== null) return 'complete'
      const part = await parts.find(key)
      if (!part) return (await storage.sizeOf(key)) === null ? 'unknown' : 'complete' // it came in between
      if (part.receivedBytes < part.sizeBytes) return 'partial'
      await finish(key, part.sizeBytes)
      return 'complete'
    },

    answer: async (key, request) => {
      const answer = await tus.handleWeb(asWebRequest(key, request))
      if (answer.status >= 400) throw asHttpError({ status_code: answer.status })
      return answer
    },
  }
}

/** The interface that tus needs from a store. A complete upload accepts no more bytes. */
class WriteOnceStore extends DataStore {
  readonly #storage: Storage
  readonly #parts: PartStore

  constructor(storage: Storage, parts: PartStore) {
    super()
    this.#storage = storage
    this.#parts = parts
  }

  override async getUpload(id: string): Promise<Upload> {
    const size = await this.#storage.sizeOf(id)
    if (size !== null) return new Upload({ id, size, offset: size })
    const part = await this.#parts.find(id)
    if (!part) throw ERRORS.FILE_NOT_FOUND
    return new Upload({ id, size: part.sizeBytes, offset: part.receivedBytes })
  }

  override async write(bytes: Readable, id: string, offset: number): Promise<number> {
    const isComplete = (await this.#storage.sizeOf(id)) !== null
    return isComplete ? offset : this.#parts.write(id, bytes, offset)
  }
}

/** The body stays untouched until it is needed, so a refused one is drained like for any other call. */
function asWebRequest(key: string, request: IncomingMessage): Request {
  const { method = '', headers } = request
  const bytes = ReadableStream.from(bytesOf(request)) as unknown as BodyInit // one class, with Node's and browsers' types
  return new Request(`http://store/${encodeURIComponent(key)}`, {
    method,
    headers: Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
    ...(method === 'PATCH' && { body: bytes, duplex: 'half' }),
  })
}

/** The response for an error of tus. Others are passed on. */
function asHttpError(error: object): unknown {
  if (error instanceof HttpError || !('status_code' in error)) return error
  if (error === ERRORS.ABORTED) return beingWritten()
  switch (error.status_code) {
    case 404:
    case 410:
      return notFound('Unknown upload.')
    case 409:
      return conflict('wrong_offset', 'The upload offset doesn’t match.')
    case 412:
      return new HttpError(412, 'tus_required', 'This address speaks tus 1.0.0.')
    case 413:
      return tooLarge('This file is larger than was said.')
    default:
      return malformed()
  }
}

/** An upload has one writer at a time. */
export const beingWritten = () =>
  new HttpError(423, 'being_written', 'This upload is being written elsewhere. Please try again in a moment.')
