import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { Container } from '../../../ui/page.tsx'

/** `also` is a second address of the same screen. */
const PLACES: readonly { to: string; name: string; also?: string }[] = [
  { to: '/dev-dashboard', name: 'Dashboard', also: '/dashboard' },
  { to: '/dev/analytics', name: 'Analytics' },
  { to: '/dev/earnings', name: 'Earnings' },
  { to: '/create-game', name: 'Create Game' },
]

/** A screen of the developer area, with the ways to the others at its side. */
export const DeveloperPage = ({ children }: { children: ReactNode }) => (
  <Container className="grid grid-cols-1 gap-8 pt-6 pb-16 phone:pt-10 phone:pb-24 wide:grid-cols-[var(--rail)_minmax(0,1fr)]">
    <SideNav />
    <div className="grid min-w-0 grid-cols-1 content-start gap-8">{children}</div>
  </Container>
)

function SideNav() {
  const { pathname } = useLocation()
  return (
    <nav
      aria-label="Developer"
      className="flex content-start gap-0.5 max-wide:overflow-x-auto max-wide:border-b max-wide:border-line wide:grid"
    >
      {PLACES.map(({ to, name, also }) => (
        <Link
          key={to}
          to={to}
          aria-current={pathname === to || pathname === also ? 'page' : undefined}
          className="px-3.5 py-2 font-550 whitespace-nowrap text-muted no-underline -outline-offset-2! hover:text-text aria-[current=page]:text-text max-wide:aria-[current=page]:inset-shadow-[0_-2px_var(--accent)] wide:rounded-r-2 wide:aria-[current=page]:bg-surface wide:aria-[current=page]:inset-shadow-[2px_0_var(--accent)]"
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}
