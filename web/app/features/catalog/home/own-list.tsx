import type { ReactNode } from 'react'

export const OWN_UPDATES = 'Your updates'
export const OWN_FOLLOWS = 'From developers you follow'

type OwnListProps = { id: string; title: string; beside?: ReactNode; children: ReactNode }

export const OwnList = ({ id, title, beside, children }: OwnListProps) => (
  <section aria-labelledby={id}>
    <div className="mb-1 flex items-baseline gap-3">
      <h2 id={id} className="d4">
        {title}
      </h2>
      {beside}
    </div>
    <ul>{children}</ul>
  </section>
)

/** As high as rows; the style sheet shows as many as there were. */
export const WAITING_ROWS = ['a', 'b', 'c'].map((key) => (
  <li key={key} className="own-row">
    <span className="own-waiting" />
  </li>
))
