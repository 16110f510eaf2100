import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { PREFETCH } from '../ui/browser/prefetch.ts'
import { Container } from '../ui/page.tsx'

export const BAR_LINK =
  'rounded-2 p-2 font-550 text-muted no-underline hover:bg-surface hover:text-text aria-[current]:text-text phone:px-3'

type BarProps = {
  /** The store’s name. */
  name: string
  className?: string
  children: ReactNode
}

/** The bar at the top of a page: the link to its content, the store's name, and what a frame adds. */
export const Bar = ({ name, className = '', children }: BarProps) => (
  <header className={`border-b border-line ${className}`}>
    <a
      href="#main"
      className="absolute top-2 left-2 z-50 -translate-y-20 rounded-2 bg-accent px-4 py-2 font-650 text-on-accent no-underline focus:translate-y-0"
    >
      Skip to content
    </a>
    <Container className="flex h-14 items-center gap-2 phone:h-16 phone:gap-3 bar:gap-8">
      <Link
        to="/"
        prefetch={PREFETCH}
        aria-label={`${name}, home`}
        className="flex items-center gap-2.5 text-[21px]/none font-extrabold no-underline [font-stretch:75%]"
      >
        <Mark />
        <span translate="no" className="max-phone:hidden">
          {name}
        </span>
      </Link>
      {children}
    </Container>
  </header>
)

/** The store's mark: an open square with one pixel of the accent. */
export const Mark = () => (
  <svg viewBox="0 0 28 28" aria-hidden="true" className="size-7 shrink-0">
    <path d="M2 5h16v4h-12v13h13v-12h4v16H2z" fill="currentColor" />
    <path d="M20 2h6v6h-6z" className="fill-accent" />
  </svg>
)

/** The black and white 18+ mark; paper and ink in both themes. */
export function AdvisoryMark({ size = 'small' }: { size?: 'small' | 'large' }) {
  const large = size === 'large'
  return (
    <span
      role="img"
      aria-label="Adults only, 18 plus"
      className="inline-grid grid-cols-[auto_auto] border-2 border-sticker-ink bg-sticker leading-none font-[850] text-sticker-ink outline outline-sticker [font-stretch:75%]"
    >
      <b
        className={`bg-sticker-ink font-[850] text-sticker ${large ? 'px-3 py-2.5 text-[34px]' : 'px-2 py-1.5 text-[22px]'}`}
      >
        18+
      </b>
      <span
        className={`self-center tracking-[.02em] ${large ? 'px-3.5 text-md/[17px]' : 'px-[9px] text-[11px]/3'}`}
      >
        ADULTS
        <br />
        ONLY
      </span>
    </span>
  )
}
