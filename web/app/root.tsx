import type { ContentView } from '@nofiller/contract/catalog/content-choice'
import { focusManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRevalidator } from 'react-router'
import './app.css'
import type { Route } from './+types/root.ts'
import { isOutage } from './api/api-error.ts'
import { forgetGames } from './features/catalog/viewed/stored-views.ts'
import display from './fonts/archivo-display.woff2?url'
import text from './fonts/archivo-text.woff2?url'
import { servicesContext } from './services.ts'
import { catchUpFrom, onAnswersChange } from './session/content-choice.ts'
import { onAccountChange, onSignOut } from './session/session.ts'
import { AgeGate } from './shell/age-gate.tsx'
import { ScriptFailed } from './shell/failures/script-failed.tsx'
import favicon from './shell/favicon.svg?url'
import { THEME_SCRIPT, themeShown } from './shell/theme.tsx'
import { InlineScript } from './ui/browser/inline-script.tsx'
import { Button, ButtonLink } from './ui/button.tsx'
import { Toaster } from './ui/feedback/toast.tsx'
import { IconTriangleAlert } from './ui/icons.tsx'
import { Empty } from './ui/list/empty.tsx'
import { Container } from './ui/page.tsx'

export const loader = ({ context }: Route.LoaderArgs) => {
  const { store, view, today } = context.get(servicesContext)
  return { store, view, year: today().slice(0, 4) }
}

/** The store's name and address do not change while a page lives, nor how its first HTML was rendered. */
export const shouldRevalidate = () => false

/** For pages without a title of their own. */
export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: loaderData?.store.name ?? 'Error' }]

export const links: Route.LinksFunction = () => [
  { rel: 'alternate', type: 'application/atom+xml', href: '/games/feed.xml', title: 'New games' },
  { rel: 'icon', type: 'image/svg+xml', href: favicon },
  ...[text, display].map((href) => ({
    rel: 'preload',
    as: 'font' as const,
    type: 'font/woff2',
    href,
    crossOrigin: 'anonymous' as const,
  })),
]

/** The document. The same for all visitors: personal parts are loaded in the browser (architecture §5). */
export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" data-theme={themeShown()} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#110e10" />
        <InlineScript code={THEME_SCRIPT} />
        <Meta />
        <Links />
      </head>
      <body>
        <ScriptFailed />
        <AgeGate>{children}</AgeGate>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root({ loaderData }: Route.ComponentProps) {
  const queries = useQueries()
  useAskAgain(queries, loaderData.view)
  useAskOnFocus()
  return (
    <QueryClientProvider client={queries}>
      <Outlet />
      <Toaster />
    </QueryClientProvider>
  )
}

/** Data fetched for one account is dropped when the account changes or logs out. */
function useQueries(): QueryClient {
  const [queries] = useState(
    () =>
      new QueryClient({
        defaultOptions: { queries: { retry: (tries, error) => tries < 2 && isOutage(error) } },
      }),
  )
  useEffect(() => onAccountChange(() => queries.clear()), [queries])
  useEffect(() => onSignOut(forgetGames), [])
  return queries
}

/** Another content choice has other responses: the cached ones are refetched. */
function useAskAgain(queries: QueryClient, rendered: ContentView) {
  const { revalidate } = useRevalidator()
  useEffect(
    () => onAnswersChange(() => Promise.all([revalidate(), queries.invalidateQueries()])),
    [revalidate, queries],
  )
  useEffect(() => catchUpFrom(rendered), [rendered])
}

/** Windows side by side are all visible: outdated data is also refetched when one gets the focus. */
function useAskOnFocus() {
  useEffect(
    () =>
      focusManager.setEventListener((ask) => {
        const asked = () => ask()
        for (const event of FOCUS_EVENTS) window.addEventListener(event, asked)
        return () => {
          for (const event of FOCUS_EVENTS) window.removeEventListener(event, asked)
        }
      }),
    [],
  )
}

const FOCUS_EVENTS = ['visibilitychange', 'focus']

/** The last resort, when a page has an unhandled error. */
export function ErrorBoundary() {
  return (
    <main className="grid flex-1 place-items-center py-16">
      <Container width="narrow">
        <Empty
          heading="h1"
          title="Something went wrong"
          icon={<IconTriangleAlert />}
          action={
            <>
              <Button kind="primary" onClick={() => location.reload()}>
                Reload
              </Button>
              <ButtonLink to="/">Browse games</ButtonLink>
            </>
          }
        >
          This page could not be shown. Nothing was lost or charged.
        </Empty>
      </Container>
    </main>
  )
}
