import type { ReactNode } from 'react'
import { Panel } from '../../../ui/page.tsx'

type StoragePanelProps = { title: string; line: ReactNode; children: ReactNode }

/** A part below the list of releases: what its builds are, and how much they need. */
export const StoragePanel = ({ title, line, children }: StoragePanelProps) => (
  <Panel flush>
    <section aria-label={title}>
      <div className="border-b border-line px-4 py-3.5 phone:px-5 phone:py-4">
        <h2 className="text-md font-650">{title}</h2>
        <p className="text-sm text-muted">{line}</p>
      </div>
      <div className="grid gap-4 p-4 phone:p-5">{children}</div>
    </section>
  </Panel>
)
