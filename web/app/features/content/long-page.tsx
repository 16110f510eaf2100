import type { ReactNode } from 'react'
import { Container, PageTitle } from '../../ui/page.tsx'
import { ContentsRail, type Place } from './contents-rail.tsx'

type LongPageProps = {
  title: string
  /** A line under the title. */
  note?: ReactNode
  places: readonly Place[]
  children: ReactNode
}

/** A text with many sections, with its contents at the side. */
export const LongPage = ({ title, note, places, children }: LongPageProps) => (
  <Container className="grid pt-6 pb-16 phone:pt-10 phone:pb-24 bar:grid-cols-[224px_minmax(0,680px)] bar:gap-16">
    <ContentsRail places={places} />
    <article className="min-w-0">
      <PageTitle>{title}</PageTitle>
      {note && <p className="mt-2 text-sm text-faint">{note}</p>}
      {children}
    </article>
  </Container>
)
