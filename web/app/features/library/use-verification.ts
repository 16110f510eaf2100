import { FILE_NAME_BYTES_MAX } from '@nofiller/contract/authoring/game-rules'
import type { OwnedBuild } from '@nofiller/contract/library/library'
import { cutText } from '@nofiller/contract/text/characters'
import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import type { HashMessage } from './hash-worker.ts'

export type Verification =
  | { state: 'idle' }
  | { state: 'hashing'; file: File; bytes: number }
  | { state: 'asking'; file: File }
  | { state: 'matching'; file: File; build: OwnedBuild }
  | { state: 'different'; file: File; sha256: string; closest: OwnedBuild | null }
  | { state: 'failed'; message: string }

/** Hashes a file of the visitor's disk in a worker, and looks up the matching download. One at a time. */
export function useVerification() {
  const [verification, setVerification] = useState<Verification>({ state: 'idle' })
  const running = useRef<(() => void) | null>(null)
  useEffect(() => () => running.current?.(), [])

  const stop = () => {
    running.current?.()
    running.current = null
    setVerification({ state: 'idle' })
  }
  const start = async (file: File) => {
    stop()
    const calledOff = new AbortController()
    running.current = () => calledOff.abort()
    const { signal } = calledOff
    try {
      setVerification({ state: 'hashing', file, bytes: 0 })
      const sha256 = await hashInWorker(file, signal, (bytes) =>
        setVerification({ state: 'hashing', file, bytes }),
      )
      setVerification({ state: 'asking', file })
      const { match, closest } = await call('GET /api/library/verify', {
        query: { sha256, name: cutText(file.name, FILE_NAME_BYTES_MAX), size: file.size },
        signal,
      })
      setVerification(
        match ? { state: 'matching', file, build: match } : { state: 'different', file, sha256, closest },
      )
    } catch (error) {
      if (!signal.aborted)
        setVerification({ state: 'failed', message: messageOf(error, 'This file could not be checked.') })
    }
  }
  return { verification, start, stop }
}

function hashInWorker(file: File, signal: AbortSignal, onProgress: (bytes: number) => void): Promise<string> {
  const worker = new Worker(new URL('./hash-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<string>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
    worker.addEventListener('error', () => reject(new Error('This file could not be checked.')))
    worker.addEventListener('message', ({ data }: MessageEvent<HashMessage>) => {
      if (data.kind === 'progress') onProgress(data.bytes)
      else if (data.kind === 'done') resolve(data.sha256)
      else reject(new Error('This file could not be read.'))
    })
    worker.postMessage(file)
  }).finally(() => worker.terminate())
}
