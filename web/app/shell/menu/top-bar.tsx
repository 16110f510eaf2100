import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { useSession } from '../../session/session.ts'
import { PREFETCH } from '../../ui/browser/prefetch.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Container } from '../../ui/page.tsx'
import { Mark } from '../brand.tsx'
import { useStore } from '../store-info.ts'
import { ACCOUNT_BUTTON, AccountName } from './account-name.tsx'
import { BasketButton } from './basket-button.tsx'
import { StoredUser } from './stored-user.tsx'

const LINK =
  'rounded-2 p-2 font-550 text-muted no-underline hover:bg-surface hover:text-text aria-[current]:text-text phone:px-3'

/** The pages under Games: the link's own target, and the full catalog. */
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
          <span translate="no" className="max-phone:hidden">
            {name}
          </span>
        </Link>
        <nav aria-label="Main" className="flex flex-1 gap-1">
          {/* When not everything fits, the logo links there too. */}
          <Link
            to="/"
            prefetch={PREFETCH}
            aria-current={GAMES[pathname]}
            className={`${LINK} max-narrow:hidden`}
          >
            Games
          </Link>
          <NavLink to="/how-to-buy" prefetch={PREFETCH} className={`${LINK} max-bar:hidden`}>
            How to Buy
          </NavLink>
          <NavLink to="/faq" prefetch={PREFETCH} className={`${LINK} max-bar:hidden`}>
            FAQ
          </NavLink>
          <NavLink to="/sell" prefetch={PREFETCH} className={`${LINK} max-bar:hidden`}>
            Sell your game
          </NavLink>
        </nav>
        <div className="flex items-center gap-1 phone:gap-2">
          <BasketButton />
          <Who />
        </div>
      </Container>
    </header>
  )
}

const loadMenu = () => import('./account-menu.tsx')

/** Both menus are one script. If it fails, a link leads to the account. */
const AccountMenu = lazy(() =>
  loadMenu().catch(() => ({ default: () => <ButtonLink to="/dashboard">Account</ButtonLink> })),
)
const HelpMenu = lazy<ComponentType>(() => import('./help-links.tsx').catch(() => ({ default: () => null })))

function Who() {
  const session = useSession()
  useEffect(() => {
    loadMenu().catch(() => undefined) // while the session is being checked
  }, [])
  if (session.state === 'signed-in')
    return (
      <Suspense
        fallback={
          <span className={ACCOUNT_BUTTON}>
            <AccountName user={session.user} />
          </span>
        }
      >
        <AccountMenu user={session.user} />
      </Suspense>
    )
  const isChecking = session.state === 'checking'
  return (
    <>
      <span className={`flex items-center gap-1 phone:gap-2 ${isChecking ? 'stored-user:hidden' : ''}`}>
        <ButtonLink to="/login" kind="quiet" className="max-phone:px-2">
          Login
        </ButtonLink>
        <ButtonLink to="/signup" kind="primary" className="max-phone:px-3">
          Sign Up
        </ButtonLink>
      </span>
      {isChecking ? (
        <StoredUser />
      ) : (
        <Suspense fallback={<span className="size-10 bar:hidden" />}>
          <HelpMenu />
        </Suspense>
      )}
    </>
  )
}
