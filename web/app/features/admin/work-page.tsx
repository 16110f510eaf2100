import type { ReactNode } from 'react'
import { ButtonLink } from '../../ui/button.tsx'
import { IconArrowLeft } from '../../ui/icons.tsx'
import { Container, PageTitle, Panel } from '../../ui/page.tsx'

type WorkPageProps = {
  back: { to: string; label: string }
  title: string
  /** A picture before the title. */
  picture?: ReactNode
  /** The state and its facts, under the title. */
  state?: ReactNode
  /** Its actions, at the right of the title. */
  actions?: ReactNode
  children: ReactNode
}

/** A screen where an admin works on one item: the back link, its title, its state. */
export const WorkPage = ({ back, title, picture, state, actions, children }: WorkPageProps) => (
  <Container className="grid grid-cols-1 gap-6 pt-6 pb-16 phone:pt-10 phone:pb-24">
    <ButtonLink kind="quiet" to={back.to} className="-ml-4 justify-self-start">
      <IconArrowLeft />
      {back.label}
    </ButtonLink>
    <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
      <div className="flex min-w-0 items-center gap-5">
        {picture}
        <div className="grid min-w-0 gap-1">
          <PageTitle className="d2 wrap-anywhere">{title}</PageTitle>
          {state && <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">{state}</div>}
        </div>
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </div>
    {children}
  </Container>
)

/** The subject, and beside it people and actions; one below the other on narrow screens. */
export const WorkColumns = ({ sidebar, children }: { sidebar: ReactNode; children: ReactNode }) => (
  <div className="grid grid-cols-1 items-start gap-6 desktop:grid-cols-[minmax(0,1fr)_376px] desktop:gap-8">
    <div className="grid grid-cols-1 gap-6">{children}</div>
    <div className="grid grid-cols-1 gap-6">{sidebar}</div>
  </div>
)

type WorkPanelProps = { title: string; link?: ReactNode; children: ReactNode }

/** A panel with its heading, and a link at the right of it. */
export const WorkPanel = ({ title, link, children }: WorkPanelProps) => (
  <Panel className="grid grid-cols-1 gap-3.5">
    <div className="flex items-baseline justify-between gap-3">
      <h2 className="text-md/6 font-650">{title}</h2>
      {link && <span className="text-sm">{link}</span>}
    </div>
    {children}
  </Panel>
)

/** A panel with its heading above a table that reaches to its edges. */
export const TablePanel = ({
  title,
  note,
  children,
}: {
  title: string
  note?: ReactNode
  children: ReactNode
}) => (
  <Panel flush>
    <div className="flex items-baseline justify-between gap-3 px-4 pt-4 pb-2 bar:px-5">
      <h2 className="text-md/6 font-650">{title}</h2>
      {note && <span className="text-sm">{note}</span>}
    </div>
    {children}
  </Panel>
)
