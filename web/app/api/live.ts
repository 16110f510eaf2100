import { useEffect, useEffectEvent, useState } from 'react'
import { tabChannel } from '../ui/browser/tab-channel.ts'

/** `live`: events come as they happen. `lost`: they came, and the connection is gone. `off`: there are none. */
export type Liveness = 'off' | 'live' | 'lost'

/** A stream that was refused, because too many are open, is asked for again after this. */
const AGAIN_MS = 30_000

/**
 * Hears the server's events of an address while the page is visible. The tabs of a browser share one stream: one holds it
 * and passes on what comes, and when it goes another takes over.
 * @param path null for nothing to hear
 */
export function useLive(path: string | null, onData: (data: string) => unknown): Liveness {
  const [liveness, setLiveness] = useState<Liveness>('off')
  const hear = useEffectEvent((data: string) => {
    setLiveness('live')
    onData(data)
  })
  useEffect(() => {
    if (path === null || typeof EventSource === 'undefined') return
    let leave: (() => void) | null = null
    const visit = () => {
      leave?.()
      leave = document.visibilityState === 'visible' ? join(path, hear, setLiveness) : null
    }
    visit()
    document.addEventListener('visibilitychange', visit)
    return () => {
      document.removeEventListener('visibilitychange', visit)
      leave?.()
      setLiveness('off')
    }
  }, [path])
  return liveness
}

/** @returns how to leave */
function join(path: string, hear: (data: string) => void, tell: (liveness: Liveness) => void): () => void {
  const others = tabChannel(`events of ${path}`)
  others.onmessage = ({ data }) => typeof data === 'string' && hear(data)
  const leaving = new AbortController()
  const hold = () => holdStream(path, { others, hear, tell, signal: leaving.signal })
  // Web Locks exist in secure contexts only, and go with cookies; elsewhere each tab has a stream of its own.
  if (navigator.cookieEnabled && 'locks' in navigator)
    navigator.locks.request(`events of ${path}`, { signal: leaving.signal }, hold).catch(() => undefined) // left first
  else void hold()
  others.postMessage(null) // whoever holds the stream says what came last
  return () => {
    leaving.abort()
    others.close()
  }
}

type Holder = {
  others: BroadcastChannel
  hear: (data: string) => void
  tell: (liveness: Liveness) => void
  signal: AbortSignal
}

/** Keeps the stream until this tab leaves. */
function holdStream(path: string, { others, hear, tell, signal }: Holder): Promise<void> {
  let last: string | null = null
  let source: EventSource
  let again: ReturnType<typeof setTimeout>
  const open = () => {
    source = new EventSource(path)
    source.onmessage = ({ data }) => {
      last = String(data)
      others.postMessage(last)
      hear(last)
    }
    source.onerror = () => {
      last = null // it may be old by the time that another tab asks
      tell('lost')
      if (source.readyState === EventSource.CLOSED) again = setTimeout(open, AGAIN_MS)
    }
  }
  others.addEventListener('message', ({ data }) => data === null && last !== null && others.postMessage(last))
  open()
  return new Promise((left) =>
    signal.addEventListener('abort', () => {
      clearTimeout(again)
      source.close()
      left()
    }),
  )
}
