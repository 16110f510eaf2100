import type { Role } from '@nofiller/contract/accounts'
import { nextPath } from '@nofiller/contract/next-path'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { recheckSession, useSession } from './session.ts'

type GuardProps = { children: ReactNode }

/**
 * Shows its children to a signed-in user, everyone else goes to `/login?next=…`, and home who logs out while here.
 * Waits for the session check.
 */
export function SignedIn({ flash, children }: GuardProps & { flash?: string }) {
  return (
    <Guard roles={null} flash={flash}>
      {children}
    </Guard>
  )
}

/**
 * For developers and admins; other users go to `/dashboard`. A page with unsaved work gives `onEnded`: when the server
 * ends the session, the page then stays, below that note, instead of going to the login.
 */
export function DeveloperOnly({ onEnded, children }: GuardProps & { onEnded?: ReactNode }) {
  return (
    <Guard roles={['developer', 'admin']} onEnded={onEnded}>
      {children}
    </Guard>
  )
}

/** For admins; other users go to `/dashboard`. */
export const AdminOnly = ({ children }: GuardProps) => <Guard roles={['admin']}>{children}</Guard>

type Demand = { roles: readonly Role[] | null; flash?: string | undefined; onEnded?: ReactNode }

function Guard({ roles, flash = 'Please log in.', onEnded, children }: GuardProps & Demand) {
  const session = useSession()
  const login = useLoginAddress('/login')
  const wasIn = useRef(false)
  useEffect(recheckSession, [])
  useEffect(() => {
    if (session.state === 'signed-in') wasIn.current = true
  }, [session.state])
  const hasLoggedOut = wasIn.current && session.state === 'signed-out' && session.reason === null
  const stays = onEnded !== undefined && wasIn.current && !hasLoggedOut

  if (session.state === 'checking' && !stays) return <Checking />
  if (hasLoggedOut) return <Navigate to="/" replace />
  if (session.state === 'signed-out' && !stays) return <Navigate to={login} replace state={{ flash }} />
  if (session.user && roles && !roles.includes(session.user.role)) return <Navigate to="/dashboard" replace />
  return (
    <>
      {session.state === 'signed-out' && onEnded}
      {children}
    </>
  )
}

/** The address of the login (or sign-up) page that comes back to where the user is now. */
export function useLoginAddress(page: '/login' | '/signup'): string {
  const { pathname, search } = useLocation()
  return withNext(page, pathname + search)
}

/** An address of this site with `next` kept in it; `/` needs no mention. */
export function withNext(page: string, wanted: unknown): string {
  const next = nextPath(wanted)
  if (next === '/') return page
  return `${page}${page.includes('?') ? '&' : '?'}next=${encodeURIComponent(next)}`
}

/** A centred ring, shown only when the wait is long enough to be felt. */
export function Checking() {
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
