import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { useAction } from '../../api/use-action.ts'
import { useCall } from '../../api/use-call.ts'
import { useUser } from '../../session/session.ts'
import { toast } from '../../ui/feedback/toast.tsx'

const MUTES = 'GET /api/mutes'
const MUTED = 'GET /api/games/:id/muted-reviews'

/** Which reviews of a game are signed with a name that the user muted; none for a visitor. */
export function useMutedReviews(gameId: string): readonly string[] {
  const isSignedIn = useUser() !== null
  const { data } = useCall(MUTED, { params: { id: gameId }, enabled: isSignedIn })
  return isSignedIn && data ? data.reviews : []
}

/**
 * Mutes the name under a review, which can be taken back at once, and unmutes it.
 * @param onDone called once the screen shows it
 */
export function useMuteName(reviewId: string, name: string, onDone: () => void) {
  const reread = useRereadMutes()
  const params = { id: reviewId }
  const change = async (send: () => Promise<unknown>) => {
    await send()
    await reread()
    onDone()
  }
  const unmute = useAction(() => change(() => call('DELETE /api/reviews/:id/mute', { params })))
  const mute = useAction(async () => {
    await change(() => call('PUT /api/reviews/:id/mute', { params }))
    const said = (
      <>
        You muted <bdi translate="no">{name}</bdi>
        {'.'}
      </>
    )
    toast(said, { action: { label: 'Undo', onPress: () => unmute.press() } })
  })
  return { mute, unmute }
}

/** Takes a mute off the user's list. */
export function useRemoveMute(onDone: () => void) {
  const reread = useRereadMutes()
  return useAction(async (id: string) => {
    await call('DELETE /api/mutes/:id', { params: { id } })
    await reread()
    onDone()
  })
}

function useRereadMutes() {
  const queries = useQueryClient()
  return () => Promise.all([MUTES, MUTED].map((name) => queries.invalidateQueries({ queryKey: [name] })))
}
