import { Link, NavLink, useLocation } from 'react-router'
import { useSession } from '../session/session.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Container } from '../ui/page.tsx'
import { PREFETCH } from '../ui/prefetch.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { AccountMenu } from './account-menu.tsx'
import { Mark } from './brand.tsx'
import { HelpMenu } from './help-links.tsx'
import { useStore } from './store-info.ts'

const LINK =
  'rounded-2 p-2 font-550 text-muted no-underline hover:bg-surface hover:text-text aria-[current]:text-text phone:px-3'

/** The pages under Games: the one that it leads to, and the whole catalogue. */
const GAMES: Record<string, 'page' | 'true'> = { '/': 'page', '/games': 'true' }

/** The bar at the top of every page. */
export function TopBar() {
  const { name } = useStore()
  const { pathname } = useLocation()
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-bg/94 backdrop-blur-sm print:hidden">
      <a
        href="#main"
        className="absolute top-2 left-2 z-50 -translate-y-20 rounded-2 bg-accent px-4 py-2 font-650 text-on-accent no-underline focus:translate-y-0"
      >
        Skip to content
      </a>
      <Container className="flex h-14 items-center gap-2 phone:h-16 phone:gap-3 bar:gap-8">
        <Link
          to="/"
          prefetch={PREFETCH}
          aria-label={`${name}, home`}
          className="flex items-center gap-2.5 text-[21px]/none font-extrabold no-underline [font-stretch:75%]"
        >
          <Mark />
          <span className="max-phone:hidden">{name}</span>
        </Link>
        <nav aria-label="Main" className="flex flex-1 gap-1">
          <Link to="/" prefetch={PREFETCH} aria-current={GAMES[pathname]} className={LINK}>
            Games
          </Link>
          <NavLink to="/how-to-buy" prefetch={PREFETCH} className={`${LINK} max-bar:hidden`}>
            How to Buy
          </NavLink>
          <NavLink to="/faq" prefetch={PREFETCH} className={`${LINK} max-bar:hidden`}>
            FAQ
          </NavLink>
        </nav>
        <Who />
      </Container>
    </header>
  )
}

function Who() {
  const session = useSession()
  if (session.state === 'checking') return <Skeleton className="h-8 w-30" />
  if (session.state === 'signed-in') return <AccountMenu user={session.user} />
  return (
    <div className="flex gap-1 phone:gap-2">
      <ButtonLink to="/login" kind="quiet">
        Login
      </ButtonLink>
      <ButtonLink to="/signup" kind="primary">
        Sign Up
      </ButtonLink>
      <HelpMenu />
    </div>
  )
}
