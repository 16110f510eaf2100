// @vitest-environment jsdom
import { admits, type Caller, type PagePath, pages } from '@nofiller/contract/access'
import { screen } from '@testing-library/react'
import { it } from 'vitest'
import * as library from '../routes/buying/library.tsx'
import * as orders from '../routes/buying/orders.tsx'
import { openPage, startFakeStore } from '../testing/screens.tsx'

const store = startFakeStore()
const EVERY_PAGE = (Object.keys(pages) as PagePath[]).filter((page) => page !== '/*') // the table has no others

/** These two ask to log in themselves. */
const ASKING: Partial<Record<PagePath, { handle: unknown; asks: string }>> = {
  '/library': { handle: library.handle, asks: 'Please log in to view your library.' },
  '/orders': { handle: orders.handle, asks: 'Please log in.' },
}

it.each<Caller>(['nobody', 'player', 'developer', 'admin'])(
  'Every page shows itself to %s or redirects, as the matrix says',
  async (caller) => {
    if (caller !== 'nobody') await store.signIn({ role: caller })
    for (const page of EVERY_PAGE) {
      const address = page.replace(/:\w+\??/, 'one')
      const Page = () => <p>{`This is ${page}`}</p>
      openPage(`${address}?at=2`, { [page]: { default: Page, handle: ASKING[page]?.handle } })
      await screen.findByText(shownTo(caller, page, `${address}?at=2`))
    }
  },
)

function shownTo(caller: Caller, page: PagePath, address: string): string {
  if (admits(pages[page], caller)) return `This is ${page}`
  if (caller !== 'nobody') return 'At /dashboard'
  return ASKING[page]?.asks ?? `At /login?next=${encodeURIComponent(address)}`
}
