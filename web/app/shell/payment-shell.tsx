import { Link, Outlet } from 'react-router'
import { Container } from '../ui/page.tsx'
import { AdvisoryMark, Mark } from './brand.tsx'
import { useStore, useYear } from './store-info.ts'

const LINK = 'rounded-2 p-2 font-550 text-muted no-underline hover:bg-surface hover:text-text phone:px-3'

/** The frame of the payment page: onlookers see amounts and state, and nothing of the account. */
export default function PaymentShell() {
  const { name } = useStore()
  return (
    <>
      <header className="border-b border-line">
        <a
          href="#main"
          className="absolute top-2 left-2 z-50 -translate-y-20 rounded-2 bg-accent px-4 py-2 font-650 text-on-accent no-underline focus:translate-y-0"
        >
          Skip to content
        </a>
        <Container className="flex h-14 items-center gap-2 phone:h-16 phone:gap-3 bar:gap-8">
          <Link
            to="/"
            aria-label={`${name}, home`}
            className="flex items-center gap-2.5 text-[21px]/none font-extrabold no-underline [font-stretch:75%]"
          >
            <Mark />
            <span translate="no" className="max-phone:hidden">
              {name}
            </span>
          </Link>
          <nav aria-label="Help" className="flex flex-1 gap-1">
            <Link to="/how-to-buy" className={LINK}>
              How to Buy
            </Link>
            <Link to="/support" className={`${LINK} max-phone:hidden`}>
              Support
            </Link>
          </nav>
          <span className="text-sm text-muted max-bar:hidden">
            Amounts and status only. No names, no titles.
          </span>
        </Container>
      </header>
      <main id="main" tabIndex={-1} className="flex-1 outline-none">
        <Outlet />
      </main>
      <footer className="border-t border-line py-6 text-ui text-muted">
        <Container className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
          <span className="flex items-center gap-3">
            <AdvisoryMark />
            <span>
              © {useYear()} {name}
            </span>
          </span>
          <nav aria-label="Legal" className="flex gap-5">
            {[
              ['/terms', 'Terms'],
              ['/privacy', 'Privacy'],
              ['/contact', 'Contact'],
            ].map(([to = '', label]) => (
              <Link key={to} to={to} className="no-underline hover:text-text hover:underline">
                {label}
              </Link>
            ))}
          </nav>
        </Container>
      </footer>
    </>
  )
}
