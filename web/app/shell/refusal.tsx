import type { Store } from '../services.ts'
import { buttonClass } from '../ui/button.tsx'
import { Container, PageTitle } from '../ui/page.tsx'
import { BarePage } from './bare-page.tsx'

type RefusalProps = { store: Store; status: number; message: string; styles: readonly string[] }

/** The page for a request that the store cannot answer, at any URL. */
export const Refusal = ({ store, status, message, styles }: RefusalProps) => {
  const title = titleOf(status)
  return (
    <BarePage
      {...{ store, title, styles }}
      aside={
        <a href="/support" className={buttonClass({ kind: 'quiet' })}>
          Support
        </a>
      }
    >
      <main className="flex-1">
        <Container width="narrow" className="grid justify-items-start gap-5 pt-10 pb-20 phone:pt-16">
          <PageTitle>{title}</PageTitle>
          <p className="text-md text-muted">{message}</p>
          <a href="/" className={buttonClass({ kind: 'primary' })}>
            Browse games
          </a>
        </Container>
      </main>
    </BarePage>
  )
}

function titleOf(status: number): string {
  if (status === 404) return 'Not found'
  if (status === 503) return 'Not available right now'
  if (status === 429) return 'Too many requests'
  return status >= 500 ? 'Something went wrong' : 'This request doesn’t work'
}
