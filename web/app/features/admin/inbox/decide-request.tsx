import type { ListedUser } from '@nofiller/contract/admin/admin'
import { REASON_MAX } from '@nofiller/contract/admin/admin-rules'
import { countCharacters } from '@nofiller/contract/text/characters'
import { useForm } from '../../../api/use-form.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { Field, Select, Textarea } from '../../../ui/form/field.tsx'
import { Form, FormNote, SubmitButton } from '../../../ui/form/form.tsx'
import { useUserActions } from '../users/use-user.ts'
import { WorkPanel } from '../work-page.tsx'

const REASONS = [
  'We could not see your work',
  'It does not fit our content rules',
  'We could not tell who you are',
  'Something else',
] as const
const SENTENCE_MIN = 10
/** The characters that remain for a reason beside the chosen one. */
const SENTENCE_MAX = REASON_MAX - Math.max(...REASONS.map((reason) => reason.length)) - 2

/** Approves a request to sell, or refuses it with a reason and a sentence that its sender reads. */
export function DecideRequest({ user }: { user: ListedUser }) {
  const { change, decline } = useUserActions(user._id)
  const approval = useForm({
    initial: {},
    send: () => change({ role: 'developer' })('Approved the request to sell'),
    onSent: () => toast(`${user.username} can now sell.`),
  })
  const refusal = useForm({
    initial: { reason: '', sentence: '' },
    send: ({ reason, sentence }) =>
      decline(reason === 'Something else' ? sentence.trim() : `${reason}. ${sentence.trim()}`),
    onSent: () => toast('Request refused.'),
  })
  const missing = missingOf(refusal.values.reason, refusal.values.sentence)
  return (
    <WorkPanel title="Decision">
      <Form form={approval} onSubmitCapture={refusal.clear} className={STACK}>
        <p className="text-sm text-muted">
          Approving makes {user.username} a developer at once and sends the welcome email.
        </p>
        <SubmitButton form={approval} wide>
          Approve
        </SubmitButton>
      </Form>
      <hr className="border-line" />
      <Form form={refusal} onSubmitCapture={approval.clear} className={STACK}>
        <Field label="Reason for refusing" {...refusal.field('reason')}>
          <Select>
            <option value="">Choose a reason</option>
            {REASONS.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </Select>
        </Field>
        <Field label="What we write to them" {...refusal.field('sentence')}>
          <Textarea
            rows={4}
            maxLength={SENTENCE_MAX}
            placeholder="At least one sentence of your own. They can ask again at any time."
          />
        </Field>
        <SubmitButton
          form={refusal}
          kind="secondary"
          wide
          disabled={missing !== null}
          aria-describedby="refuse-missing"
        >
          Refuse
        </SubmitButton>
        <p id="refuse-missing" className="text-sm text-muted">
          {missing ?? 'They get this by email and see it on their request.'}
        </p>
      </Form>
      <FormNote form={approval} />
      <FormNote form={refusal} />
    </WorkPanel>
  )
}

const STACK = 'grid grid-cols-1 gap-3.5'

/** The missing part of a refusal; null when it is complete. */
function missingOf(reason: string, sentence: string): string | null {
  const isShort = countCharacters(sentence.trim()) < SENTENCE_MIN
  if (reason === '') return isShort ? 'Choose a reason and write a sentence first.' : 'Choose a reason first.'
  return isShort ? 'Write a sentence first.' : null
}
