import { type AccountAccess, admits, guardedPages } from '@nofiller/contract/access'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Navigate, Outlet, useLocation, useMatches } from 'react-router'
import { Button } from '../ui/button.tsx'
import { Note } from '../ui/feedback/note.tsx'
import { IconTriangleAlert } from '../ui/icons.tsx'
import { Empty } from '../ui/list/empty.tsx'
import { NeedsScripts } from '../ui/needs-scripts.tsx'
import { Container } from '../ui/page.tsx'
import { useLoginAddress } from './login-address.ts'
import { isSessionFresh, refreshUser, useServerDown, useSession } from './session.ts'

/** Exceptions of a page for visitors who are not signed in; its route exports them as `handle`. */
export type Meeting = {
  /** The message on the login page. */
  flash?: string
  /** Shown instead of the page, without going to the login. */
  signedOut?: ReactNode
  /** Shown above the page, which stays when the server ends the session: entered data is not lost. */
  onEnded?: ReactNode
}

type GuardedPage = keyof typeof guardedPages

/**
 * Above each page of `guardedPages`, so that other pages need not load it. Shows a page to those who may see it
 * (`contract/access.ts`). Visitors who are not signed in go to `/login?next=…`, users who log out here go home, and users
 * without the role go to `/dashboard`. A server that is down redirects nobody.
 */
export default function Guard() {
  const route = useMatches().at(-1)
  const page = route?.id as GuardedPage // each route is named after its page, see `routes.ts`
  const meeting = (route?.handle ?? {}) as Meeting // a route exports no other handle
  return (
    <AccountsOnly page={page} access={guardedPages[page]} {...meeting}>
      <Outlet />
    </AccountsOnly>
  )
}

type AccountsOnlyProps = Meeting & { page: GuardedPage; access: AccountAccess; children: ReactNode }

function AccountsOnly(props: AccountsOnlyProps) {
  const { page, access, flash = 'Please log in.', signedOut, onEnded, children } = props
  const session = useSession()
  const login = useLoginAddress('/login')
  const wasInOn = useRef<GuardedPage | null>(null)
  const isDown = useServerDown()
  const isAsking = useAsked()
  useEffect(() => {
    if (session.state === 'signed-in') wasInOn.current = page
  }, [session.state, page])
  const wasIn = wasInOn.current === page
  const hasLoggedOut = wasIn && session.state === 'signed-out' && session.reason === null
  const stays = onEnded !== undefined && wasIn && !hasLoggedOut

  if (session.state === 'checking' && isDown && !stays) return <Unreachable />
  if ((session.state === 'checking' || isAsking) && !stays) return <Checking />
  if (session.state === 'signed-out' && signedOut) return signedOut
  if (hasLoggedOut) return <Navigate to="/" replace />
  if (session.state === 'signed-out' && !stays) return <Navigate to={login} replace state={{ flash }} />
  if (session.user && !admits(access, session.user.role)) return <Navigate to="/dashboard" replace />
  return (
    <>
      {session.state === 'signed-out' && onEnded}
      {isDown && <ServerDown />}
      {children}
    </>
  )
}

/**
 * Checks at each navigation who is signed in. The page waits for the response, except within a minute of
 * the last successful one (requirements 3.11).
 */
function useAsked(): boolean {
  const { pathname } = useLocation()
  const [answeredFor, setAnsweredFor] = useState<string | null>(null)
  useEffect(() => {
    let isCurrent = true
    const answered = () => isCurrent && setAnsweredFor(pathname)
    if (isSessionFresh()) answered()
    refreshUser().then(answered)
    return () => {
      isCurrent = false
    }
  }, [pathname])
  return answeredFor !== pathname && !isSessionFresh()
}

/** Above a page that is shown although the session could not be checked. */
const ServerDown = () => (
  <Container className="pt-4 print:hidden">
    <Note kind="warn" role="status" action={<TryAgain />}>
      We can’t reach the store right now. You are still logged in, and nothing you typed is lost.
    </Note>
  </Container>
)

/** In place of a page for a user of whom this browser only has a token. */
const Unreachable = () => (
  <Container width="narrow" className="pt-14 pb-24">
    <Empty heading="h1" title="We can’t reach the store" icon={<IconTriangleAlert />} action={<TryAgain />}>
      You are still logged in. Check your connection, or try again in a moment.
    </Empty>
  </Container>
)

function TryAgain() {
  const [busy, setBusy] = useState(false)
  const press = async () => {
    setBusy(true)
    await refreshUser()
    setBusy(false)
  }
  return (
    <Button size="small" busy={busy} onClick={press}>
      Try again
    </Button>
  )
}

/** A centered ring, shown only when the wait is noticeable. */
function Checking() {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), 150)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="grid min-h-[60vh] place-items-center" aria-busy="true">
      <NeedsScripts to="see this page" />
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
