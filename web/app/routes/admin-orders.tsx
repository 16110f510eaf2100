import type { OrdersFilter } from '@nofiller/contract/orders'
import { useId, useState } from 'react'
import { callFile } from '../api/client.ts'
import { AllOrdersTable } from '../features/orders/all-orders-table.tsx'
import { isFiltering, useOrderFilter } from '../features/orders/order-filter.ts'
import { OrderFilters } from '../features/orders/order-filters.tsx'
import { failureText, NoMatch, OrderList, showingOf } from '../features/orders/order-list.tsx'
import { useOrders } from '../features/orders/use-orders.ts'
import { AdminOnly } from '../session/guards.tsx'
import { titled } from '../shell/store-info.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { TextInput } from '../ui/field.tsx'
import { IconDownload, IconReceipt, IconRefresh } from '../ui/icons.tsx'
import { Container, PageTitle } from '../ui/page.tsx'
import { saveFile } from '../ui/save-file.ts'
import { toast } from '../ui/toast.tsx'

export const meta = titled('All Orders')

/** Every order of the store, newest first. */
export default function AdminOrders() {
  return (
    <AdminOnly>
      <AllOrders />
    </AdminOnly>
  )
}

function AllOrders() {
  const { filter, setFilter, clear } = useOrderFilter()
  const orders = useOrders(filter, { refreshMs: false })
  return (
    <Container className="pt-6 pb-16 phone:pt-10 phone:pb-24">
      <div className="grid gap-6">
        <div className="flex flex-wrap items-center gap-3">
          <PageTitle className="d2 mr-auto">All Orders</PageTitle>
          <ButtonLink to="/admin/cases">Payment cases</ButtonLink>
          <Button busy={orders.isFetching} onClick={() => void orders.refetch()}>
            {!orders.isFetching && <IconRefresh />}
            Refresh
          </Button>
          <ExportButton filter={filter} />
        </div>
        <div className="grid gap-4">
          <OrderFilters
            filter={filter}
            onChange={setFilter}
            onClear={clear}
            searched="Email, title, status or order ID"
            count={showingOf(orders)}
          >
            <Days filter={filter} onChange={setFilter} />
          </OrderFilters>
          <OrderList of={orders} empty={isFiltering(filter) ? <NoMatch onClear={clear} /> : <NoOrders />}>
            {(rows, focusAt) => <AllOrdersTable orders={rows} focusAt={focusAt} />}
          </OrderList>
        </div>
      </div>
    </Container>
  )
}

const NoOrders = () => <Empty title="No orders yet." icon={<IconReceipt />} />

type DaysProps = { filter: OrdersFilter; onChange: (filter: OrdersFilter) => void }

/** The first and the last day, as days begin in UTC. */
const Days = ({ filter, onChange }: DaysProps) => (
  <>
    <Day label="From" value={filter.from} onChange={(from) => onChange({ ...filter, from })} />
    <Day label="To" value={filter.to} onChange={(to) => onChange({ ...filter, to })} />
  </>
)

type DayProps = { label: string; value: string | undefined; onChange: (day: string | undefined) => void }

function Day({ label, value, onChange }: DayProps) {
  const id = useId()
  return (
    <div className="flex items-center gap-2 max-phone:w-full">
      <label htmlFor={id} className="text-sm text-muted max-phone:w-10">
        {label}
        <span className="sr-only"> (UTC)</span>
      </label>
      <TextInput
        id={id}
        type="date"
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value || undefined)}
        className="phone:w-38"
      />
    </div>
  )
}

/** Saves what the filters let through, all pages of it, as CSV. */
function ExportButton({ filter }: { filter: OrdersFilter }) {
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const query = { ...filter, q: filter.q?.trim() || undefined }
      saveFile(await callFile('GET /api/admin/orders.csv', { query }), 'orders.csv')
    } catch (error) {
      toast(failureText(error), { kind: 'bad' })
    }
    setBusy(false)
  }
  return (
    <Button busy={busy} onClick={save}>
      {!busy && <IconDownload />}
      CSV
    </Button>
  )
}
