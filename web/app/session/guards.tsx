import type { Role } from '@nofiller/contract/accounts'
import { nextPath } from '@nofiller/contract/next-path'
import { type ReactNode, useEffect, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { recheckSession, useSession } from './session.ts'

type GuardProps = { children: ReactNode }

/** Shows its children to a signed-in user, everyone else goes to `/login?next=…`. Waits for the session check. */
export function SignedIn({ children }: GuardProps) {
  return <Guard roles={null}>{children}</Guard>
}

/** For developers and admins; other users go to `/dashboard`. */
export function DeveloperOnly({ children }: GuardProps) {
  return <Guard roles={['developer', 'admin']}>{children}</Guard>
}

/** For admins; other users go to `/dashboard`. */
export function AdminOnly({ children }: GuardProps) {
  return <Guard roles={['admin']}>{children}</Guard>
}

function Guard({ roles, children }: GuardProps & { roles: readonly Role[] | null }) {
  const session = useSession()
  const login = useLoginAddress('/login')
  useEffect(recheckSession, [])
  if (session.state === 'checking') return <Checking />
  if (session.state === 'signed-out')
    return <Navigate to={login} replace state={{ flash: 'Please log in.' }} />
  if (roles && !roles.includes(session.user.role)) return <Navigate to="/dashboard" replace />
  return children
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
