import type { OwnRelease } from '@nofiller/contract/releases/releases'
import type { SellerGame } from '@nofiller/contract/releases/seller-game'
import { WINDOW_TEXT, worsens } from '@nofiller/contract/releases/windows'
import { useState } from 'react'
import { call } from '../../../api/client.ts'
import { showLocal } from '../local-time.ts'
import { shownAt } from '../show-release.tsx'
import { AUDIENCE_NAMES, StepFields } from '../steps/step-fields.tsx'
import { rowsOf, stepProblems, stepsOf } from '../steps/step-rows.ts'
import { Box, ReasonField, useActForm } from './act-form.tsx'

type ChangeStepsProps = { game: SellerGame; release: OwnRelease; onClose: () => void }

/** Changes when a published release opens to whom (EA3). What takes something from supporters needs a reason. */
export function ChangeSteps({ game, release, onClose }: ChangeStepsProps) {
  const { id, label, steps } = release
  const now = shownAt(release)
  const [rows, setRows] = useState(() =>
    rowsOf(
      steps.map(({ audience }) => audience),
      steps,
      now,
    ),
  )
  const problems = stepProblems(rows, now)
  const [problem = null] = Object.values(problems)
  const needsReason = problem === null && worsens(steps, stepsOf(rows), now)
  const form = useActForm(
    { steps: '', reason: '' },
    async ({ reason }) => {
      const body = { steps: stepsOf(rows), ...(needsReason && { reason }) }
      await call('PUT /api/releases/:releaseId/steps', { params: { releaseId: id }, body })
      return `The steps of ${label} are changed.`
    },
    onClose,
    ({ reason }) => ({
      steps: problem,
      reason: needsReason && reason.trim() === '' ? WINDOW_TEXT.reason : null,
    }),
  )
  const refused = form.problem('steps')
  return (
    <Box
      title={`Change the steps of ${label}`}
      form={form}
      button="Save the steps"
      consequences={[
        ...rows.flatMap(({ audience, from, at }) => {
          const when = from === 'time' && at !== '' ? `from ${showLocal(at, now)}` : 'now'
          return from === 'never' ? [] : [`${AUDIENCE_NAMES[audience]} ${when}.`]
        }),
        needsReason ? 'Supporters are told, with your reason.' : 'Nobody is told.',
      ]}
      onClose={onClose}
    >
      <StepFields
        rows={rows}
        isFree={game.isFree}
        problems={refused ? (problem ? problems : { steps: refused }) : {}}
        onChange={(changed) => {
          setRows(changed)
          form.set({ steps: '' })
        }}
      />
      {needsReason && <ReasonField label="Why, for supporters" {...form.field('reason')} />}
    </Box>
  )
}
