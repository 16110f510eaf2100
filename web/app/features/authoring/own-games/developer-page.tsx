import type { ReactNode } from 'react'
import { Container } from '../../../ui/page.tsx'
import { type Place, SideNav } from '../../../ui/side-nav.tsx'

const PLACES: readonly Place[] = [
  { to: '/dev-dashboard', name: 'Dashboard', also: '/dashboard' },
  { to: '/dev/analytics', name: 'Analytics' },
  { to: '/dev/earnings', name: 'Earnings' },
  { to: '/dev/sales', name: 'Sales and codes' },
  { to: '/dev/webhooks', name: 'Webhooks' },
]

/** A screen of the developer area, with links to the others at its side. */
export const DeveloperPage = ({ children }: { children: ReactNode }) => (
  <Container className="grid grid-cols-1 gap-8 pt-6 pb-16 phone:pt-10 phone:pb-24 wide:grid-cols-[var(--rail)_minmax(0,1fr)]">
    <SideNav label="Developer" places={PLACES} />
    <div className="grid min-w-0 grid-cols-1 content-start gap-8">{children}</div>
  </Container>
)
