import { Link } from 'react-router'
import { NsfwSwitch } from '../features/catalog/nsfw.tsx'
import { Button, ButtonLink, buttonClass } from '../ui/button.tsx'
import { IconArrowUp, IconChat } from '../ui/icons.tsx'
import { Container } from '../ui/page.tsx'
import { AdvisoryMark } from './brand.tsx'
import { useStore, useYear } from './store-info.ts'
import { ThemeSwitch } from './theme.tsx'

/** A URL and its label; a missing page has no URL. */
type FooterLink = readonly [to: string | false | null, label: string]

const GAME: readonly FooterLink[] = [
  ['/games', 'All games'],
  ['/devlog', 'Devlog'],
  ['/roadmap', 'Roadmap'],
  ['/patch-notes', 'Patch notes'],
]
const communityLinks = (chatUrl: string | null): readonly FooterLink[] => [
  [chatUrl, 'Chat server'],
  ['/sell', 'Sell your game'],
  ['/developers', 'For developers'],
]
const SUPPORT: readonly FooterLink[] = [
  ['/support', 'Support'],
  ['/contact', 'Contact'],
  ['/faq', 'FAQ'],
  ['/privacy', 'Privacy'],
  ['/terms', 'Terms'],
]
const safetyLinks = (statusPage: boolean): readonly FooterLink[] => [
  ['/rules', 'Rules'],
  ['/limits', 'Limits'],
  ['/copyright', 'Copyright'],
  ['/transparency', 'Transparency'],
  ['/reviews-policy', 'Reviews'],
  ['/how-we-order', 'Order of games'],
  [statusPage && '/status', 'Status'],
]

/** The footer of every page (requirements 9.6). */
export function Footer() {
  const { name, tagline, chatUrl, statusPage } = useStore()
  return (
    <footer className="border-t border-line pt-12 pb-8 text-ui text-muted print:hidden">
      <Container>
        <div className="mb-10 grid grid-cols-2 gap-8 bar:auto-cols-[160px] bar:grid-flow-col bar:grid-cols-1">
          <div className="grid content-start justify-items-start gap-4 max-bar:col-span-full">
            <span className="d3 text-text">{tagline}</span>
            <div className="flex flex-wrap items-center gap-3">
              <ButtonLink to="/games" size="small">
                Browse games
              </ButtonLink>
              {chatUrl && (
                <a
                  href={chatUrl}
                  target="_blank"
                  rel="noopener"
                  className={buttonClass({ kind: 'quiet', size: 'small' })}
                >
                  <IconChat />
                  Join the chat community
                </a>
              )}
            </div>
          </div>
          <Column title="Game" links={GAME} />
          <Column title="Community" links={communityLinks(chatUrl)} />
          <Column title="Support" links={SUPPORT} />
          <Column title="Rules and safety" links={safetyLinks(statusPage)} />
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 border-t border-line pt-6">
          <span className="flex items-center gap-3">
            <AdvisoryMark />
            <span>
              © {useYear()} {name}
            </span>
          </span>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <ThemeSwitch />
            <NsfwSwitch />
            <Button kind="quiet" size="small" onClick={backToTop}>
              <IconArrowUp />
              Back to top
            </Button>
          </div>
        </div>
      </Container>
    </footer>
  )
}

function Column({ title, links }: { title: string; links: readonly FooterLink[] }) {
  return (
    <nav aria-label={title}>
      <h2 className="mb-3.5 text-ui font-650 text-text">{title}</h2>
      <ul className="grid gap-2.5">
        {links.map(
          ([to, label]) =>
            to && (
              <li key={to}>
                <Link
                  to={to}
                  {...(to.startsWith('http') && { target: '_blank', rel: 'noopener' })}
                  className="no-underline hover:text-text hover:underline"
                >
                  {label}
                </Link>
              </li>
            ),
        )}
      </ul>
    </nav>
  )
}

function backToTop() {
  const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'
  window.scrollTo({ top: 0, behavior })
  document.getElementById('main')?.focus({ preventScroll: true })
}
