import { RESUMABLE_FROM_BYTES } from '@nofiller/contract/authoring/game-rules'
import { cutText } from '@nofiller/contract/text/characters'
import { ApiError, errorOf, networkError } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { sendByXhr } from '../../../api/xhr.ts'
import type { sendByTus } from './send-by-tus.ts'
import { speedMeter } from './upload-speed.ts'

/** The store's temp key of an upload, once known. */
type WithKey = { tempKey?: string }
type Sent = { sentBytes: number; totalBytes: number }
type Complete = { state: 'complete'; tempKey: string }
type Failed = WithKey & { state: 'error'; message: string }

/**
 * The state of a file's upload (requirements 5.13). `paused` resumes by itself once there is a connection again.
 * `bytesPerSecond` is null until it is steady.
 */
export type Upload =
  | (WithKey & { state: 'waiting' })
  | (WithKey & Sent & { state: 'uploading'; bytesPerSecond: number | null })
  | (WithKey & Sent & { state: 'paused' })
  | Complete
  | Failed

/** What remains of an upload after a reload; a paused one continues once `file` is chosen again. */
export type LeftUpload = Complete | (Sent & { state: 'paused'; tempKey: string; file: FileMark }) | Failed

/** Identifies the same file again. */
export type FileMark = Pick<File, 'name' | 'size' | 'lastModified'>

/** Whether an upload of this size is resumed after an interruption or a reload; a smaller one restarts. */
export const goesOn = ({ size }: { size: number }): boolean => size > RESUMABLE_FROM_BYTES

const PROGRESS_EVERY_MS = 150
const ERROR_LENGTH_MAX = 200
/** How often a changeable refusal is retried while no more bytes arrive. */
const TRIES_MAX = 5
const DELAY_MAX_MS = 30_000

/** The network functions of an upload; tests pass their own. */
export type UploadParts = {
  presign: (toSend: ToSend, isResumable: boolean, signal: AbortSignal) => Promise<unknown>
  stateOf: (tempKey: string, signal: AbortSignal) => Promise<UploadState>
  giveUp: (tempKey: string) => void
  put: typeof sendByXhr
  sendByTus: typeof sendByTus
  /** Waits, but at most until the browser is online again. */
  wait: (delayMs: number, signal: AbortSignal) => Promise<void>
  now: () => number
}

type UploadState = { isComplete: boolean; finding: string | null; uploadUrl: string | null }

const PARTS: UploadParts = {
  presign: ({ file, gameId }, isResumable, signal) =>
    call('POST /api/upload/temp-file', {
      body: {
        filename: file.name,
        contentType: contentTypeOf(file),
        size: file.size,
        gameId,
        ...(isResumable && { resumable: true }),
      },
      signal,
    }),
  stateOf: (tempKey, signal) => call('GET /api/upload/temp-file/:tempKey', { params: { tempKey }, signal }),
  giveUp: giveUpUpload,
  put: sendByXhr,
  sendByTus: async (request) => {
    const loaded = await import('./send-by-tus.ts').catch(() => Promise.reject(networkError()))
    return loaded.sendByTus(request)
  },
  wait: waitForLine,
  now: () => performance.now(),
}

/** Tells the store that an upload is no longer wanted. If that fails, the store deletes it after a day. */
export function giveUpUpload(tempKey: string): void {
  call('DELETE /api/upload/temp-file/:tempKey', { params: { tempKey } }).catch(() => undefined)
}

/** A file to send; with a `tempKey`, as the upload that started before, which is resumed if it is large. */
export type ToSend = {
  file: File
  tempKey?: string | undefined
  /** The game that will take it, where it has been saved before. */
  gameId?: string | undefined
}

/** A running upload: its file, its listener, and its temp key, once known. */
type Sending = {
  file: File
  tempKey: string | undefined
  gameId: string | undefined
  parts: UploadParts
  signal: AbortSignal
  progress: Progress
}

/**
 * Sends one file directly to storage, without credentials, and recovers from interruptions: a small one with another PUT,
 * one above 64 MiB from where it stopped. Reports each state through `onChange`, progress at most every 150 ms. After the
 * returned function has cancelled it, nothing more is reported.
 */
export function startUpload(
  { file, tempKey, gameId }: ToSend,
  onChange: (upload: Upload) => void,
  parts = PARTS,
): () => void {
  const abort = new AbortController()
  const report = (upload: Upload) => {
    if (!abort.signal.aborted) onChange(upload)
  }
  const sending: Sending = {
    file,
    tempKey,
    gameId,
    parts,
    signal: abort.signal,
    progress: progressOf(file.size, () => keyOf(sending), parts.now, report),
  }
  sending.progress.begin()
  send(sending).then(
    (tempKey) => report({ state: 'complete', tempKey }),
    (error) => report({ state: 'error', message: sentence(error), ...keyOf(sending) }),
  )
  return () => abort.abort()
}

const keyOf = ({ tempKey }: ToSend): WithKey => (tempKey === undefined ? {} : { tempKey })

/** @throws Error with the store's sentence against a completely uploaded file */
async function send(sending: Sending): Promise<string> {
  const tempKey = goesOn(sending.file) ? await sendResumable(sending) : await sendInOneRequest(sending)
  // The store checks again when the game is saved, so a missing response stops nothing.
  const state = await sending.parts.stateOf(tempKey, sending.signal).catch(() => null)
  if (state?.finding) throw new Error(state.finding)
  return tempKey
}

/** Resends a small file as long as the connection is lost. */
async function sendInOneRequest(sending: Sending): Promise<string> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await sendOnce(sending)
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 0)) throw error
      await checkReadable(sending.file)
    }
    await pause(sending, tries)
  }
}

async function sendOnce(sending: Sending): Promise<string> {
  const { file, parts, signal, progress } = sending
  if (sending.tempKey !== undefined) parts.giveUp(sending.tempKey)
  const { tempKey, uploadUrl, headers } = await newPlace(sending)
  const reply = await parts.put({
    method: 'PUT',
    url: uploadUrl,
    headers,
    body: file,
    signal,
    onProgress: progress.report,
  })
  if (!isSuccess(reply.status)) throw refusal(reply.status, reply.body)
  return tempKey
}

/** Tries until the store has the entire file: without limit while the connection is lost, a few times for other failures. */
async function sendResumable(sending: Sending): Promise<string> {
  const { progress } = sending
  for (let tries = 1; ; tries += 1) {
    const sentBefore = progress.sentBytes()
    const outcome = await attempt(sending)
    if (typeof outcome === 'string') return outcome
    if (progress.sentBytes() > sentBefore) tries = 1
    if (outcome.status !== 0 && tries > TRIES_MAX) throw outcome
    await pause(sending, tries)
  }
}

/** Waits longer each time. @throws the signal's reason once the upload was cancelled */
async function pause({ parts, signal, progress }: Sending, tries: number): Promise<void> {
  progress.pause()
  await parts.wait(Math.min(DELAY_MAX_MS, 500 * 2 ** tries), signal)
  signal.throwIfAborted()
}

/**
 * One try to send the rest of a file. Returns the temp key when the store has all of it, else the failure that a later try
 * may overcome.
 * @throws permanent failures
 */
async function attempt(sending: Sending): Promise<string | ApiError> {
  const { file, parts, signal, progress } = sending
  try {
    const { tempKey, uploadUrl } = (await placeStarted(sending)) ?? (await newPlace(sending))
    if (uploadUrl === null) return tempKey
    const reply = await parts.sendByTus({ url: uploadUrl, file, signal, onProgress: progress.report })
    if (isSuccess(reply.status)) return tempKey
    const setback = refusal(reply.status, reply.body)
    if (isLasting(reply.status)) throw setback
    return setback
  } catch (error) {
    const canPass = error instanceof ApiError && (error.status === 0 || error.status >= 500)
    if (!canPass) throw error
    await checkReadable(file)
    return error
  }
}

/** Other refusals concern the URL (expired, locked, wrong offset), and each try requests a new one. */
const isLasting = (status: number) => [400, 413, 415, 422].includes(status)

/** `uploadUrl` is null when the store has the entire file. */
type Place = { tempKey: string; uploadUrl: string | null }

/** Where an upload continues; null when none was started, or it has been deleted since. */
async function placeStarted({ parts, signal, tempKey }: Sending): Promise<Place | null> {
  if (tempKey === undefined) return null
  try {
    const { isComplete, uploadUrl } = await parts.stateOf(tempKey, signal)
    if (isComplete) return { tempKey, uploadUrl: null }
    return uploadUrl === null ? null : { tempKey, uploadUrl }
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

async function newPlace(sending: Sending): Promise<Ticket> {
  const { parts, signal, progress } = sending
  const ticket = ticketOf(await parts.presign(sending, goesOn(sending.file), signal))
  sending.tempKey = ticket.tempKey
  progress.begin()
  return ticket
}

/** A changed or moved file looks like a lost connection to a request. */
async function checkReadable(file: File): Promise<void> {
  await file
    .slice(0, 1)
    .arrayBuffer()
    .catch(() => {
      throw new Error('The file was changed or moved. Choose it again.')
    })
}

type Progress = ReturnType<typeof progressOf>

/** Reports the progress and speed of an upload, at most every 150 ms. */
function progressOf(
  totalBytes: number,
  key: () => WithKey,
  now: () => number,
  report: (upload: Upload) => void,
) {
  const speed = speedMeter()
  let sentBytes = 0
  let reportedAt = Number.NEGATIVE_INFINITY
  const show = (bytesPerSecond: number | null) =>
    report({ state: 'uploading', sentBytes, totalBytes, bytesPerSecond, ...key() })
  return {
    sentBytes: () => sentBytes,
    begin() {
      sentBytes = 0
      show(null)
    },
    report(sent: number) {
      sentBytes = sent
      const bytesPerSecond = speed.record(now(), sent)
      if (now() - reportedAt < PROGRESS_EVERY_MS) return
      reportedAt = now()
      show(bytesPerSecond)
    },
    pause() {
      speed.reset()
      reportedAt = Number.NEGATIVE_INFINITY
      report({ state: 'paused', sentBytes, totalBytes, ...key() })
    },
  }
}

function waitForLine(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = new AbortController()
    const done = () => {
      clearTimeout(timer)
      over.abort()
      resolve()
    }
    const timer = setTimeout(done, delayMs)
    addEventListener('online', done, { signal: over.signal })
    signal.addEventListener('abort', done, { signal: over.signal })
  })
}

type Ticket = { tempKey: string; uploadUrl: string; headers: Record<string, string> }

function ticketOf(answer: unknown): Ticket {
  const { tempKey, uploadUrl, headers } = { ...(answer as Record<string, unknown> | null) } // checked field by field
  const isComplete = typeof tempKey === 'string' && tempKey !== '' && typeof uploadUrl === 'string'
  if (!isComplete || uploadUrl === '' || typeof headers !== 'object' || headers === null)
    throw new Error('Presign failed: missing fields')
  return { tempKey, uploadUrl, headers: headers as Record<string, string> } // header names and values, by contract
}

const isSuccess = (status: number) => status >= 200 && status <= 299

/** The storage's message, unless it is a page or a machine-readable document. */
function refusal(status: number, body: string): ApiError {
  const text = body.trim()
  const { message } = errorOf(status, text.startsWith('<') ? '' : text, () => null)
  const isBare = message === `Request failed: ${status}`
  return new ApiError({ status, message: isBare ? `Upload failed (${status})` : message })
}

function sentence(error: unknown): string {
  if (error instanceof ApiError && error.status === 0) return networkError().message
  const message = error instanceof Error && error.message !== '' ? error.message : 'Network error'
  return cutText(message, ERROR_LENGTH_MAX)
}

/** The browser's type of a file, if the contract accepts it. */
export function contentTypeOf(file: { type: string }): string {
  return /^[\w.+-]+\/[\w.+-]+$/.test(file.type) ? file.type : 'application/octet-stream'
}
