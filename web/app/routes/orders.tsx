import { type ReactNode, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { forgetLastOrder, lastOrder } from '../features/orders/last-order.ts'
import { useOrderFilter } from '../features/orders/order-filter.ts'
import { OrderFilters } from '../features/orders/order-filters.tsx'
import { NoMatchingOrders, OrderList } from '../features/orders/order-list.tsx'
import { StatusLegend } from '../features/orders/order-status.tsx'
import { OrderTable } from '../features/orders/order-table.tsx'
import { useOrder, useOrders } from '../features/orders/use-orders.ts'
import type { Meeting } from '../session/guard.tsx'
import { useLoginAddress } from '../session/login-address.ts'
import { useSession } from '../session/session.ts'
import { titled } from '../shell/store-info.ts'
import { isFiltering } from '../ui/address-filter.ts'
import { ButtonLink, TextLink } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { IconReceipt, IconUser } from '../ui/icons.tsx'
import { showingOf } from '../ui/list.tsx'
import { Note } from '../ui/note.tsx'
import { Container, PageTitle, Panel } from '../ui/page.tsx'

const REFRESH_MS = 15_000

export const meta = titled('My Orders')

export const handle: Meeting = { signedOut: <SignedOut /> }

/** The user's orders, newest first, with what can be done about each. */
export default function Orders() {
  const { user } = useSession()
  return <Frame>{user?.role === 'admin' ? <AdminNote /> : <MyOrders />}</Frame>
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <Container className="pt-6 pb-16 phone:pt-10 phone:pb-24">
      <div className="mx-auto grid max-w-280 gap-6">
        <PageTitle>My Orders</PageTitle>
        {children}
      </div>
    </Container>
  )
}

function SignedOut() {
  const login = useLoginAddress('/login')
  return (
    <Frame>
      <Empty
        title="Please log in."
        icon={<IconUser />}
        action={
          <ButtonLink kind="primary" to={login}>
            Login
          </ButtonLink>
        }
      />
    </Frame>
  )
}

const AdminNote = () => (
  <Note>
    You are an admin. Use <TextLink to="/admin/orders">All Orders</TextLink> to see every order.
  </Note>
)

function MyOrders() {
  const { filter, setFilter, clear } = useOrderFilter()
  const orders = useOrders(filter, { refreshMs: REFRESH_MS })
  const filters = isFiltering(filter)
  const hasNone = orders.data?.length === 0 && !filters && !orders.isOutdated
  useReceiptOfLastOrder()
  return (
    <div className="grid gap-4">
      {!hasNone && (
        <OrderFilters
          filter={filter}
          onChange={setFilter}
          onClear={clear}
          searched="Title, status or order ID"
          count={showingOf(orders)}
        />
      )}
      <OrderList
        of={orders}
        empty={hasNone ? <NoOrders /> : <NoMatchingOrders filter={filter} onClear={clear} />}
      >
        {(rows) => <OrderTable orders={rows} />}
      </OrderList>
      {orders.total > 0 && <Legend />}
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
function useReceiptOfLastOrder() {
  const navigate = useNavigate()
  const [last] = useState(lastOrder)
  const { data } = useOrder(last)
  useEffect(() => {
    if (data?.status !== 'PAID') return
    forgetLastOrder()
    navigate(`/receipt?order=${data.orderId}`)
  }, [data, navigate])
}
