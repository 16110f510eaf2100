import { callFile } from '../api/client.ts'
import { AllOrdersTable } from '../features/orders/all-orders-table.tsx'
import { useOrderFilter } from '../features/orders/order-filter.ts'
import { OrderFilters } from '../features/orders/order-filters.tsx'
import { failureText, NoMatchingOrders, OrderList } from '../features/orders/order-list.tsx'
import { useOrders } from '../features/orders/use-orders.ts'
import { titled } from '../shell/store-info.ts'
import { isFiltering } from '../ui/address-filter.ts'
import { Button } from '../ui/button.tsx'
import { CsvButton } from '../ui/csv-button.tsx'
import { DayFields } from '../ui/day-field.tsx'
import { Empty } from '../ui/empty.tsx'
import { IconReceipt, IconRefresh } from '../ui/icons.tsx'
import { showingOf } from '../ui/list.tsx'
import { SortChoice, TIME_SORT_NAMES } from '../ui/sort-choice.tsx'

export const meta = titled('All Orders')

/** Every order of the store. */
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
        <DayFields from={filter.from} to={filter.to} onChange={(days) => setFilter({ ...filter, ...days })} />
        <SortChoice
          names={TIME_SORT_NAMES}
          value={filter.sort}
          onChange={(sort) => setFilter({ ...filter, sort })}
        />
        <Button busy={orders.isFetching} onClick={() => void orders.refetch()}>
          {!orders.isFetching && <IconRefresh />}
          Refresh
        </Button>
        <CsvButton
          load={() => callFile('GET /api/admin/orders.csv', { query: filter })}
          fileName="orders.csv"
          failure={failureText}
        />
      </OrderFilters>
      <OrderList
        of={orders}
        empty={isFiltering(filter) ? <NoMatchingOrders filter={filter} onClear={clear} /> : <NoOrders />}
      >
        {(rows) => <AllOrdersTable orders={rows} />}
      </OrderList>
    </div>
  )
}

const NoOrders = () => <Empty title="No orders yet." icon={<IconReceipt />} />
