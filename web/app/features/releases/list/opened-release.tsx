import { RELEASE_LIMITS, rollbackLabel } from '@nofiller/contract/releases/release-rules'
import type { OwnRelease } from '@nofiller/contract/releases/releases'
import type { SellerGame } from '@nofiller/contract/releases/seller-game'
import { call } from '../../../api/client.ts'
import { Field, TextInput } from '../../../ui/form/field.tsx'
import { namesOf } from '../show-release.tsx'
import { Box, ReasonField, useActForm } from './act-form.tsx'
import { ChangeSteps } from './change-steps.tsx'
import type { Act } from './use-opened-row.ts'

type OpenedProps = {
  game: SellerGame
  release: OwnRelease
  act: Act
  /** The releases that are scheduled. */
  scheduled: readonly OwnRelease[]
  onClose: () => void
}

/** What will happen, and what an act needs to be told, under the row of its release. */
export function OpenedRelease({ act, ...opened }: OpenedProps) {
  switch (act) {
    case 'go-live':
      return <GoLive {...opened} />
    case 'roll-back':
      return <RollBack {...opened} />
    case 'withdraw':
      return <Withdraw {...opened} />
    case 'steps':
      return <ChangeSteps {...opened} />
  }
}

type ActProps = Omit<OpenedProps, 'act'>

function GoLive({ game, release, onClose }: ActProps) {
  const publish = async () => {
    await call('POST /api/releases/:releaseId/live', { params: { releaseId: release.id }, body: {} })
    return `${release.label} is live.`
  }
  return (
    <Box
      title={`Go live with ${release.label}`}
      form={useActForm({}, publish, onClose)}
      button="Go live now"
      consequences={[
        `${namesOf(release.files)} of ${release.label} are what buyers get, all at the same moment.`,
        TOLD[release.notify],
        ...(game.visibility === 'public' ? [] : ['The game itself is not public at present.']),
      ]}
      onClose={onClose}
    />
  )
}

const TOLD: Record<OwnRelease['notify'], string> = {
  silent: 'Owners see it in their library. They are not told.',
  site: 'Owners are told in the store.',
  mail: 'Owners are told in the store, and by email if they agreed to that.',
}

function RollBack({ release, scheduled, onClose }: ActProps) {
  const initial = { label: rollbackLabel(release.label, [release.label]), reason: '' }
  const rollBack = async ({ label, reason }: typeof initial) => {
    const { label: given } = await call('POST /api/releases/:releaseId/rollback', {
      params: { releaseId: release.id },
      // The proposal may be taken by a release that is not listed here: then the store finds the next one.
      body: { reason, ...(label !== initial.label && { label }) },
    })
    return `${given} is live.`
  }
  const form = useActForm(initial, rollBack, onClose)
  return (
    <Box
      title={`Roll back to ${release.label}`}
      form={form}
      button="Roll back now"
      consequences={[
        `${namesOf(release.files)} go back to the builds of ${release.label}. Nothing is uploaded.`,
        'Owners who downloaded a later release are told in the store, once.',
        ...scheduled.map(({ label, steps }) => `${label} keeps its ${steps.length > 0 ? 'times' : 'time'}.`),
      ]}
      onClose={onClose}
    >
      <div className="grid gap-4 phone:grid-cols-[112px_minmax(0,1fr)]">
        <Field label="Label" {...form.field('label')}>
          <TextInput maxLength={RELEASE_LIMITS.label} autoComplete="off" translate="no" />
        </Field>
        <ReasonField {...form.field('reason')} />
      </div>
    </Box>
  )
}

/** What follows from taking back what supporters were told. */
const PLANNED = ['It is a draft again, and opens to nobody.', 'Supporters are told, with your reason.']

function Withdraw({ game, release, onClose }: ActProps) {
  const withdraw = async ({ reason }: { reason: string }) => {
    await call('POST /api/releases/:releaseId/withdraw', {
      params: { releaseId: release.id },
      body: { reason },
    })
    return isPlanned ? `${release.label} is a draft again.` : `${release.label} is withdrawn.`
  }
  const form = useActForm({ reason: '' }, withdraw, onClose)
  const isPlanned = release.state === 'scheduled'
  const isNewest = game.newest?.id === release.id
  return (
    <Box
      title={`Withdraw ${release.label}`}
      form={form}
      kind="danger"
      button="Withdraw now"
      consequences={
        isPlanned
          ? PLANNED
          : [
              release.state === 'live'
                ? `${namesOf(release.files)} go back to the builds before. A file that came with ${release.label} leaves the sale.`
                : 'Nobody who did not download it before can get it.',
              'Owners who downloaded it keep it.',
              ...(isNewest ? ['Your game page and the feed no longer show it.'] : []),
            ]
      }
      onClose={onClose}
    >
      <ReasonField {...form.field('reason')} />
    </Box>
  )
}
