import { RELEASE_LIMITS, RELEASE_TEXT, rollbackLabel } from '@nofiller/contract/releases/release-rules'
import type { OwnRelease } from '@nofiller/contract/releases/releases'
import type { SellerGame } from '@nofiller/contract/releases/seller-game'
import { type ComponentProps, type ReactNode, useEffect } from 'react'
import { call } from '../../../api/client.ts'
import { useForm } from '../../../api/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { Field, TextInput } from '../../../ui/form/field.tsx'
import { Form, FormNote, SubmitButton } from '../../../ui/form/form.tsx'
import { useSellerGameChanged } from '../head/use-seller-game.ts'
import { namesOf } from '../show-release.tsx'
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
        ...scheduled.map(({ label }) => `${label} keeps its time.`),
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

function Withdraw({ game, release, onClose }: ActProps) {
  const withdraw = async ({ reason }: { reason: string }) => {
    await call('POST /api/releases/:releaseId/withdraw', {
      params: { releaseId: release.id },
      body: { reason },
    })
    return `${release.label} is withdrawn.`
  }
  const form = useActForm({ reason: '' }, withdraw, onClose)
  const isNewest = game.newest?.id === release.id
  return (
    <Box
      title={`Withdraw ${release.label}`}
      form={form}
      kind="danger"
      button="Withdraw now"
      consequences={[
        release.state === 'live'
          ? `${namesOf(release.files)} go back to the builds before. A file that came with ${release.label} leaves the sale.`
          : 'Nobody who did not download it before can get it.',
        'Owners who downloaded it keep it.',
        ...(isNewest ? ['Your game page and the feed no longer show it.'] : []),
      ]}
      onClose={onClose}
    >
      <ReasonField {...form.field('reason')} />
    </Box>
  )
}

const ReasonField = (field: Omit<ComponentProps<typeof Field>, 'label' | 'children'>) => (
  <Field label="Why, for owners" {...field}>
    <TextInput maxLength={RELEASE_LIMITS.reason} autoComplete="off" />
  </Field>
)

/** A form of one act. @param act answers with the sentence to show */
function useActForm<Values extends { label?: string; reason?: string }>(
  initial: Values,
  act: (values: Values) => Promise<string>,
  onClose: () => void,
) {
  const changed = useSellerGameChanged()
  return useForm<Values & Record<string, string>, string>({
    initial,
    check: ({ reason }) => (reason?.trim() === '' ? { reason: RELEASE_TEXT.reason } : {}),
    send: act,
    onSent: async (said) => {
      await changed()
      toast(said)
      onClose()
    },
  })
}

type BoxProps = Pick<ComponentProps<typeof SubmitButton>, 'form' | 'kind'> & {
  title: string
  button: string
  consequences: readonly string[]
  onClose: () => void
  children?: ReactNode
}

/** An opened row: the fields at the left, what will happen and the buttons at the right. */
function Box({ title, form, kind = 'primary', button, consequences, onClose, children }: BoxProps) {
  useEffect(
    () => form.element.current?.querySelector<HTMLElement>('input, button[type=submit]')?.focus(),
    [form.element],
  )
  return (
    <Form
      form={form}
      aria-label={title}
      className="grid gap-x-6 gap-y-4 rounded-2 border border-line bg-bg p-4 bar:grid-cols-2 bar:p-5"
    >
      <div className="grid content-start gap-3">
        <h3 className="text-md font-650">{title}</h3>
        {children}
        <FormNote form={form} />
      </div>
      <div className="grid content-start gap-3">
        <ul className="grid list-disc gap-1 rounded-2 border border-line bg-inset py-2.5 pr-3.5 pl-8 text-ui">
          {consequences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-2">
          <SubmitButton form={form} kind={kind}>
            {button}
          </SubmitButton>
          <Button kind="quiet" onClick={onClose}>
            Close
          </Button>
        </div>
      </div>
    </Form>
  )
}
