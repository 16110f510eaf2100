import { useEffect, useRef } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { Container, PageTitle } from '../ui/page.tsx'

/** `also` is a second address of the same screen. */
const PLACES: readonly { to: string; name: string; also?: string }[] = [
  { to: '/admin/users', name: 'Users', also: '/admin-dashboard' },
  { to: '/admin/orders', name: 'Orders' },
  { to: '/admin/analytics', name: 'Analytics' },
  { to: '/admin/games', name: 'Games' },
  { to: '/admin/featured', name: 'Featured' },
  { to: '/admin/cases', name: 'Payment cases' },
  { to: '/admin/inbox', name: 'Inbox' },
  { to: '/admin/audit', name: 'Audit log' },
]

/** What stands around every screen of the admin area (document 1 §2, Admin dashboard). */
export default function Admin() {
  return (
    <Container className="grid grid-cols-[minmax(0,1fr)] gap-6 pt-6 pb-16 phone:pt-10 phone:pb-24">
      <PageTitle>Admin</PageTitle>
      <Places />
      <Outlet />
    </Container>
  )
}

/** The screens in a row; what does not fit scrolls, the present one into view. */
function Places() {
  const { pathname } = useLocation()
  const row = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: which one is the present one follows from the path
  useEffect(() => {
    row.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [pathname])
  return (
    <nav
      ref={row}
      aria-label="Admin"
      className="flex overflow-x-auto border-b border-line [scrollbar-width:none]"
    >
      {PLACES.map(({ to, name, also }) => (
        <Link
          key={to}
          to={to}
          aria-current={pathname === to || pathname === also ? 'page' : undefined}
          className="flex min-h-12 items-center px-3.5 font-550 whitespace-nowrap text-muted no-underline -outline-offset-2! hover:text-text aria-[current=page]:text-text aria-[current=page]:inset-shadow-[0_-2px_var(--accent)]"
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}
