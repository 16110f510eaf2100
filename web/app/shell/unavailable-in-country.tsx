import type { Store } from '../services.ts'
import { buttonClass } from '../ui/button.tsx'
import { Container, PageTitle } from '../ui/page.tsx'
import { BarePage } from './bare-page.tsx'
import { AdvisoryMark } from './brand.tsx'

const STAYS = [
  { to: '/library', label: 'Your library', hint: 'Download every game you bought' },
  { to: '/orders', label: 'Your orders', hint: 'Receipts, and payments under way' },
  { to: '/settings/data', label: 'Your data', hint: 'Download a copy, or delete your account' },
  { to: '/support', label: 'Support', hint: 'We’re still here to help' },
]
const LEGAL = [
  { to: '/terms', label: 'Terms' },
  { to: '/privacy', label: 'Privacy' },
  { to: '/rules', label: 'Rules' },
  { to: '/copyright', label: 'Copyright' },
  { to: '/contact', label: 'Contact' },
]

type UnavailableInCountryProps = {
  store: Store
  /** `United Kingdom`; null when the visitor's country is unknown. */
  country: string | null
  /** The URLs of the styles of every page. */
  styles: readonly string[]
}

/**
 * The complete document for visitors to whom the law forbids to show the store. It has no scripts but the theme's, because
 * the requested page's scripts would request closed calls.
 */
export const UnavailableInCountry = ({ store, country, styles }: UnavailableInCountryProps) => (
  <BarePage
    store={store}
    title="Closed in your country"
    styles={styles}
    aside={
      <a href="/login" className={buttonClass()}>
        Log in
      </a>
    }
  >
    <main className="flex-1">
      <Container width="narrow" className="grid gap-8 pt-10 pb-20 phone:pt-16">
        <div className="grid justify-items-start gap-5">
          <AdvisoryMark size="large" />
          <PageTitle>{country ? `Closed in ${withArticle(country)}` : 'Closed where you are'}</PageTitle>
          <p className="text-md text-muted">{reasonFor(country)}</p>
        </div>
        <section aria-labelledby="stays" className="grid gap-3">
          <h2 id="stays" className="text-md font-650">
            What you bought stays yours
          </h2>
          <ul className="grid gap-3 phone:grid-cols-2">
            {STAYS.map(({ to, label, hint }) => (
              <li key={to}>
                <a
                  href={to}
                  className="grid h-full gap-1 rounded-3 border border-line bg-surface p-4 no-underline hover:border-edge"
                >
                  <span className="font-650">{label}</span>
                  <span className="text-ui text-muted">{hint}</span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      </Container>
    </main>
    <footer className="border-t border-line py-6 text-ui text-muted">
      <Container>
        <nav aria-label="Legal" className="flex flex-wrap gap-x-6 gap-y-3">
          {LEGAL.map(({ to, label }) => (
            <a key={to} href={to} className="no-underline hover:text-text hover:underline">
              {label}
            </a>
          ))}
        </nav>
      </Container>
    </footer>
  </BarePage>
)

/** Country names in the plural, or with a word such as kingdom. */
const TAKES_ARTICLE = /Kingdom|States|Islands|Republic|Netherlands|Philippines|Emirates|Bahamas|Gambia/

const withArticle = (country: string): string => (TAKES_ARTICLE.test(country) ? `the ${country}` : country)

const reasonFor = (country: string | null): string =>
  country
    ? `The law there requires adult stores to check every visitor’s age in a way we don’t support, so we can’t show or sell anything to visitors from ${withArticle(country)}.`
    : 'We couldn’t tell which country you’re visiting from. Some require adult stores to check every visitor’s age in a way we don’t support, so we can’t show or sell anything here.'
