import { plural } from '@nofiller/contract/text/digits'
import type { ReactNode } from 'react'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { currentTime } from '../../ui/clock.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import {
  IconCircleAlert,
  IconCircleCheck,
  IconCircleInfo,
  IconRefresh,
  IconTriangleAlert,
} from '../../ui/icons.tsx'
import { Panel } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { showLocal } from '../releases/local-time.ts'
import { FindingRow } from './finding-row.tsx'
import { countedVerb, levelCounts } from './level-counts.ts'
import { mendLink } from './mend.ts'
import { type Checked, type CheckedFinding, useChecks, useFindingActions } from './use-checks.ts'

/** All that the checks found in a game's page, files and drafts, what blocks first. */
export function Findings({ gameId }: { gameId: string }) {
  const checks = useChecks(gameId)
  return (
    <section aria-label="Checks" className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="d3">Checks</h2>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="text-sm text-muted">
            {checks.data && `Checked ${showLocal(checks.data.checkedAt, currentTime())}`}
          </p>
          <Button
            size="small"
            icon={<IconRefresh className="size-3.5" />}
            busy={checks.isFetching && checks.data !== undefined}
            onClick={() => void checks.refetch()}
          >
            Check again
          </Button>
        </div>
      </div>
      <QueryView query={checks} error="Failed to check the game" skeleton={<Skeleton className="h-72" />}>
        {(checked) => <FindingList gameId={gameId} checked={checked} />}
      </QueryView>
    </section>
  )
}

function FindingList({ gameId, checked }: { gameId: string; checked: Checked }) {
  const open = checked.findings.filter(({ acknowledged }) => acknowledged === null)
  const meant = checked.findings.filter(({ acknowledged }) => acknowledged !== null)
  return (
    <Panel flush>
      <Summary checked={checked} />
      {checked.findings.length > 0 && (
        <ul aria-label="Findings" className="divide-y divide-line border-t border-line">
          {[...open, ...meant].map((finding) => (
            <Row key={keyOf(finding)} gameId={gameId} finding={finding} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

const keyOf = ({ id, where, buildId, sentence }: CheckedFinding) => [id, where, buildId, sentence].join(' ')

/** How many of each level: `2 block · 1 warns`. */
function Summary({ checked: { findings, isComplete } }: { checked: Checked }) {
  const { blocks, warns, notes, meant } = levelCounts(findings)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 px-4 py-3.5 text-ui">
      <p role="status" className="flex flex-wrap gap-x-5 gap-y-1 font-semibold">
        <span className="sr-only">Checked. </span>
        {findings.length === 0 && isComplete && (
          <Part icon={<IconCircleCheck />} className="text-go">
            Nothing to mend
          </Part>
        )}
        {blocks > 0 && (
          <Part icon={<IconCircleAlert />} className="text-bad">
            {countedVerb(blocks, 'block')}
          </Part>
        )}
        {warns > 0 && (
          <Part icon={<IconTriangleAlert />} className="text-warn">
            {countedVerb(warns, 'warn')}
          </Part>
        )}
        {notes > 0 && (
          <Part icon={<IconCircleInfo />} className="text-muted">
            {plural(notes, 'note')}
          </Part>
        )}
        {meant > 0 && (
          <Part icon={<IconCircleCheck />} className="text-muted">
            {meant} meant so
          </Part>
        )}
        {!isComplete && <span className="text-muted">Files are still being checked…</span>}
      </p>
      <p className="text-sm text-muted">
        {blocks > 0 && `Mend ${blocks === 1 ? 'what blocks' : `the first ${blocks}`} to go live.`}
      </p>
    </div>
  )
}

const Part = ({ icon, className, children }: { icon: ReactNode; className: string; children: ReactNode }) => (
  <span className={`flex items-center gap-2 [&>svg]:size-4.5 ${className}`}>
    {icon}
    <span>{children}</span>
  </span>
)

function Row({ gameId, finding }: { gameId: string; finding: CheckedFinding }) {
  const { mean, answer } = useFindingActions(gameId)
  const { title, level, acknowledged, draft } = finding
  const link = acknowledged ? null : mendLink(gameId, finding)
  const color = finding.id === 'contrast' ? Object.values(finding.fix ?? {})[0] : undefined
  return (
    <FindingRow
      finding={draft ? { ...finding, title: `${draft.label}, ${title}` } : finding}
      className="phone:grid-cols-[18px_minmax(0,1fr)_auto] phone:items-center phone:*:first:self-start phone:px-5"
    >
      <div className="flex flex-wrap items-center gap-2 max-phone:col-start-2 phone:justify-end">
        {color && (
          <span
            aria-hidden="true"
            style={{ background: color }}
            className="size-5 rounded-1 border border-edge"
          />
        )}
        {level === 'warns' && (
          <Button
            kind="quiet"
            size="small"
            busy={mean.busy}
            aria-label={`${acknowledged ? 'Take back' : 'It is meant so'}: ${title}`}
            onClick={() => mean.press({ finding, isMeant: !acknowledged })}
          >
            {acknowledged ? 'Take back' : 'It is meant so'}
          </Button>
        )}
        {finding.id === 'explicit-card' && !acknowledged && (
          // biome-ignore lint/a11y/useSemanticElements: two buttons in a row are no fieldset
          <div role="group" aria-label="Is the card or cover image explicit?" className="flex gap-2">
            <Button size="small" busy={answer.busy} onClick={() => answer.press(false)}>
              No
            </Button>
            <Button size="small" busy={answer.busy} onClick={() => answer.press(true)}>
              Yes
            </Button>
          </div>
        )}
        {link && (
          <ButtonLink size="small" to={link.to} aria-label={`${link.label}: ${title}`}>
            {link.label}
          </ButtonLink>
        )}
      </div>
    </FindingRow>
  )
}
