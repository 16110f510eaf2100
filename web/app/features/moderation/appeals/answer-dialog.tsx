import type { AdminAppeal } from '@nofiller/contract/moderation/moderation'
import {
  APPEAL_ANSWER_MISSING,
  APPEAL_TEXT_MAX,
  type AppealOutcome,
  DECISION_TEXT_MIN,
} from '@nofiller/contract/moderation/moderation-rules'
import { shortProblem } from '@nofiller/contract/text/text-length'
import { call } from '../../../api/client.ts'
import { useForm } from '../../../api/use-form.ts'
import { Note } from '../../../ui/feedback/note.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { ChoicePair } from '../../../ui/form/choice-pair.tsx'
import { Field, Textarea } from '../../../ui/form/field.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { useAdminChanged } from '../../admin/use-admin-changed.ts'
import { appellantOf } from './appellant.ts'

/** Decides an appeal: keeps the decision, or reverses it with all its effects. */
export function AnswerDialog({ appeal, onClose }: { appeal: AdminAppeal; onClose: () => void }) {
  const changed = useAdminChanged()
  const isReporter = appeal.from === 'reporter'
  const from = appellantOf(appeal)
  const form = useForm({
    initial: { outcome: '' as AppealOutcome | '', answer: '' },
    check: ({ outcome, answer }) => ({
      outcome: outcome === '' ? 'Choose one.' : null,
      answer: shortProblem(answer, DECISION_TEXT_MIN, APPEAL_ANSWER_MISSING),
    }),
    send: ({ outcome, answer }) =>
      call('POST /api/admin/appeals/:id/decision', {
        params: { id: appeal._id },
        body: { outcome: outcome as AppealOutcome, answer }, // checked above
      }),
    onSent: async () => {
      await changed()
      toast('Your answer is sent.')
      onClose()
    },
  })
  return (
    <FormDialog form={form} title={`Appeal about ${appeal.title}`} onClose={onClose} button="Send answer">
      <section className="grid gap-2">
        <h3 className="font-semibold">What {from} says</h3>
        <p dir="auto" className="wrap-anywhere whitespace-pre-line text-muted">
          “{appeal.text}”
        </p>
      </section>
      {appeal.alike > 0 && <Note>{alikeText(appeal.alike)}</Note>}
      <details>
        <summary className="cursor-pointer font-semibold">The decision, by {appeal.decision.by}</summary>
        <p dir="auto" className="mt-2 wrap-anywhere whitespace-pre-line text-sm text-muted">
          {appeal.decision.statement}
        </p>
      </details>
      <ChoicePair
        legend="Your answer"
        name="outcome"
        options={[
          { value: 'kept', label: 'Keep the decision' },
          {
            value: 'reversed',
            label: 'Take it back',
            hint: isReporter
              ? 'The report is open again, and is decided anew.'
              : 'What it did is undone at once.',
          },
        ]}
        value={form.values.outcome}
        onChange={(outcome) => form.set({ outcome })}
        error={form.problem('outcome')}
      />
      <Field
        label="Your reasons"
        hint={`At least ${DECISION_TEXT_MIN} characters.`}
        {...form.field('answer')}
      >
        <Textarea rows={5} maxLength={APPEAL_TEXT_MAX} />
      </Field>
    </FormDialog>
  )
}

const alikeText = (count: number): string =>
  count === 1
    ? 'One more writer appealed about the same days. Your answer goes to them as well.'
    : `${count} more writers appealed about the same days. Your answer goes to them as well.`
