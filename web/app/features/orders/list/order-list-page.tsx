import type { Order } from '@nofiller/contract/orders/orders'
import type { ReactNode } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Select } from '../../../ui/form/field.tsx'
import { IconSearch } from '../../../ui/icons.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { Panel } from '../../../ui/page.tsx'
import { partsOf, STATUS_CHOICES, statusName, type useOrderFilter } from './order-filter.ts'
import type { useOrders } from './use-orders.ts'

type OrderListPageProps = {
  orders: ReturnType<typeof useOrders>
  filtering: ReturnType<typeof useOrderFilter>
  /** The fields that the search reads. */
  placeholder: string
  /** More filters and buttons. */
  filters?: ReactNode
  /** Shown without any order, and without a filter. */
  empty: ReactNode
  children: (orders: readonly Order[]) => ReactNode
}

/** Orders with their filters: a status, a search, and Clear. */
export function OrderListPage({
  orders,
  filtering: { filter, field, clear },
  placeholder,
  filters,
  empty,
  children,
}: OrderListPageProps) {
  return (
    <ListPage
      list={orders}
      error={failureText(orders.error)}
      skeleton={<OrdersSkeleton />}
      before={<StatusSelect {...field('status')} />}
      search={{ label: 'Search orders', placeholder, ...field('q') }}
      filters={
        <>
          {filters}
          <Button kind="quiet" onClick={clear}>
            Clear
          </Button>
        </>
      }
      noMatch={{
        title: 'No matching orders.',
        icon: <IconSearch />,
        filter: partsOf(filter),
        onClear: clear,
      }}
      empty={empty}
    >
      {children}
    </ListPage>
  )
}

/** The message when orders, or their export, failed to load. */
export const failureText = (error: unknown): string =>
  error instanceof ApiError && error.status === 403 ? 'Admins only.' : 'Failed to load orders'

type Status = (typeof STATUS_CHOICES)[number]
type StatusSelectProps = { value: Status | undefined; onChange: (status: Status | undefined) => void }

const StatusSelect = ({ value, onChange }: StatusSelectProps) => (
  <div className="phone:w-40 max-phone:col-span-2">
    <Select
      aria-label="Status"
      value={value ?? ''}
      onChange={(event) => onChange(STATUS_CHOICES.find((status) => status === event.target.value))}
    >
      <option value="">All</option>
      {STATUS_CHOICES.map((status) => (
        <option key={status} value={status}>
          {statusName(status)}
        </option>
      ))}
    </Select>
  </div>
)

const OrdersSkeleton = () => (
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
