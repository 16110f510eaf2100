import type { ReactNode } from 'react'

const WIDTHS = { page: '', narrow: 'text-edges-[656px]', middle: 'text-edges-[896px]' }
type Width = keyof typeof WIDTHS

/** The column of a screen between the edges of the page, without any padding above or below. A narrow one starts at the same left edge. */
export function Container({
  width = 'page',
  className = '',
  children,
}: {
  width?: Width
  className?: string
  children: ReactNode
}) {
  return <div className={`page-edges w-full ${WIDTHS[width]} ${className}`}>{children}</div>
}

/** A screen: its one h1, what stands at the end of its line, and what follows. */
export function Page({
  title,
  beside,
  children,
}: {
  title: ReactNode
  beside?: ReactNode
  children: ReactNode
}) {
  return (
    <Container className="pt-6 pb-16 phone:pt-10 phone:pb-24">
      <div className="mb-6 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <PageTitle>{title}</PageTitle>
        {beside}
      </div>
      {children}
    </Container>
  )
}

/** The h1. It gets the focus after a navigation, so a screen reader announces the page. */
export function PageTitle({ className = 'd2', children }: { className?: string; children: ReactNode }) {
  return (
    <h1 tabIndex={-1} dir="auto" className={`outline-none ${className}`}>
      {children}
    </h1>
  )
}

/** A bordered surface. `flush` leaves the padding to its content, as for tables. */
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
