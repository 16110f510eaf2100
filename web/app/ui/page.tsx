import type { ReactNode } from 'react'

const WIDTHS = { page: 'max-w-page', narrow: 'max-w-narrow', middle: 'max-w-240', form: 'max-w-116' }
type Width = keyof typeof WIDTHS

/** The centred column of a screen with its gutters, without any padding above or below. */
export function Container({
  width = 'page',
  className = '',
  children,
}: {
  width?: Width
  className?: string
  children: ReactNode
}) {
  return <div className={`mx-auto w-full px-4 phone:px-8 ${WIDTHS[width]} ${className}`}>{children}</div>
}

type PageProps = {
  title: ReactNode
  width?: Width
  /** Buttons at the right of the title. */
  actions?: ReactNode
  /** A line under the title. */
  lead?: ReactNode
  children: ReactNode
}

/** A screen: its one h1 and what follows. */
export function Page({ title, width, actions, lead, children }: PageProps) {
  return (
    <Container width={width} className="pt-6 pb-16 phone:pt-10 phone:pb-24">
      <header className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <PageTitle>{title}</PageTitle>
          {lead && <p className="mt-2 text-muted">{lead}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
      </header>
      {children}
    </Container>
  )
}

/** The h1. It takes the focus after a change of page, so that a screen reader reads where one is. */
export function PageTitle({ className = 'd2', children }: { className?: string; children: ReactNode }) {
  return (
    <h1 tabIndex={-1} className={`outline-none ${className}`}>
      {children}
    </h1>
  )
}

/** A bordered surface. `flush` leaves the padding to what is inside, as for tables. */
export function Panel({
  flush,
  className = '',
  children,
}: {
  flush?: boolean
  className?: string
  children: ReactNode
}) {
  return (
    <div
      className={`rounded-3 border border-line bg-surface ${flush ? 'overflow-hidden' : 'p-4 phone:p-6'} ${className}`}
    >
      {children}
    </div>
  )
}
