import { Link, Outlet } from 'react-router'
import { Container } from '../ui/page.tsx'
import { AdvisoryMark, BAR_LINK, Bar } from './brand.tsx'
import { useStore, useYear } from './store-info.ts'

/** The frame of the payment page: onlookers see amounts and state, and nothing of the account. */
export default function PaymentShell() {
  const { name } = useStore()
  return (
    <>
      <Bar name={name}>
        <nav aria-label="Help" className="flex flex-1 gap-1">
          <Link to="/how-to-buy" className={BAR_LINK}>
            How to Buy
          </Link>
          <Link to="/support" className={`${BAR_LINK} max-phone:hidden`}>
            Support
          </Link>
        </nav>
        <span className="text-sm text-muted max-bar:hidden">
          Amounts and status only. No names, no titles.
        </span>
      </Bar>
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
