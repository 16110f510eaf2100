import type { ReactNode } from 'react'
import { PageTitle } from '../page.tsx'

type EmptyProps = {
  title: ReactNode
  icon?: ReactNode
  action?: ReactNode
  heading?: 'p' | 'h1' | 'h2'
  children?: ReactNode
}

/**
 * A dashed box that says there is nothing, and what to do about it. The icon is 40 px large.
 * `h1` makes it the heading of the entire screen.
 */
export function Empty({ title, icon, action, heading: Heading = 'p', children }: EmptyProps) {
  return (
    <div className="grid justify-items-center gap-2 rounded-3 border border-dashed border-edge px-6 py-14 text-center">
      {icon && <span className="mb-2 text-faint *:size-10 *:stroke-[1.5]">{icon}</span>}
      {Heading === 'h1' ? (
        <PageTitle className="d3">{title}</PageTitle>
      ) : (
        <Heading className="text-md font-650">{title}</Heading>
      )}
      {children && <p className="text-balance text-muted wrap-anywhere">{children}</p>}
      {action && <div className="mt-3 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  )
}
