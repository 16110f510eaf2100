import { type DetailedError, Upload } from 'tus-js-client'
import { networkError } from '../../../api/api-error.ts'
import type { XhrReply } from '../../../api/xhr.ts'

/** How long a line may carry nothing before it counts as lost: some networks drop it without a word. */
const SILENT_MS = 60_000

export type TusRequest = {
  url: string
  file: File
  signal: AbortSignal
  onProgress: (sentBytes: number, totalBytes: number) => void
}

/**
 * Sends what an address that speaks tus 1.0 does not have yet of a file. Answers the last reply, success or refusal, as
 * `sendByXhr` does, and never tries twice: whoever calls knows whether a fresh address is needed first.
 * @throws ApiError with status 0 when the line was lost; the signal's reason when it was aborted
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
      // The store may take its time to put the last parts together.
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
