import { useState } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { useRefreshOwnership } from './ownership.ts'

/** Adds a free game to the library; the purchase dialog confirms it. */
export function useClaim(gameId: string) {
  const [state, setState] = useState<'idle' | 'claiming' | 'added'>('idle')
  const refreshOwnership = useRefreshOwnership()

  /** Returns whether the game is in the library now. */
  const claim = async (): Promise<boolean> => {
    setState('claiming')
    try {
      await call('POST /api/library/claim', { body: { gameId } })
      await refreshOwnership()
      setState('added')
      return true
    } catch (error) {
      setState('idle')
      toast(messageOf(error, 'Could not add to your library.'), { kind: 'bad' })
      return false
    }
  }
  return { state, claim }
}
