/** Screens in jsdom, each behind the guard that it has in the store, with a store whose responses the test sets. */
import { guardedPages, type PagePath } from '@nofiller/contract/access'
import type { SessionUser } from '@nofiller/contract/accounts/accounts'
import type { CallName } from '@nofiller/contract/calls'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, fireEvent, render, screen } from '@testing-library/react'
import { createRoutesStub, Outlet, useLocation } from 'react-router'
import { afterEach, beforeEach, vi } from 'vitest'
import Guard from '../session/guard.tsx'
import { signIn, signOut } from '../session/session.ts'
import { Toaster } from '../ui/feedback/toast.tsx'
import { june } from './june.ts'
import { STORE } from './store.ts'

type StubRoute = Parameters<typeof createRoutesStub>[0][number]

/** A route module's exports. A loader runs on the server, so a test sets its result. */
export type Screen = { default: StubRoute['Component'] } & Pick<
  StubRoute,
  'ErrorBoundary' | 'handle' | 'loader'
>

/** A status and a body, or null for a broken connection. */
type Answer = { status: number; body?: unknown } | null
export const BROKEN: Answer = { status: 500 }
export const CUT: Answer = null
export const REFUSED: Answer = { status: 401, body: { error: 'no', code: 'unauthorized' } }

/** Starts each test of the file signed out, with a store that answers 404 to all calls that the test does not set. */
export function startFakeStore() {
  const answers = new Map<string, Answer>()
  const answer = (name: CallName, to: Answer) => void answers.set(name, to)
  /** How far the browser's clock is ahead of the store's. */
  let aheadMs = 0

  beforeEach(() => {
    configure({ asyncUtilTimeout: 30_000 }) // only for a hanging response
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
    vi.stubGlobal('open', () => null)
    vi.stubGlobal('IntersectionObserver', Watcher)
    vi.stubGlobal('ResizeObserver', Watcher)
    // jsdom has neither a top layer nor a layout.
    Object.assign(HTMLDialogElement.prototype, { showModal: open, show: open, close })
    Object.assign(HTMLElement.prototype, { showPopover() {}, hidePopover() {}, scrollIntoView() {} })
    vi.stubGlobal('fetch', async (path: string, { method = 'GET' }: RequestInit = {}) => {
      const name = [...answers.keys()].find((each) =>
        patternOf(each).test(`${method} ${path.replace(/\?.*/, '')}`),
      )
      const given = name === undefined ? { status: 404 } : answers.get(name)
      if (!given) throw new TypeError('Failed to fetch')
      return new Response(given.body === undefined ? '' : JSON.stringify(given.body), {
        status: given.status,
        headers: {
          date: new Date(Date.now() - aheadMs).toUTCString(),
          'cache-control': 'private, no-store',
        },
      })
    })
  })
  afterEach(async () => {
    for (const button of screen.queryAllByRole('button', { name: 'Dismiss' })) fireEvent.click(button)
    cleanup()
    answers.clear()
    await signOut()
    localStorage.clear()
    sessionStorage.clear()
    vi.unstubAllGlobals()
    vi.useRealTimers()
    aheadMs = 0
  })

  return {
    /** From now on, with a store whose clock starts at `storeMs`. */
    setBrowserClockAhead(ms: number, storeMs: number) {
      vi.useRealTimers()
      vi.useFakeTimers({ toFake: ['Date'], now: storeMs + ms, shouldAdvanceTime: true })
      aheadMs = ms
    },
    /** From now on. A path parameter matches anything. */
    answer,
    signIn(user: Partial<SessionUser> = {}) {
      answer('GET /api/whoami', { status: 200, body: { ...june, ...user } })
      return signIn('token')
    },
  }
}

class Watcher {
  observe() {}
  unobserve() {}
  disconnect() {}
}
function open(this: HTMLDialogElement) {
  this.open = true
}
function close(this: HTMLDialogElement) {
  this.open = false
}

const patternOf = (name: string) => new RegExp(`^${name.replace(/:\w+/g, '[^/]+')}$`)

/** Opens a URL among some pages; any other page shows its URL. */
export function openPage(address: string, pages: Partial<Record<PagePath, Screen>>): void {
  cleanup()
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const Frame = () => (
    <QueryClientProvider client={queries}>
      <Outlet />
      <Toaster />
    </QueryClientProvider>
  )
  const routes = Object.entries(pages).map(
    ([path, { default: Component, ErrorBoundary, handle, loader }]) => ({
      ...{ id: path, path, Component, ErrorBoundary, handle, loader },
    }),
  )
  const Pages = createRoutesStub([
    {
      id: 'root',
      path: '/',
      Component: Frame,
      HydrateFallback: () => null,
      children: [
        { id: 'guard', Component: Guard, children: routes.filter(({ id }) => id in guardedPages) },
        ...routes.filter(({ id }) => !(id in guardedPages)),
        { id: '/*', path: '*', Component: Elsewhere },
      ],
    },
  ])
  render(
    <Pages
      initialEntries={[address]}
      hydrationData={{ loaderData: { root: { store: STORE, view: 'show' } } }}
    />,
  )
}

function Elsewhere() {
  const { pathname, search } = useLocation()
  return <p>{`At ${pathname}${search}`}</p>
}

/** A text that is alone in one element. */
export const shows = (text: string) => screen.findAllByText(text)

/** Presses a button once it is not busy, and waits for the text that it leads to where one is given. */
export async function press(name: string | RegExp, text?: string): Promise<void> {
  fireEvent.click(firstOf(await screen.findAllByRole('button', { name, busy: false })))
  if (text) await shows(text)
}

export const fill = (label: string | RegExp, value: string) =>
  fireEvent.change(firstOf(screen.getAllByLabelText(label)), { target: { value } })

const firstOf = (found: HTMLElement[]): HTMLElement => found[0] as HTMLElement // no match has thrown already
