import type { Order } from '@nofiller/contract/orders'
import { type ReactNode, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { Answer } from '../../ui/answer.tsx'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { IconSearch } from '../../ui/icons.tsx'
import { Panel } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { useOrders } from './use-orders.ts'

type OrderListProps = {
  of: ReturnType<typeof useOrders>
  /** Shown when there is nothing to list. */
  empty: ReactNode
  /** `focusAt` is the row that takes the focus: the first that Load more brought. */
  children: (orders: readonly Order[], focusAt: number | null) => ReactNode
}

/** Orders with Load more and Reset below. */
export function OrderList({ of: orders, empty, children }: OrderListProps) {
  const [focusAt, setFocusAt] = useState<number | null>(null)
  const { more } = orders
  const loadMore = async () => {
    const before = orders.data?.length ?? 0
    await more.load()
    setFocusAt(before)
  }
  const reset = () => {
    setFocusAt(null)
    orders.reset()
  }
  return (
    <>
      <Answer of={orders} error={failureText(orders.error)} skeleton={<OrdersSkeleton />} empty={empty}>
        {(rows) => (
          <div aria-busy={orders.isOutdated} className="transition-opacity duration-120 aria-busy:opacity-60">
            {children(rows, focusAt)}
          </div>
        )}
      </Answer>
      <div className="flex flex-wrap items-center justify-center gap-3 empty:hidden">
        {more.isError && (
          <p role="alert" className="w-full text-center text-bad">
            {failureText(orders.error)}
          </p>
        )}
        {more.isThere && (
          <Button busy={more.isLoading} onClick={loadMore}>
            {more.isError ? 'Try again' : 'Load more'}
          </Button>
        )}
        {orders.canReset && (
          <Button kind="quiet" onClick={reset}>
            Reset
          </Button>
        )}
      </div>
    </>
  )
}

/** What to say of orders, or of their export, that did not come. */
export const failureText = (error: unknown): string =>
  error instanceof ApiError && error.status === 403 ? 'Admins only.' : 'Failed to load orders'

/** `Showing 10 of 1,204`. */
export const showingOf = ({ data, total }: ReturnType<typeof useOrders>): string =>
  data === undefined
    ? ''
    : `Showing ${data.length.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`

export const NoMatch = ({ onClear }: { onClear: () => void }) => (
  <Empty
    title="No matching orders."
    icon={<IconSearch />}
    action={<Button onClick={onClear}>Clear</Button>}
  />
)

function OrdersSkeleton() {
  return (
    <Panel flush>
      {Array.from({ length: 5 }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks that never move
        <div key={row} className="flex items-center gap-6 border-b border-line px-5 py-3 last:border-b-0">
          <Skeleton className="h-4 w-24 max-bar:hidden" />
          <Skeleton className="h-[35px] w-[50px]" />
          <Skeleton className="h-4 flex-1" />
          <Skeleton className="h-6 w-20" />
        </div>
      ))}
    </Panel>
  )
}
