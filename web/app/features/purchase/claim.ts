import { useState } from 'react'
import { useNavigate } from 'react-router'
import { messageOf } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { useRefreshOwnership } from './ownership.ts'

/** Adds a free game to the library and says so. */
export function useClaim(gameId: string) {
  const [state, setState] = useState<'idle' | 'claiming' | 'added'>('idle')
  const navigate = useNavigate()
  const refreshOwnership = useRefreshOwnership()

  /** Answers whether the game is in the library now. */
  const claim = async (): Promise<boolean> => {
    setState('claiming')
    try {
      await call('POST /api/library/claim', { body: { gameId } })
      await refreshOwnership()
      setState('added')
      toast('Added to library', { action: { label: 'Open Library', onPress: () => navigate('/library') } })
      return true
    } catch (error) {
      setState('idle')
      toast(messageOf(error, 'Could not add to your library.'), { kind: 'bad' })
      return false
    }
  }
  return { state, claim }
}
