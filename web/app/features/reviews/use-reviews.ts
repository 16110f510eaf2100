import type { Game } from '@nofiller/contract/catalog/catalog'
import type { ReviewSort } from '@nofiller/contract/reviews/review-rules'
import { REVIEW_LIMITS } from '@nofiller/contract/reviews/review-rules'
import type { Review } from '@nofiller/contract/reviews/reviews'
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { call, callPage, type ListPage } from '../../api/client.ts'
import { useAction } from '../../api/use-action.ts'
import { useCall } from '../../api/use-call.ts'

export type ReviewFilter = {
  sort: ReviewSort
  recommends: 'true' | 'false' | undefined
  release: string | undefined
}
/** What a game's page begins with. */
export const FIRST_FILTER: ReviewFilter = { sort: 'helpful', recommends: undefined, release: undefined }

const LIST = 'GET /api/games/:id/reviews'
const STANDING = 'GET /api/games/:id/review'

/** A game's reviews as a filter says. Those that the page came with are not asked for again. */
export function useReviews({ _id, reviews }: Game, filter: ReviewFilter) {
  const isFirst = filter === FIRST_FILTER
  const show = useSearchParams()[0].get('show') === 'once' ? 'once' : undefined
  const first: ListPage<Review[]> = {
    rows: reviews.first,
    next: reviews.next,
    total: reviews.shown,
  }
  const pages = useInfiniteQuery({
    queryKey: [LIST, _id, filter, show],
    queryFn: ({ pageParam, signal }) =>
      callPage(LIST, {
        params: { id: _id },
        query: {
          ...filter,
          show,
          after: pageParam,
          limit: isFirst && !pageParam ? REVIEW_LIMITS.onPage : REVIEW_LIMITS.page,
        },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    ...(isFirst && { initialData: { pages: [first], pageParams: [undefined] } }),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  })
  return {
    data: pages.data?.pages.flatMap((page) => page.rows),
    total: pages.data?.pages.at(-1)?.total ?? 0,
    isOutdated: pages.isPlaceholderData,
    isError: pages.isError,
    isFetching: pages.isFetching,
    refetch: pages.refetch,
    more: {
      isThere: pages.hasNextPage,
      isLoading: pages.isFetchingNextPage,
      isError: pages.isFetchNextPageError,
      load: pages.fetchNextPage,
    },
  }
}

/** What the user may do about a game's reviews, and the one that they wrote. */
export const useReviewStanding = (gameId: string, enabled = true) =>
  useCall(STANDING, { params: { id: gameId }, enabled })

/** Reads everything about reviews again. */
export function useRefreshReviews() {
  const queries = useQueryClient()
  return () =>
    Promise.all(
      [LIST, STANDING, 'GET /api/my-reviews', 'GET /api/pen-name'].map((name) =>
        queries.invalidateQueries({ queryKey: [name] }),
      ),
    )
}

/** Says that a review helped, or takes that back. */
export function useHelpful(gameId: string, reviewId: string) {
  const queries = useQueryClient()
  const params = { id: reviewId }
  return useAction(
    (helps: boolean) =>
      helps
        ? call('PUT /api/reviews/:id/helpful', { params })
        : call('DELETE /api/reviews/:id/helpful', { params }),
    {
      onDone: () => queries.invalidateQueries({ queryKey: [STANDING, { params: { id: gameId } }] }),
    },
  )
}
