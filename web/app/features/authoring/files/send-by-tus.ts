import { type DetailedError, Upload } from 'tus-js-client'
import { networkError } from '../../../api/api-error.ts'
import type { XhrReply } from '../../../api/xhr.ts'

/** How long a connection may be silent before it counts as lost: some networks drop it without notice. */
const SILENT_MS = 60_000

export type TusRequest = {
  url: string
  file: File
  signal: AbortSignal
  onProgress: (sentBytes: number, totalBytes: number) => void
}

/**
 * Sends the missing part of a file to a URL that speaks tus 1.0. Returns the last response, success or refusal, like
 * `sendByXhr` does, and never retries: the caller knows whether it needs a new URL first.
 * @throws ApiError with status 0 when the connection was lost; the signal's reason when it was aborted
 */
export function sendByTus({ url, file, signal, onProgress }: TusRequest): Promise<XhrReply> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const over = new AbortController()
    const end = (settle: () => void) => {
      clearTimeout(silence)
      over.abort()
      void upload.abort()
      settle()
    }
    const lose = () => end(() => reject(networkError()))
    let silence: ReturnType<typeof setTimeout>
    const heard = (isAllSent: boolean) => {
      clearTimeout(silence)
      // The store may need time to join the parts.
      if (!isAllSent) silence = setTimeout(lose, SILENT_MS)
    }
    const upload = new Upload(file, {
      uploadUrl: url,
      retryDelays: null,
      storeFingerprintForResuming: false,
      onProgress: (sentBytes, totalBytes) => {
        heard(sentBytes >= totalBytes)
        onProgress(sentBytes, totalBytes)
      },
      onSuccess: () => end(() => resolve({ status: 200, body: '', header: () => null })),
      onError: (error) => {
        const reply = replyOf(error)
        if (reply) end(() => resolve(reply))
        else lose()
      },
    })
    addEventListener('offline', lose, { signal: over.signal })
    signal.addEventListener('abort', () => end(() => reject(signal.reason)), { signal: over.signal })
    heard(false)
    upload.start()
  })
}

function replyOf(error: Error | DetailedError): XhrReply | null {
  const response = 'originalResponse' in error ? error.originalResponse : null
  if (!response || response.getStatus() === 0) return null
  return {
    status: response.getStatus(),
    body: response.getBody(),
    header: (name) => response.getHeader(name) ?? null,
  }
}
