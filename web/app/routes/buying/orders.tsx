import { type ReactNode, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { partsOf, useOrderFilter } from '../../features/orders/list/order-filter.ts'
import { OrderListPage } from '../../features/orders/list/order-list-page.tsx'
import { OrderTable } from '../../features/orders/list/order-table.tsx'
import { useOrder, useOrders } from '../../features/orders/list/use-orders.ts'
import { forgetLastOrder, lastOrder } from '../../features/orders/progress/last-order.ts'
import { StatusLegend } from '../../features/orders/progress/order-status.tsx'
import type { Meeting } from '../../session/guard.tsx'
import { useLoginAddress } from '../../session/login-address.ts'
import { useSession } from '../../session/session.ts'
import { titled } from '../../shell/store-info.ts'
import { ButtonLink, TextLink } from '../../ui/button.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { IconReceipt, IconUser } from '../../ui/icons.tsx'
import { Empty } from '../../ui/list/empty.tsx'
import { isFiltering } from '../../ui/list/no-match.tsx'
import { Container, PageTitle, Panel } from '../../ui/page.tsx'

const REFRESH_MS = 15_000
const LEGEND_SEEN = 'statusLegendSeen'

export const meta = titled('My Orders')

export const handle: Meeting = { signedOut: <SignedOut /> }

/** The user's orders, newest first, each with its actions. */
export default function Orders() {
  const { user } = useSession()
  useReceiptOfLastOrder()
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
            Log in
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
  const filtering = useOrderFilter()
  const orders = useOrders(filtering.filter, { refreshMs: REFRESH_MS })
  const hasNone = orders.data?.length === 0 && !isFiltering(partsOf(filtering.filter)) && !orders.isOutdated
  if (hasNone) return <NoOrders />
  return (
    <div className="grid gap-4">
      <OrderListPage
        orders={orders}
        filtering={filtering}
        placeholder="Title, status or order ID"
        empty={<NoOrders />}
      >
        {(rows) => <OrderTable orders={rows} />}
      </OrderListPage>
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

/** Initially open on a desktop; closed on a phone, and for users who have seen it. */
function Legend() {
  const [open, setOpen] = useState(false)
  useEffect(() => setOpen(window.matchMedia('(min-width: 850px)').matches && isNewToLegend()), [])
  return (
    <Panel flush className="mt-4">
      <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="cursor-pointer px-4 py-3.5 text-ui font-semibold phone:px-5">
          What the statuses mean
        </summary>
        <StatusLegend />
      </details>
    </Panel>
  )
}

/** Open the first time in a browser, which then stores that. */
function isNewToLegend(): boolean {
  try {
    const isNew = localStorage.getItem(LEGEND_SEEN) === null
    localStorage.setItem(LEGEND_SEEN, '1')
    return isNew
  } catch {
    return false
  }
}

/** Once the last checked-out order is paid, its receipt is shown, one time (requirements 6.13). */
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
