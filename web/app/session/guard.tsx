import { type AccountAccess, admits, type PagePath, pages } from '@nofiller/contract/access'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Navigate, useMatches } from 'react-router'
import { useLoginAddress } from './login-address.ts'
import { recheckSession, useSession } from './session.ts'

/** How a page meets who is not signed in, where it differs from the rest; its route exports it as `handle`. */
export type Meeting = {
  /** Said at the login. */
  flash?: string
  /** Shown in place of the page, without going to the login. */
  signedOut?: ReactNode
  /** Shown above the page, which stays when the server ends the session: nothing that was entered is lost. */
  onEnded?: ReactNode
}

/**
 * Shows a page to those for whom it is (`contract/access.ts`). Who is not signed in goes to `/login?next=…`, who logs out
 * while here goes home, and whose role does not suffice to `/dashboard`. Waits for the session check.
 */
export function Guard({ children }: { children: ReactNode }) {
  const route = useMatches().at(-1)
  const page = route?.id as PagePath // each route is named after its page, see `routes.ts`
  const access = pages[page]
  if (access === 'anyone') return children
  const meeting = (route?.handle ?? {}) as Meeting // a route exports no other handle
  return (
    <AccountsOnly page={page} access={access} {...meeting}>
      {children}
    </AccountsOnly>
  )
}

type AccountsOnlyProps = Meeting & { page: PagePath; access: AccountAccess; children: ReactNode }

function AccountsOnly(props: AccountsOnlyProps) {
  const { page, access, flash = 'Please log in.', signedOut, onEnded, children } = props
  const session = useSession()
  const login = useLoginAddress('/login')
  const wasInOn = useRef<PagePath | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks on each page
  useEffect(recheckSession, [page])
  useEffect(() => {
    if (session.state === 'signed-in') wasInOn.current = page
  }, [session.state, page])
  const wasIn = wasInOn.current === page
  const hasLoggedOut = wasIn && session.state === 'signed-out' && session.reason === null
  const stays = onEnded !== undefined && wasIn && !hasLoggedOut

  if (session.state === 'checking' && !stays) return <Checking />
  if (session.state === 'signed-out' && signedOut) return signedOut
  if (hasLoggedOut) return <Navigate to="/" replace />
  if (session.state === 'signed-out' && !stays) return <Navigate to={login} replace state={{ flash }} />
  if (session.user && !admits(access, session.user.role)) return <Navigate to="/dashboard" replace />
  return (
    <>
      {session.state === 'signed-out' && onEnded}
      {children}
    </>
  )
}

/** A centred ring, shown only when the wait is long enough to be felt. */
function Checking() {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), 150)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="grid min-h-[60vh] place-items-center" aria-busy="true">
      {shown && (
        <div role="status" className="text-muted">
          <span
            aria-hidden="true"
            className="block size-8 animate-spin rounded-full border-[3px] border-line border-t-accent"
          />
          <span className="sr-only">Loading</span>
        </div>
      )}
    </div>
  )
}
