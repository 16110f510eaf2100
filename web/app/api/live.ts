import { useEffect, useEffectEvent, useState } from 'react'
import { tabChannel } from '../ui/browser/tab-channel.ts'

/** `live`: events arrive as they happen. `lost`: the connection broke. `off`: there are no events. */
export type Liveness = 'off' | 'live' | 'lost'

/** After a refusal, because too many streams are open, the stream is requested again after this time. */
const AGAIN_MS = 30_000

/**
 * Listens to the server's events at a URL while the page is visible. The tabs of a browser share one stream: one holds it
 * and passes events on, and when it closes another takes over.
 * @param path null for no events
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

/** @returns a function that stops listening */
function join(path: string, hear: (data: string) => void, report: (liveness: Liveness) => void): () => void {
  const others = tabChannel(`events of ${path}`)
  others.onmessage = ({ data }) => typeof data === 'string' && hear(data)
  const leaving = new AbortController()
  const hold = () => holdStream(path, { others, hear, report, signal: leaving.signal })
  // Web Locks exist in secure contexts only, and need cookies; without them each tab has its own stream.
  if (navigator.cookieEnabled && 'locks' in navigator)
    navigator.locks.request(`events of ${path}`, { signal: leaving.signal }, hold).catch(() => undefined) // stopped before
  else void hold()
  others.postMessage(null) // the tab with the stream repeats the last event
  return () => {
    leaving.abort()
    others.close()
  }
}

type Holder = {
  others: BroadcastChannel
  hear: (data: string) => void
  report: (liveness: Liveness) => void
  signal: AbortSignal
}

/** Holds the stream until this tab stops. */
function holdStream(path: string, { others, hear, report, signal }: Holder): Promise<void> {
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
      last = null // it may be outdated when another tab asks
      report('lost')
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
