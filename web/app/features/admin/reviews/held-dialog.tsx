import { DECISION_TEXT_MAX, DECISION_TEXT_MIN } from '@nofiller/contract/moderation/moderation-rules'
import { HELD_RULE, type HeldOutcome, SURGE_REASON_MISSING } from '@nofiller/contract/reviews/surge-rules'
import type { HeldReview } from '@nofiller/contract/reviews/surges'
import { shortProblem } from '@nofiller/contract/text/text-length'
import { call } from '../../../api/client.ts'
import { useForm } from '../../../api/use-form.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { Field, Textarea } from '../../../ui/form/field.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { useAdminChanged } from '../use-admin-changed.ts'

type HeldDialogProps = { review: HeldReview; outcome: HeldOutcome; onClose: () => void }

const WORDS: Record<HeldOutcome, { title: string; hint: string; done: string }> = {
  release: {
    title: 'Release',
    hint: 'It is shown at once. Its writer is told; your reasons stay in the audit log.',
    done: 'Released.',
  },
  remove: {
    title: 'Remove',
    hint: `Its writer gets your reasons with the rule ${HELD_RULE}, and can appeal.`,
    done: 'Removed.',
  },
}

/** Releases a held review or removes it, with reasons. */
export function HeldDialog({ review, outcome, onClose }: HeldDialogProps) {
  const changed = useAdminChanged()
  const { title, hint, done } = WORDS[outcome]
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) => ({ reason: shortProblem(reason, DECISION_TEXT_MIN, SURGE_REASON_MISSING) }),
    send: ({ reason }) =>
      call('POST /api/admin/held-reviews/:id/decision', {
        params: { id: review.id },
        body: { outcome, reason },
      }),
    onSent: async () => {
      await changed()
      toast(done)
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      title={`${title} the review of ${review.game.title}`}
      onClose={onClose}
      button={title}
    >
      <Field
        label="Your reasons"
        hint={`${hint} At least ${DECISION_TEXT_MIN} characters.`}
        {...form.field('reason')}
      >
        <Textarea rows={5} maxLength={DECISION_TEXT_MAX} />
      </Field>
    </FormDialog>
  )
}
