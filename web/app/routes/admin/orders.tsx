import { callFile } from '../../api/client.ts'
import { AllOrdersTable } from '../../features/orders/list/all-orders-table.tsx'
import { useOrderFilter } from '../../features/orders/list/order-filter.ts'
import { failureText, OrderListPage } from '../../features/orders/list/order-list-page.tsx'
import { useOrders } from '../../features/orders/list/use-orders.ts'
import { titled } from '../../shell/store-info.ts'
import { Button } from '../../ui/button.tsx'
import { DayFields } from '../../ui/form/day-field.tsx'
import { IconReceipt, IconRefresh } from '../../ui/icons.tsx'
import { CsvButton } from '../../ui/list/csv-button.tsx'
import { Empty } from '../../ui/list/empty.tsx'
import { SortChoice, TIME_SORT_NAMES } from '../../ui/list/sort-choice.tsx'

export const meta = titled('All Orders')

/** Every order of the store. */
export default function AdminOrders() {
  const filtering = useOrderFilter()
  const { filter, setFilter, field } = filtering
  const orders = useOrders(filter, { refreshMs: false })
  return (
    <OrderListPage
      orders={orders}
      filtering={filtering}
      placeholder="Email, title, status or order ID"
      filters={
        <>
          <DayFields
            from={filter.from}
            to={filter.to}
            onChange={(days) => setFilter({ ...filter, ...days })}
          />
          <SortChoice names={TIME_SORT_NAMES} {...field('sort')} />
          <Button icon={<IconRefresh />} busy={orders.isFetching} onClick={() => void orders.refetch()}>
            Refresh
          </Button>
          <CsvButton
            load={() => callFile('GET /api/admin/orders.csv', { query: filter })}
            fileName="orders.csv"
            failure={failureText}
          />
        </>
      }
      empty={<Empty title="No orders yet." icon={<IconReceipt />} />}
    >
      {(rows) => <AllOrdersTable orders={rows} />}
    </OrderListPage>
  )
}
