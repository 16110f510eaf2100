import type { ToDoCounts } from '@nofiller/contract/admin/todo-rules'
import { Link, Outlet, useLocation } from 'react-router'
import { ApiError } from '../../api/api-error.ts'
import { useToDoCounts } from '../../features/admin/todo/use-todo.ts'
import { useCurrentInView } from '../../ui/browser/current-in-view.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { IconShield } from '../../ui/icons.tsx'
import { Count } from '../../ui/list/count.tsx'
import { Empty } from '../../ui/list/empty.tsx'
import { Container, PageTitle } from '../../ui/page.tsx'

type Place = { to: string; name: string; counted?: keyof ToDoCounts }

const PLACES: readonly Place[] = [
  { to: '/admin-dashboard', name: 'To do', counted: 'total' },
  { to: '/admin/users', name: 'Users', counted: 'requests' },
  { to: '/admin/orders', name: 'Orders' },
  { to: '/admin/analytics', name: 'Analytics' },
  { to: '/admin/games', name: 'Games' },
  { to: '/admin/featured', name: 'Featured' },
  { to: '/admin/cases', name: 'Cases', counted: 'cases' },
  { to: '/admin/inbox', name: 'Inbox', counted: 'messages' },
  { to: '/admin/approvals', name: 'Approvals', counted: 'approvals' },
  { to: '/admin/reviews', name: 'Reviews', counted: 'reviews' },
  { to: '/admin/reports', name: 'Reports', counted: 'reports' },
  { to: '/admin/payouts', name: 'Payouts', counted: 'payouts' },
  { to: '/admin/audit', name: 'Audit log' },
]

/** The frame of every admin screen (requirements 8.6). */
export default function Admin() {
  const { error } = useToDoCounts()
  const needsSecondStep = error instanceof ApiError && error.code === 'second_factor_required'
  return (
    <Container className="grid grid-cols-1 gap-6 pt-6 pb-16 phone:pt-10 phone:pb-24">
      <PageTitle>Admin</PageTitle>
      <Places />
      {needsSecondStep ? <SecondStepFirst /> : <Outlet />}
    </Container>
  )
}

const SecondStepFirst = () => (
  <Empty
    title="Set up two-step verification first"
    icon={<IconShield />}
    action={
      <ButtonLink to="/settings/security" kind="primary">
        Security settings
      </ButtonLink>
    }
  >
    Admins of this store log in with a password and a code from their phone.
  </Empty>
)

/** The screens in a row; it scrolls if it does not fit, with the current one in view. */
function Places() {
  const { pathname } = useLocation()
  const { data: counts } = useToDoCounts()
  const row = useCurrentInView(`${pathname} ${counts === undefined ? 'without' : 'with'} counts`)
  return (
    <nav
      ref={row}
      aria-label="Admin"
      className="relative flex overflow-x-auto border-b border-line [scrollbar-width:none]"
    >
      {PLACES.map(({ to, name, counted }) => (
        <Link
          key={to}
          to={to}
          aria-current={pathname === to ? 'page' : undefined}
          className="flex min-h-12 items-center gap-1.5 px-2.5 font-550 whitespace-nowrap text-muted no-underline -outline-offset-2! hover:text-text aria-[current=page]:text-text aria-[current=page]:inset-shadow-[0_-2px_var(--accent)]"
        >
          {name}
          {counted && counts && (
            <Count
              count={counts[counted]}
              what={counted === 'total' ? 'to do' : 'waiting'}
              loud={pathname === to}
            />
          )}
        </Link>
      ))}
    </nav>
  )
}
