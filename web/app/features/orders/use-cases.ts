import type { PaymentCase } from '@nofiller/contract/payment-cases'
import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, callPage } from '../../api/client.ts'

export type CaseState = 'open' | 'resolved'

const PAGE = 20
const CASES = 'GET /api/admin/payment-cases'

/** Payment cases, page by page, newest first. */
export function useCases(state: CaseState) {
  const pages = useInfiniteQuery({
    queryKey: [CASES, state],
    queryFn: ({ pageParam, signal }) =>
      callPage(CASES, { query: { state, limit: PAGE, after: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: 'always',
  })
  return {
    data: pages.data?.pages.flatMap((page) => page.rows),
    total: pages.data?.pages.at(-1)?.total ?? 0,
    isOutdated: pages.isPlaceholderData,
    isError: pages.isError,
    refetch: pages.refetch,
    more: { isThere: pages.hasNextPage, isLoading: pages.isFetchingNextPage, load: pages.fetchNextPage },
  }
}

/** Closes a case with a note; both lists are read again. */
export function useResolveCase({ orderId, kind }: PaymentCase) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (note: string) =>
      call('POST /api/admin/payment-cases/:orderId/:kind/resolve', {
        params: { orderId, kind },
        body: { note },
      }),
    onSettled: () => client.invalidateQueries({ queryKey: [CASES] }),
  })
}
