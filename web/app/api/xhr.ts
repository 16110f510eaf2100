import { networkError } from './api-error.ts'

/** The response: its status, the body as text, and its headers. */
export type XhrReply = { status: number; body: string; header: (name: string) => string | null }

export type XhrRequest = {
  method: string
  url: string
  headers: Record<string, string>
  body: XMLHttpRequestBodyInit
  signal?: AbortSignal | undefined
  onProgress?: ((sentBytes: number, totalBytes: number) => void) | undefined
}

/**
 * Sends a body and reports progress, which `fetch` does not do for uploads.
 * @throws ApiError with status 0 without a response; the signal's reason when it was aborted
 */
export function sendByXhr(request: XhrRequest): Promise<XhrReply> {
  return new Promise((resolve, reject) => {
    const { signal, onProgress } = request
    if (signal?.aborted) return reject(signal.reason)
    const xhr = new XMLHttpRequest()
    xhr.open(request.method, request.url)
    for (const [name, value] of Object.entries(request.headers)) xhr.setRequestHeader(name, value)
    if (onProgress) xhr.upload.onprogress = (event) => onProgress(event.loaded, event.total)
    xhr.onload = () =>
      resolve({ status: xhr.status, body: xhr.responseText, header: (name) => xhr.getResponseHeader(name) })
    xhr.onerror = () => reject(networkError())
    xhr.ontimeout = () => reject(networkError())
    xhr.onabort = () => reject(signal?.reason ?? networkError())
    signal?.addEventListener('abort', () => xhr.abort(), { once: true })
    xhr.send(request.body)
  })
}
