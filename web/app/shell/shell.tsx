import { useEffect, useRef } from 'react'
import { Outlet, useLocation } from 'react-router'
import { setAskForProof } from '../api/proof.ts'
import { ContentChoiceNotice } from './content-choice-notice.tsx'
import { Footer } from './footer.tsx'
import { useSearchKey } from './menu/search-key.ts'
import { TopBar } from './menu/top-bar.tsx'
import { NavigationProgress } from './navigation-progress.tsx'

setAskForProof(() =>
  import('../features/accounts/reauthentication/ask-for-proof.tsx').then(({ askForProof }) => askForProof()),
)

/** The frame of every page of the store. */
export default function Shell() {
  const main = useFocusOnNewPage()
  useSearchKey()
  useEffect(() => void import('../features/wishlist/hearts.ts').catch(() => undefined), [])
  return (
    <>
      <NavigationProgress />
      <TopBar />
      <ContentChoiceNotice />
      <main ref={main} id="main" tabIndex={-1} className="flex-1 outline-none">
        <Outlet />
      </main>
      <Footer />
    </>
  )
}

/** After a navigation the focus goes to the h1, so a screen reader announces the page. */
function useFocusOnNewPage() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const target = main.current?.querySelector<HTMLElement>('h1[tabindex]') ?? main.current
    target?.focus({ preventScroll: true })
  }, [pathname])
  return main
}
