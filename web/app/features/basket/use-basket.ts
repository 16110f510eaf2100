import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSession } from '../../session/session.ts'
import { basketKey, followOtherTabs, readBasket } from './change-basket.ts'

/** The basket of the user or visitor, refetched on window focus. */
export function useBasket() {
  const { state } = useSession()
  const queries = useQueryClient()
  // Before the first read, which a change in another tab may overtake.
  useEffect(() => followOtherTabs(queries), [queries])
  return useQuery({
    queryKey: basketKey(),
    queryFn: readBasket,
    enabled: state !== 'checking',
    staleTime: 10_000,
    refetchOnWindowFocus: 'always',
  })
}
