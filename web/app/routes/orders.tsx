import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { forgetLastOrder, lastOrder } from '../features/orders/last-order.ts'
import {
  filterOrders,
  isFiltering,
  type OrderFilter,
  STATUS_CHOICES,
  statusName,
  useOrderFilter,
} from '../features/orders/order-filter.ts'
import { StatusLegend } from '../features/orders/order-status.tsx'
import { OrderTable } from '../features/orders/order-table.tsx'
import { useOrders } from '../features/orders/use-orders.ts'
import { Checking, useLoginAddress } from '../session/guards.tsx'
import { useSession } from '../session/session.ts'
import { titled } from '../shell/store-info.ts'
import { Answer } from '../ui/answer.tsx'
import { Button, ButtonLink, TextLink } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { IconInput, Select } from '../ui/field.tsx'
import { IconReceipt, IconSearch, IconUser } from '../ui/icons.tsx'
import { Note } from '../ui/note.tsx'
import { Container, PageTitle, Panel } from '../ui/page.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

export const meta = titled('My Orders')

/** The user's orders, newest first, with what can be done about each. */
export default function Orders() {
  const session = useSession()
  if (session.state === 'checking') return <Checking />
  return (
    <Container className="pt-6 pb-16 phone:pt-10 phone:pb-24">
      <div className="mx-auto grid max-w-280 gap-6">
        <PageTitle>My Orders</PageTitle>
        {session.state === 'signed-out' && <SignedOut />}
        {session.state === 'signed-in' && (session.user.role === 'admin' ? <AdminNote /> : <MyOrders />)}
      </div>
    </Container>
  )
}

function SignedOut() {
  const login = useLoginAddress('/login')
  return (
    <Empty
      title="Please log in."
      icon={<IconUser />}
      action={
        <ButtonLink kind="primary" to={login}>
          Login
        </ButtonLink>
      }
    />
  )
}

const AdminNote = () => (
  <Note>
    You are an admin. Use <TextLink to="/admin/orders">All Orders</TextLink> to see every order.
  </Note>
)

function MyOrders() {
  const { filter, setFilter, clear } = useOrderFilter()
  const filtering = isFiltering(filter)
  const orders = useOrders({ everything: filtering })
  const shown = orders.data && filterOrders(orders.data, filter)
  const hasNone = orders.data !== undefined && orders.total === 0
  const [focusAt, setFocusAt] = useState<number | null>(null)
  useReceiptOfLastOrder(orders.data)

  const loadMore = async () => {
    const before = shown?.length ?? 0
    await orders.more?.load()
    setFocusAt(before)
  }
  const reset = () => {
    setFocusAt(null)
    orders.reset()
  }

  return (
    <div className="grid gap-4">
      {!hasNone && (
        <Filters
          filter={filter}
          onChange={setFilter}
          onClear={clear}
          count={shown ? `Showing ${shown.length} of ${orders.total}` : ''}
        />
      )}
      <Answer
        of={{ ...orders, data: shown }}
        error="Failed to load orders"
        skeleton={<OrdersSkeleton />}
        empty={hasNone ? <NoOrders /> : <NoMatch onClear={clear} />}
      >
        {(rows) => <OrderTable orders={rows} focusAt={focusAt} />}
      </Answer>
      {orders.more && (
        <div className="flex flex-wrap items-center justify-center gap-3 empty:hidden">
          {orders.more.isError && <p className="w-full text-center text-bad">Failed to load orders</p>}
          {orders.more.isThere && (
            <Button busy={orders.more.isLoading} onClick={loadMore}>
              {orders.more.isError ? 'Try again' : 'Load more'}
            </Button>
          )}
          {orders.more.canReset && (
            <Button kind="quiet" onClick={reset}>
              Reset
            </Button>
          )}
        </div>
      )}
      {orders.total > 0 && <Legend />}
    </div>
  )
}

type FiltersProps = {
  filter: OrderFilter
  onChange: (filter: OrderFilter) => void
  onClear: () => void
  count: string
}

function Filters({ filter, onChange, onClear, count }: FiltersProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is not yet known to all screen readers
    <div role="search" className="flex flex-wrap items-center gap-3">
      <div className="phone:w-40 max-phone:w-full">
        <Select
          aria-label="Status"
          value={filter.status ?? ''}
          onChange={(event) =>
            onChange({
              ...filter,
              status: STATUS_CHOICES.find((status) => status === event.target.value) ?? null,
            })
          }
        >
          <option value="">All</option>
          {STATUS_CHOICES.map((status) => (
            <option key={status} value={status}>
              {statusName(status)}
            </option>
          ))}
        </Select>
      </div>
      <div className="flex-1 phone:max-w-90 max-phone:basis-full">
        <IconInput
          icon={<IconSearch />}
          type="search"
          aria-label="Search orders"
          placeholder="Title, status or order ID"
          value={filter.text}
          onChange={(event) => onChange({ ...filter, text: event.target.value })}
        />
      </div>
      <Button kind="quiet" onClick={onClear}>
        Clear
      </Button>
      <p role="status" className="ml-auto text-sm text-muted">
        {count}
      </p>
    </div>
  )
}

const NoOrders = () => (
  <Empty
    title="No orders yet."
    icon={<IconReceipt />}
    action={
      <ButtonLink kind="primary" to="/">
        Browse games
      </ButtonLink>
    }
  >
    Orders you start show up here, paid or not.
  </Empty>
)

const NoMatch = ({ onClear }: { onClear: () => void }) => (
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

/** Open on a desktop, closed on a phone. */
function Legend() {
  const [open, setOpen] = useState(false)
  useEffect(() => setOpen(window.matchMedia('(min-width: 850px)').matches), [])
  return (
    <Panel flush className="mt-4">
      <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="cursor-pointer px-4 py-3.5 text-[14px]/5 font-semibold phone:px-5">
          What the statuses mean
        </summary>
        <StatusLegend />
      </details>
    </Panel>
  )
}

/** Once the order that was last checked out is paid, its receipt is shown, one time (document 2 §4). */
function useReceiptOfLastOrder(orders: readonly { orderId: string; status: string }[] | undefined) {
  const navigate = useNavigate()
  useEffect(() => {
    const last = lastOrder()
    if (last === null || !orders?.some((order) => order.orderId === last && order.status === 'PAID')) return
    forgetLastOrder()
    navigate(`/receipt?order=${encodeURIComponent(last)}`)
  }, [orders, navigate])
}
