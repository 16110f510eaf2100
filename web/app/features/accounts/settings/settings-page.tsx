import type { ReactNode } from 'react'
import { Container, PageTitle } from '../../../ui/page.tsx'
import { type Place, SideNav } from '../../../ui/side-nav.tsx'

const PLACES: readonly Place[] = [
  { to: '/settings', name: 'Account' },
  { to: '/profile', name: 'Profile' },
  { to: '/settings/security', name: 'Security' },
  { to: '/limits', name: 'Limits' },
  { to: '/settings/blocks', name: 'Blocks' },
  { to: '/notices/preferences', name: 'Notices' },
  { to: '/settings/data', name: 'Your data' },
]

/** A settings screen, with links to the others at its side. */
export const SettingsPage = ({ title, children }: { title: string; children: ReactNode }) => (
  <Container className="grid grid-cols-1 gap-8 pt-6 pb-16 phone:pt-10 phone:pb-24 wide:grid-cols-[var(--rail)_minmax(0,1fr)]">
    <SideNav label="Settings" places={PLACES} />
    <div className="grid min-w-0 grid-cols-1 content-start gap-6">
      <PageTitle>{title}</PageTitle>
      {children}
    </div>
  </Container>
)
