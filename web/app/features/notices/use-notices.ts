import type { Sent } from '@nofiller/contract/calls'
import { NOTICE_PAGE } from '@nofiller/contract/notices/notice-rules'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { useAction } from '../../api/use-action.ts'
import { useCall } from '../../api/use-call.ts'

const LIST = 'GET /api/notices'
const UNREAD = 'GET /api/notices/unread'
const REFRESH_MS = 60_000

/** How many notices are new, read again on focus and every minute. */
export const useUnread = (): number =>
  useCall(UNREAD, { refetchInterval: REFRESH_MS, refetchOnWindowFocus: 'always' }).data?.count ?? 0

/** The newest notices. */
export const useNewest = () => useCall(LIST, { query: { limit: NOTICE_PAGE }, staleTime: 0 })

/** Marks notices as read, and reads list and count again. */
export function useMarkRead() {
  const queries = useQueryClient()
  return useAction(
    (which: Sent<'POST /api/notices/read', 'body'>) => call('POST /api/notices/read', { body: which }),
    {
      onDone: () =>
        Promise.all([LIST, UNREAD].map((name) => queries.invalidateQueries({ queryKey: [name] }))),
      failureOf: () => 'We couldn’t mark them as read. Please try again.',
    },
  )
}
