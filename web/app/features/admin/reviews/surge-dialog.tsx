import { DECISION_TEXT_MAX, DECISION_TEXT_MIN } from '@nofiller/contract/moderation/moderation-rules'
import { SURGE_REASON_MISSING, windowProblem } from '@nofiller/contract/reviews/surge-rules'
import type { AdminSurge } from '@nofiller/contract/reviews/surges'
import { shortProblem } from '@nofiller/contract/text/text-length'
import { utcDay } from '@nofiller/contract/text/time'
import { call } from '../../../api/client.ts'
import { useForm } from '../../../api/use-form.ts'
import { currentTime } from '../../../ui/clock.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { ChoicePair } from '../../../ui/form/choice-pair.tsx'
import { Field, Textarea, TextInput } from '../../../ui/form/field.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { useAdminChanged } from '../use-admin-changed.ts'

type Decided = 'normal' | 'off_topic'

/** Decides about a surge: which days it has, and whether their reviews count. */
export function SurgeDialog({ surge, onClose }: { surge: AdminSurge; onClose: () => void }) {
  const changed = useAdminChanged()
  const today = utcDay(currentTime())
  const form = useForm({
    initial: { state: '' as Decided | '', from: surge.from, until: today, reason: '' },
    check: ({ state, from, until, reason }) => ({
      state: state === '' ? 'Choose one.' : null,
      from: from === '' ? 'Choose the first day.' : null,
      until: until === '' ? 'Choose the last day.' : windowProblem(from, until, today),
      reason: shortProblem(reason, DECISION_TEXT_MIN, SURGE_REASON_MISSING),
    }),
    send: ({ state, ...days }) =>
      call('POST /api/admin/review-surges/:id/decision', {
        params: { id: surge.id },
        body: { ...days, state: state as Decided }, // checked above
      }),
    onSent: async () => {
      await changed()
      toast('Decided. Everyone involved has been told.')
      onClose()
    },
  })
  return (
    <FormDialog form={form} title={`Reviews of ${surge.game.title}`} onClose={onClose} button="Decide">
      <ChoicePair
        legend="What are they?"
        name="state"
        options={[
          { value: 'normal', label: 'Normal', hint: 'All go on counting.' },
          { value: 'off_topic', label: 'Off topic', hint: 'Shown, not counted.' },
        ]}
        value={form.values.state}
        onChange={(state) => form.set({ state })}
        error={form.problem('state')}
      />
      <div className="grid gap-4 phone:grid-cols-2">
        <Field label="First day (UTC)" {...form.field('from')}>
          <TextInput type="date" max={today} />
        </Field>
        <Field label="Last day (UTC)" {...form.field('until')}>
          <TextInput type="date" max={today} />
        </Field>
      </div>
      <Field
        label="Your reasons"
        hint={`The seller reads them, and the writers of reviews that stop counting. At least ${DECISION_TEXT_MIN} characters.`}
        {...form.field('reason')}
      >
        <Textarea rows={5} maxLength={DECISION_TEXT_MAX} />
      </Field>
    </FormDialog>
  )
}
