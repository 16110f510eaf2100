import { useQuery } from '@tanstack/react-query'
import { useSession } from '../../session/session.ts'
import { basketKey, readBasket } from './change-basket.ts'

/** The basket of whoever is here, asked for again with the window's focus. */
export function useBasket() {
  const { state } = useSession()
  return useQuery({
    queryKey: basketKey(),
    queryFn: readBasket,
    enabled: state !== 'checking',
    staleTime: 10_000,
    refetchOnWindowFocus: 'always',
  })
}
