import { type AccountAccess, admits, type PagePath, pages } from '@nofiller/contract/access'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Navigate, useLocation, useMatches } from 'react-router'
import { Button } from '../ui/button.tsx'
import { Note } from '../ui/feedback/note.tsx'
import { IconTriangleAlert } from '../ui/icons.tsx'
import { Empty } from '../ui/list/empty.tsx'
import { NeedsScripts } from '../ui/needs-scripts.tsx'
import { Container } from '../ui/page.tsx'
import { useLoginAddress } from './login-address.ts'
import { isSessionFresh, refreshUser, useServerDown, useSession } from './session.ts'

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
 * while here goes home, and whose role does not suffice to `/dashboard`. A server that is down sends nobody anywhere.
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
 * Asks the server at each navigation who is signed in. Whether the page has to wait for the answer: not within a minute of
 * the last good one (requirements 3.11).
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

/** Above a page that is shown although nobody could be asked for whom. */
const ServerDown = () => (
  <Container className="pt-4 print:hidden">
    <Note kind="warn" role="status" action={<TryAgain />}>
      We can’t reach the store right now. You are still logged in, and nothing you typed is lost.
    </Note>
  </Container>
)

/** In place of a page for somebody of whom this browser has nothing but a token. */
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

/** A centred ring, shown only when the wait is long enough to be felt. */
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
