import type { ReactNode } from 'react'
import type { Store } from '../services.ts'
import { InlineScript } from '../ui/browser/inline-script.tsx'
import { Container } from '../ui/page.tsx'
import { Mark } from './brand.tsx'
import favicon from './favicon.svg?url'
import { THEME_SCRIPT } from './theme.tsx'

type BarePageProps = {
  store: Pick<Store, 'name'>
  title: string
  /** The URLs of the styles of every page. */
  styles: readonly string[]
  /** Beside the store's name. */
  aside: ReactNode
  children: ReactNode
}

/** A complete document without the router: it has no scripts but the theme's, so it works at any URL. */
export const BarePage = ({ store: { name }, title, styles, aside, children }: BarePageProps) => (
  <html lang="en" data-theme="dark">
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="theme-color" content="#110e10" />
      <InlineScript code={THEME_SCRIPT} />
      <title>{`${title} · ${name}`}</title>
      {styles.map((address) => (
        <link key={address} rel="stylesheet" href={address} />
      ))}
      <link rel="icon" type="image/svg+xml" href={favicon} />
    </head>
    <body>
      <header className="border-b border-line">
        <Container className="flex h-16 items-center justify-between gap-4">
          <span className="flex items-center gap-2.5 text-[21px]/none font-extrabold [font-stretch:75%]">
            <Mark />
            {name}
          </span>
          {aside}
        </Container>
      </header>
      {children}
    </body>
  </html>
)
