import type { Sent } from '@nofiller/contract/calls'
import type { WishlistEntry } from '@nofiller/contract/wishlist/wishlist'
import { WISHLIST_PAGE } from '@nofiller/contract/wishlist/wishlist-rules'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../api/client.ts'
import { useCall } from '../../api/use-call.ts'
import { useList } from '../../api/use-list.ts'
import { useSession } from '../../session/session.ts'
import { readVisitorWishes } from './visitor-wishes.ts'
import { onWishesChange, readWishes } from './wishes.ts'

export type WishlistFilter = Pick<NonNullable<Sent<'GET /api/wishlist', 'query'>>, 'sort' | 'sale'>

const LIST = 'GET /api/wishlist'
const SUMMARY = 'GET /api/wishlist/summary'
const LOOK_UP = 'POST /api/wishlist/look-up'

/** The wishlist of the user, page by page, or the visitor's as a whole; read again whenever it changes. */
export function useWishlist(filter: WishlistFilter) {
  const { state } = useSession()
  const queries = useQueryClient()
  const isUser = state === 'signed-in'
  useEffect(
    () =>
      onWishesChange(() => {
        for (const name of [LIST, SUMMARY, LOOK_UP]) void queries.invalidateQueries({ queryKey: [name] })
      }),
    [queries],
  )
  const list = useList(LIST, filter, { limit: WISHLIST_PAGE })
  const summary = useCall(SUMMARY, { enabled: isUser, refetchOnWindowFocus: 'always' })
  const visitors = useQuery({
    queryKey: [LOOK_UP, filter],
    queryFn: () => call(LOOK_UP, { body: { ...filter, games: readVisitorWishes() } }),
    enabled: state === 'signed-out',
    refetchOnWindowFocus: 'always',
    placeholderData: (before) => before,
  })
  // What a visitor wanted is on the account's list before that is shown.
  useEffect(() => void readWishes(), [])
  if (isUser) return { list, summary: summary.data }
  return { list: asList(visitors), summary: visitors.data?.summary }
}

type Visitors = ReturnType<typeof useQuery<{ entries: WishlistEntry[] }>>

function asList({ data, isError, error, isFetching, isPlaceholderData, refetch }: Visitors) {
  return {
    data: data?.entries,
    total: data?.entries.length ?? 0,
    isOutdated: isPlaceholderData,
    isError,
    error,
    isFetching,
    refetch,
    more: { isThere: false, isLoading: false, isError: false, load: async () => undefined },
  }
}
