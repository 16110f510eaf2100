import type { Order, OrdersFilter } from '@nofiller/contract/orders'
import type { ReactNode } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { IconSearch } from '../../ui/icons.tsx'
import { List } from '../../ui/list.tsx'
import { NoMatch } from '../../ui/no-match.tsx'
import { Panel } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { statusName } from './order-filter.ts'
import type { useOrders } from './use-orders.ts'

type OrderListProps = {
  of: ReturnType<typeof useOrders>
  /** Shown when there is nothing to list. */
  empty: ReactNode
  children: (orders: readonly Order[]) => ReactNode
}

/** Orders with Load more and Reset below. */
export const OrderList = ({ of: orders, empty, children }: OrderListProps) => (
  <List of={orders} error={failureText(orders.error)} skeleton={<OrdersSkeleton />} empty={empty}>
    {children}
  </List>
)

/** What to say of orders, or of their export, that did not come. */
export const failureText = (error: unknown): string =>
  error instanceof ApiError && error.status === 403 ? 'Admins only.' : 'Failed to load orders'

export const NoMatchingOrders = ({ filter, onClear }: { filter: OrdersFilter; onClear: () => void }) => (
  <NoMatch
    title="No matching orders."
    icon={<IconSearch />}
    filter={{
      search: filter.q,
      status: filter.status && statusName(filter.status),
      'first day': filter.from,
      'last day': filter.to,
    }}
    onClear={onClear}
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
