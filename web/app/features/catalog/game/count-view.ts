import { useEffect } from 'react'
import { call } from '../../../api/client.ts'

/** Reports a view of a game's page to the store, for its developer's figures. Nothing waits for it. */
export function useCountedView(gameId: string): void {
  useEffect(() => {
    const body = { referrer: cameFrom() }
    call('POST /api/games/:id/view', { params: { id: gameId }, body }).catch(() => undefined)
  }, [gameId])
}

const REFERRER_MAX = 2_000

/** The URL of the previous page; an empty text for a page of the store. The document's own referrer is only right for its first page. */
function cameFrom(): string {
  const [loaded] = performance.getEntriesByType('navigation')
  const isFirst = loaded !== undefined && URL.parse(loaded.name)?.pathname === location.pathname
  return isFirst ? document.referrer.slice(0, REFERRER_MAX) : ''
}
