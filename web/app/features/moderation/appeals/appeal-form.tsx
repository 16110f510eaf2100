import type { Appeal } from '@nofiller/contract/moderation/moderation'
import {
  APPEAL_TEXT_MAX,
  APPEAL_TEXT_MIN,
  APPEAL_TEXT_MISSING,
} from '@nofiller/contract/moderation/moderation-rules'
import { spanOf } from '@nofiller/contract/reports/report-rules'
import { shortProblem } from '@nofiller/contract/text/text-length'
import { showUtcDay, showUtcMoment } from '@nofiller/contract/text/time'
import { useForm } from '../../../api/use-form.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { Field, Textarea } from '../../../ui/form/field.tsx'
import { Form, FormNote, SubmitButton } from '../../../ui/form/form.tsx'
import { Panel } from '../../../ui/page.tsx'
import { Pill } from '../../../ui/pill.tsx'

type AppealFormProps = {
  /** Null for a visitor with an emailed link, which does not say. */
  until: string | null
  hours: number | null
  send: (text: string) => Promise<unknown>
  onSent: () => Promise<void> | void
}

/** Appeals a decision, once. */
export function AppealForm({ until, hours, send, onSent }: AppealFormProps) {
  const form = useForm({
    initial: { text: '' },
    check: ({ text }) => ({ text: shortProblem(text, APPEAL_TEXT_MIN, APPEAL_TEXT_MISSING) }),
    send: ({ text }) => send(text),
    onSent: async () => {
      await onSent()
      toast('Your appeal is sent.')
    },
  })
  return (
    <Panel className="grid gap-4">
      <h2 className="d4">Appeal this decision</h2>
      <p className="text-muted">
        {until && `You can appeal once, until ${showUtcDay(until)}. `}
        We answer{hours !== null && ` within ${spanOf(hours)}`}. If the store has a second admin, it is
        someone who wasn’t involved in the decision.
      </p>
      <Form form={form} className="grid gap-4">
        <Field label="What did we get wrong?" {...form.field('text')}>
          <Textarea rows={6} maxLength={APPEAL_TEXT_MAX} />
        </Field>
        <FormNote form={form} />
        <div>
          <SubmitButton form={form}>Send appeal</SubmitButton>
        </div>
      </Form>
    </Panel>
  )
}

/** An appeal, and its result. */
export const AppealShown = ({ appeal: { text, sentAt, dueAt, outcome, answer } }: { appeal: Appeal }) => (
  <Panel className="grid gap-3 wrap-anywhere">
    <div className="flex flex-wrap items-center gap-3">
      <h2 className="d4">Your appeal</h2>
      <Pill kind={outcome === 'reversed' ? 'go' : 'neutral'}>
        {outcome === null
          ? 'Being looked at'
          : outcome === 'reversed'
            ? 'Decision taken back'
            : 'Decision kept'}
      </Pill>
    </div>
    <p dir="auto" className="whitespace-pre-line text-muted">
      “{text}”
    </p>
    <p className="text-sm text-muted">
      Sent {showUtcMoment(sentAt)}.{outcome === null && ` We answer by ${showUtcMoment(dueAt)}.`}
    </p>
    {answer && (
      <p dir="auto" className="whitespace-pre-line">
        {answer}
      </p>
    )}
  </Panel>
)
