import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { useSession, useUser } from '../../session/session.ts'
import { PREFETCH } from '../../ui/browser/prefetch.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { BAR_LINK, Bar } from '../brand.tsx'
import { useStore } from '../store-info.ts'
import { ACCOUNT_BUTTON, AccountName } from './account-name.tsx'
import { BasketButton } from './basket-button.tsx'
import { StoredUser } from './stored-user.tsx'

/** The pages under Games: the link's own target, and the full catalog. */
const GAMES: Record<string, 'page' | 'true'> = { '/': 'page', '/games': 'true' }

/** The bar at the top of every page. */
export function TopBar() {
  const { pathname } = useLocation()
  return (
    <Bar name={useStore().name} className="sticky top-0 z-20 bg-bg/94 backdrop-blur-sm print:hidden">
      <nav aria-label="Main" className="flex flex-1 gap-1">
        {/* When not everything fits, the logo links there too. */}
        <Link
          to="/"
          prefetch={PREFETCH}
          aria-current={GAMES[pathname]}
          className={`${BAR_LINK} max-narrow:hidden`}
        >
          Games
        </Link>
        <NavLink to="/how-to-buy" prefetch={PREFETCH} className={`${BAR_LINK} max-bar:hidden`}>
          How to Buy
        </NavLink>
        <NavLink to="/faq" prefetch={PREFETCH} className={`${BAR_LINK} max-bar:hidden`}>
          FAQ
        </NavLink>
        <NavLink to="/sell" prefetch={PREFETCH} className={`${BAR_LINK} max-bar:hidden`}>
          Sell your game
        </NavLink>
      </nav>
      <div className="flex items-center gap-1 phone:gap-2">
        <Bell />
        <BasketButton />
        <Who />
      </div>
    </Bar>
  )
}

const loadMenu = () => import('./account-menu.tsx')

/** Both menus are one script. If it fails, a link leads to the account. */
const AccountMenu = lazy(() =>
  loadMenu().catch(() => ({ default: () => <ButtonLink to="/dashboard">Account</ButtonLink> })),
)
const HelpMenu = lazy<ComponentType>(() => import('./help-links.tsx').catch(() => ({ default: () => null })))

/** Only for the signed-in, so only they load its script; if that fails, nothing is shown. */
const NoticeBell = lazy<ComponentType>(() =>
  import('../../features/notices/notice-bell.tsx').catch(() => ({ default: () => null })),
)

const Bell = () =>
  useUser() && (
    <Suspense fallback={<span className="size-10" />}>
      <NoticeBell />
    </Suspense>
  )

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
