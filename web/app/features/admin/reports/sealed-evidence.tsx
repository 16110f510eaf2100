import { CATEGORY_RULES, partName, type SealedState } from '@nofiller/contract/reports/report-rules'
import type { SealedGame } from '@nofiller/contract/reports/reports'
import { showUtcDay, showUtcMoment } from '@nofiller/contract/text/time'
import { useState } from 'react'
import { call } from '../../../api/client.ts'
import { Button, TextLink } from '../../../ui/button.tsx'
import { Pill, type PillKind } from '../../../ui/pill.tsx'
import { ReasonDialog } from '../reason-dialog.tsx'
import { useAdminChanged } from '../use-admin-changed.ts'
import { WorkPanel } from '../work-page.tsx'
import { AuthorityReportDialog } from './authority-report-dialog.tsx'
import { DestructionDialog } from './destruction-dialog.tsx'

const STATES: Record<SealedState, { kind: PillKind; label: string }> = {
  unreported: { kind: 'warn', label: 'Not reported yet' },
  held: { kind: 'neutral', label: 'On legal hold' },
  kept: { kind: 'neutral', label: 'Being kept' },
  open: { kind: 'warn', label: 'Something is still open' },
  due: { kind: 'warn', label: 'Can be destroyed' },
  proposed: { kind: 'warn', label: 'Waiting for a second person' },
  confirmed: { kind: 'warn', label: 'Being destroyed' },
  destroyed: { kind: 'neutral', label: 'Destroyed' },
}

type SealedProps = {
  game: SealedGame
  title: string
  /** Unless one is already open. */
  withCases?: boolean
}

type Asked = 'report' | 'hold' | 'release' | 'propose' | 'confirm'

/** The progress of a sealed game: its report to the authority, its year, and the two people who confirm its destruction. */
export function SealedEvidence({ game, title, withCases = false }: SealedProps) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const { kind, label } = STATES[game.state]
  const close = () => setAsked(null)
  return (
    <WorkPanel title={title} link={<Pill kind={kind}>{label}</Pill>}>
      <Facts game={game} />
      {withCases && <Cases game={game} />}
      <Deeds game={game} onAsk={setAsked} />
      {asked === 'report' && <AuthorityReportDialog game={game} onClose={close} />}
      {(asked === 'hold' || asked === 'release') && (
        <HoldDialog game={game} held={asked === 'hold'} onClose={close} />
      )}
      {(asked === 'propose' || asked === 'confirm') && (
        <DestructionDialog game={game} isSecond={asked === 'confirm'} onClose={close} />
      )}
    </WorkPanel>
  )
}

function Facts({ game }: { game: SealedGame }) {
  const { report, keptUntil, legalHold, proposed, confirmed, destroyedAt } = game
  return (
    <div className="grid gap-1 text-sm wrap-anywhere">
      <p>Sealed {showUtcDay(game.sealedAt)}. Nobody can get its files or pictures.</p>
      {report ? (
        <p>
          Reported to {report.authority} on {showUtcDay(report.reportedOn)}: {report.reference}
        </p>
      ) : (
        <p>
          If it shows minors, report it to the authority ({game.reportTo}), then record that report here. It
          is kept for a year from that day.
        </p>
      )}
      {legalHold !== null && <p>Kept longer: {legalHold}</p>}
      {keptUntil && !destroyedAt && <p>Kept until {showUtcDay(keptUntil)} at least.</p>}
      {game.state === 'open' && (
        <p>Close the report, appeal or copyright notice about this game that is still open.</p>
      )}
      {proposed && (
        <p>
          {proposed.by} proposed to destroy it, {showUtcMoment(proposed.at)}.
        </p>
      )}
      {confirmed && (
        <p>
          {confirmed.by} confirmed it, {showUtcMoment(confirmed.at)}
          {game.singleAdmin && ', as the only admin of this store'}.
        </p>
      )}
      {destroyedAt && (
        <p>Files and pictures destroyed {showUtcMoment(destroyedAt)}. Their hashes stay blocked.</p>
      )}
    </div>
  )
}

const Cases = ({ game: { cases } }: { game: SealedGame }) => (
  <ul className="grid gap-1 text-sm">
    {cases.map(({ _id, category, part }) => (
      <li key={_id}>
        <TextLink to={`/admin/reports/${_id}`}>
          {CATEGORY_RULES[category].label} · {partName(part)}
        </TextLink>
      </li>
    ))}
  </ul>
)

function Deeds({ game, onAsk }: { game: SealedGame; onAsk: (asked: Asked) => void }) {
  const { state } = game
  if (state === 'confirmed' || state === 'destroyed') return null
  const named = { 'aria-description': game.title }
  return (
    <div className="flex flex-wrap gap-2">
      {state === 'due' && (
        <Button size="small" kind="danger" {...named} onClick={() => onAsk('propose')}>
          Propose to destroy it
        </Button>
      )}
      {game.mayConfirm && (
        <Button size="small" kind="danger" {...named} onClick={() => onAsk('confirm')}>
          Confirm and destroy
        </Button>
      )}
      <Button
        size="small"
        kind={game.report ? 'secondary' : 'primary'}
        {...named}
        onClick={() => onAsk('report')}
      >
        {game.report ? 'Edit the report details' : 'Record the report'}
      </Button>
      {game.legalHold === null ? (
        <Button size="small" {...named} onClick={() => onAsk('hold')}>
          Keep it longer
        </Button>
      ) : (
        <Button size="small" {...named} onClick={() => onAsk('release')}>
          End the legal hold
        </Button>
      )}
    </div>
  )
}

type HoldProps = { game: SealedGame; held: boolean; onClose: () => void }

function HoldDialog({ game: { gameId, proposed }, held, onClose }: HoldProps) {
  const changed = useAdminChanged()
  return (
    <ReasonDialog
      title={held ? 'Keep it longer' : 'End the legal hold'}
      text={
        held
          ? `While an authority or a court asks for it, it cannot be destroyed.${proposed ? ' The proposal to destroy it ends.' : ''}`
          : 'It can be destroyed once its year is over.'
      }
      button={held ? 'Keep it' : 'End the hold'}
      hint={held ? 'Who asks for it, and their reference.' : 'For the audit log.'}
      done={held ? 'It is kept.' : 'The hold is over.'}
      act={async (reason) => {
        await call('PUT /api/admin/sealed/:gameId/legal-hold', { params: { gameId }, body: { held, reason } })
        await changed()
      }}
      onClose={onClose}
    />
  )
}
