import type { Finding } from '@nofiller/contract/checks/findings'
import type { ReactNode } from 'react'
import { IconCircleAlert, IconCircleCheck, IconCircleInfo, IconTriangleAlert } from '../../ui/icons.tsx'
import { showDay } from '../../ui/when.ts'

const LEVELS = {
  blocks: { name: 'Blocks', icon: <IconCircleAlert className="mt-0.5 text-bad" /> },
  warns: { name: 'Warning', icon: <IconTriangleAlert className="mt-0.5 text-warn" /> },
  note: { name: 'Note', icon: <IconCircleInfo className="mt-0.5 text-faint" /> },
}
const MEANT = { name: 'Meant so', icon: <IconCircleCheck className="mt-0.5 text-go" /> }

export const FINDING_ROW = 'grid grid-cols-[18px_minmax(0,1fr)] gap-2.5 px-4 py-3 text-ui'

type FindingRowProps = {
  finding: Finding
  /** What mends it. */
  children?: ReactNode
  /** Where there is room, the actions stand at the right. */
  className?: string
}

/** What a check found, or that it is meant so. */
export function FindingRow({ finding, className = '', children }: FindingRowProps) {
  const { acknowledged, title, sentence } = finding
  const { name, icon } = acknowledged ? MEANT : LEVELS[finding.level]
  return (
    <li className={`${FINDING_ROW} ${className}`}>
      {icon}
      <div className={`min-w-0 wrap-anywhere ${acknowledged ? 'text-muted' : ''}`}>
        <span className="sr-only">{name}: </span>
        <b className="font-semibold">{title}</b>
        <p className="text-sm text-muted">
          {acknowledged ? (
            <MeantSo acknowledged={acknowledged} isOfBuild={finding.buildId !== null} />
          ) : (
            sentence
          )}
        </p>
      </div>
      {children}
    </li>
  )
}

type MeantSoProps = { acknowledged: NonNullable<Finding['acknowledged']>; isOfBuild: boolean }

const MeantSo = ({ acknowledged: { by, at, reason }, isOfBuild }: MeantSoProps) => (
  <>
    {reason !== null && `“${reason}” `}
    <span translate="no">{by}</span>, {showDay(at)}.{' '}
    {isOfBuild ? 'Holds for this build.' : 'Holds until the page changes there.'}
  </>
)
