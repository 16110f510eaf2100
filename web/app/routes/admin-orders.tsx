import type { OrdersFilter } from '@nofiller/contract/orders'
import { callFile } from '../api/client.ts'
import { AllOrdersTable } from '../features/orders/all-orders-table.tsx'
import { useOrderFilter } from '../features/orders/order-filter.ts'
import { OrderFilters } from '../features/orders/order-filters.tsx'
import { failureText, NoMatch, OrderList } from '../features/orders/order-list.tsx'
import { useOrders } from '../features/orders/use-orders.ts'
import { titled } from '../shell/store-info.ts'
import { isFiltering } from '../ui/address-filter.ts'
import { Button } from '../ui/button.tsx'
import { CsvButton } from '../ui/csv-button.tsx'
import { DayField } from '../ui/day-field.tsx'
import { Empty } from '../ui/empty.tsx'
import { IconReceipt, IconRefresh } from '../ui/icons.tsx'
import { showingOf } from '../ui/list.tsx'

export const meta = titled('All Orders')

/** Every order of the store, newest first. */
export default function AdminOrders() {
  const { filter, setFilter, clear } = useOrderFilter()
  const orders = useOrders(filter, { refreshMs: false })
  return (
    <div className="grid gap-4">
      <OrderFilters
        filter={filter}
        onChange={setFilter}
        onClear={clear}
        searched="Email, title, status or order ID"
        count={showingOf(orders)}
      >
        <Days filter={filter} onChange={setFilter} />
        <Button busy={orders.isFetching} onClick={() => void orders.refetch()}>
          {!orders.isFetching && <IconRefresh />}
          Refresh
        </Button>
        <CsvButton
          load={() =>
            callFile('GET /api/admin/orders.csv', {
              query: { ...filter, q: filter.q?.trim() || undefined },
            })
          }
          fileName="orders.csv"
          failure={failureText}
        />
      </OrderFilters>
      <OrderList of={orders} empty={isFiltering(filter) ? <NoMatch onClear={clear} /> : <NoOrders />}>
        {(rows) => <AllOrdersTable orders={rows} />}
      </OrderList>
    </div>
  )
}

const NoOrders = () => <Empty title="No orders yet." icon={<IconReceipt />} />

type DaysProps = { filter: OrdersFilter; onChange: (filter: OrdersFilter) => void }

/** The first and the last day. */
const Days = ({ filter, onChange }: DaysProps) => (
  <>
    <DayField label="From" value={filter.from} onChange={(from) => onChange({ ...filter, from })} />
    <DayField label="To" value={filter.to} onChange={(to) => onChange({ ...filter, to })} />
  </>
)
