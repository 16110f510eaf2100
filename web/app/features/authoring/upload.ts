import { ApiError, errorOf, networkError } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { sendByXhr } from '../../api/xhr.ts'

/** Where one file is on its way to the store (document 2 §4). */
export type Upload =
  | { state: 'waiting' }
  | { state: 'uploading'; sentBytes: number; totalBytes: number }
  | { state: 'complete'; tempKey: string }
  | { state: 'error'; message: string }

export const PROGRESS_EVERY_MS = 150
export const ERROR_LENGTH_MAX = 200

/** What an upload speaks to; tests pass their own. */
export type UploadParts = {
  presign: (file: File, signal: AbortSignal) => Promise<unknown>
  put: typeof sendByXhr
  now: () => number
}

const PARTS: UploadParts = {
  presign: (file, signal) =>
    call('POST /api/upload/temp-file', {
      body: { filename: file.name, contentType: contentTypeOf(file), size: file.size },
      signal,
    }),
  put: sendByXhr,
  now: () => performance.now(),
}

/**
 * Sends one file straight to storage: asks for an address, then PUTs the bytes without credentials. Tells each state
 * through `onChange`, progress at most every 150 ms. Trying again is starting again. After the cancel that it
 * returns nothing more is told.
 */
export function startUpload(file: File, onChange: (upload: Upload) => void, parts = PARTS): () => void {
  const abort = new AbortController()
  const tell = (upload: Upload) => {
    if (!abort.signal.aborted) onChange(upload)
  }
  tell({ state: 'uploading', sentBytes: 0, totalBytes: file.size })
  send(file, tell, abort.signal, parts).then(
    (tempKey) => tell({ state: 'complete', tempKey }),
    (error) => tell({ state: 'error', message: sentence(error) }),
  )
  return () => abort.abort()
}

async function send(
  file: File,
  tell: (upload: Upload) => void,
  signal: AbortSignal,
  parts: UploadParts,
): Promise<string> {
  const { tempKey, uploadUrl, headers } = ticketOf(await parts.presign(file, signal))
  let toldAt = Number.NEGATIVE_INFINITY
  const reply = await parts.put({
    method: 'PUT',
    url: uploadUrl,
    headers,
    body: file,
    signal,
    onProgress: (sentBytes, totalBytes) => {
      if (parts.now() - toldAt < PROGRESS_EVERY_MS) return
      toldAt = parts.now()
      tell({ state: 'uploading', sentBytes, totalBytes })
    },
  })
  if (reply.status < 200 || reply.status > 299) throw refusal(reply.status, reply.body)
  return tempKey
}

function ticketOf(answer: unknown): { tempKey: string; uploadUrl: string; headers: Record<string, string> } {
  const { tempKey, uploadUrl, headers } = { ...(answer as Record<string, unknown> | null) } // checked field by field
  const whole = typeof tempKey === 'string' && tempKey !== '' && typeof uploadUrl === 'string'
  if (!whole || uploadUrl === '' || typeof headers !== 'object' || headers === null)
    throw new Error('Presign failed: missing fields')
  return { tempKey, uploadUrl, headers: headers as Record<string, string> } // header names and values, by contract
}

/** What storage said, unless it is a page or a document meant for machines. */
function refusal(status: number, body: string): Error {
  const text = body.trim()
  if (text === '' || text.startsWith('<')) return new Error(`Upload failed (${status})`)
  const { message } = errorOf(status, text, () => null)
  return new Error(message === `Request failed: ${status}` ? `Upload failed (${status})` : message)
}

function sentence(error: unknown): string {
  if (error instanceof ApiError && error.status === 0) return networkError().message
  const message = error instanceof Error && error.message !== '' ? error.message : 'Network error'
  return message.slice(0, ERROR_LENGTH_MAX)
}

/** The type that the browser gives a file, where it is one the contract accepts. */
export function contentTypeOf(file: { type: string }): string {
  return /^[\w.+-]+\/[\w.+-]+$/.test(file.type) ? file.type : 'application/octet-stream'
}
