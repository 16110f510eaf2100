import { useEffect } from 'react'
import { useSession } from '../../../session/session.ts'
import { STORED_USER_KEY } from '../../../session/stored-user.ts'
import { InlineScript, scriptOf } from '../../../ui/browser/inline-script.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { OWN_FOLLOWS, OWN_UPDATES, OwnList, WAITING_ROWS } from './own-list.tsx'
import { keepRoom, ROOM_KEY } from './own-news-room.ts'

const OwnNewsLists = lazyPart(() => import('./own-news-lists.tsx'))

/**
 * What is new for who is signed in: updates of their games, and news of whom they follow. The page is the same for all, so
 * these come after it; their room is kept from before the first paint, as high as they were the last time.
 */
export function OwnNews() {
  const { state } = useSession()
  useEffect(() => {
    if (state === 'signed-out') keepRoom(null)
  }, [state])
  if (state === 'signed-out') return null
  return (
    <>
      {state === 'signed-in' ? <OwnNewsLists fallback={WAITING} /> : WAITING}
      <InlineScript code={KEEP_ROOM} />
    </>
  )
}

const WAITING = (
  <div className="own-news" aria-busy="true">
    <OwnList id="own-updates" title={OWN_UPDATES}>
      {WAITING_ROWS}
    </OwnList>
    <OwnList id="own-follows" title={OWN_FOLLOWS}>
      {WAITING_ROWS}
    </OwnList>
  </div>
)

const KEEP_ROOM = import.meta.env.SSR ? scriptOf(keepRoomEarly, STORED_USER_KEY, ROOM_KEY) : ''

/** Runs before the first paint. */
function keepRoomEarly(userKey: string, key: string) {
  try {
    if (!JSON.parse(localStorage.getItem(userKey) ?? 'null')?.token) return
    const { updates, news } = JSON.parse(localStorage.getItem(key) ?? '{}')
    document.documentElement.dataset.ownUpdates = String(Number(updates) || 0)
    document.documentElement.dataset.ownFollows = String(Number(news) || 0)
  } catch {
    // without storage nobody is signed in
  }
}
