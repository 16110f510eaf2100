import { PICTURE_BYTES_MAX } from '@nofiller/contract/authoring/game-rules'
import type { AdminNoticeDetail, NoticeDecision } from '@nofiller/contract/copyright/copyright'
import {
  DEED_TEXT_MIN,
  NOTICE_TEXT,
  type NoticeState,
  TEXT_MAX,
} from '@nofiller/contract/copyright/copyright-rules'
import { ANSWER_MIN, ANSWER_MISSING } from '@nofiller/contract/reports/report-rules'
import { shortProblem } from '@nofiller/contract/text/text-length'
import { useState } from 'react'
import { call } from '../../../api/client.ts'
import { postForm } from '../../../api/post-form.ts'
import { useForm } from '../../../api/use-form.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { Field, Radio, Textarea, TextInput } from '../../../ui/form/field.tsx'
import { Form, FormNote, SubmitButton } from '../../../ui/form/form.tsx'
import { NOTICE_STATES } from '../../copyright/notice-labels.ts'
import { useAdminChanged } from '../use-admin-changed.ts'
import { WorkPanel } from '../work-page.tsx'

type Kind = NoticeDecision['kind'] | 'court'
type Choice = { label: string; hint: string; button: string; text?: { label: string; hint: string } }

const CHOICES: Record<Kind, Choice> = {
  accept: {
    label: 'Accept it',
    hint: 'What it names is off for everybody, owners too. Both sides are told.',
    button: 'Accept the notice',
  },
  return: {
    label: 'Answer what is missing or wrong',
    hint: 'Nothing is hidden.',
    button: 'Send the answer',
    text: { label: 'What we write', hint: 'At least 40 characters. The claimant reads it.' },
  },
  forward: {
    label: 'Forward the counter-notice',
    hint: 'The claimant gets the developer’s name, address and phone number.',
    button: 'Forward it to the claimant',
  },
  return_counter: {
    label: 'Return the counter-notice',
    hint: 'The claimant does not see it. The developer can send another.',
    button: 'Return it',
    text: { label: 'What we write', hint: 'At least 40 characters. The developer reads it.' },
  },
  court: {
    label: 'A court action was filed',
    hint: 'What is off stays off.',
    button: 'Record the court action',
    text: {
      label: 'Court and number',
      hint: 'The developer reads this.',
    },
  },
  end: {
    label: 'It no longer stands',
    hint: 'Withdrawn, or decided for the developer. Everything is back at once.',
    button: 'End the notice',
    text: { label: 'Why', hint: 'For the audit log.' },
  },
}

/** The actions for a notice in each state. */
const KINDS: Partial<Record<NoticeState, Kind[]>> = {
  received: ['accept', 'return'],
  standing: ['end'],
  answered: ['forward', 'return_counter', 'end'],
  countered: ['court', 'end'],
  court: ['end'],
}

/** `document` has no value of its own: its problem is shown at the choice of the file. */
type Values = { kind: Kind | ''; text: string; filedOn: string; document: string }

function problemsOf({ kind, text, filedOn }: Values, document: File | null) {
  return {
    kind: kind === '' ? 'Choose what to do.' : null,
    text: textProblem(kind, text),
    filedOn: kind === 'court' && filedOn === '' ? 'Enter the day.' : null,
    document:
      kind === 'court' && (!document || document.size > PICTURE_BYTES_MAX) ? NOTICE_TEXT.document : null,
  }
}

function textProblem(kind: Values['kind'], text: string): string | null {
  if (kind === '' || !CHOICES[kind].text) return null
  return kind === 'return' || kind === 'return_counter'
    ? shortProblem(text, ANSWER_MIN, ANSWER_MISSING)
    : shortProblem(text, DEED_TEXT_MIN, `Write at least ${DEED_TEXT_MIN} characters.`)
}

function decisionOf({ kind, text }: Values): NoticeDecision {
  if (kind === 'return' || kind === 'return_counter' || kind === 'end') return { kind, text }
  if (kind === 'forward') return { kind }
  return { kind: 'accept' } // the check lets nothing through without a kind
}

function courtForm({ text, filedOn }: Values, document: File): FormData {
  const form = new FormData()
  form.append('text', text)
  form.append('filedOn', filedOn)
  form.append('document', document)
  return form
}

/** An admin's next step for a notice; after its end, the result. */
export function DecideNotice({ notice: { number, state, isComplete } }: { notice: AdminNoticeDetail }) {
  const changed = useAdminChanged()
  const [document, setDocument] = useState<File | null>(null)
  const initial: Values = { kind: '', text: '', filedOn: '', document: '' }
  const form = useForm<Values>({
    initial,
    check: (values) => problemsOf(values, document),
    send: async (values) => {
      const params = { number }
      if (values.kind === 'court' && document)
        await postForm('POST /api/admin/copyright/:number/court', {
          params,
          form: courtForm(values, document),
        })
      else await call('POST /api/admin/copyright/:number/decision', { params, body: decisionOf(values) })
      await changed()
    },
    onSent: () => toast('Done. Everyone involved has been notified.'),
  })
  const kinds = (KINDS[state] ?? []).filter((kind) => kind !== 'accept' || isComplete)
  const { kind } = form.values
  const problem = form.problem('kind')
  const text = kind === '' ? undefined : CHOICES[kind].text
  if (kinds.length === 0) return <WorkPanel title={NOTICE_STATES[state]}>{null}</WorkPanel>
  return (
    <WorkPanel title="Decision">
      <Form form={form} className="grid gap-4">
        <fieldset>
          <legend className="sr-only">What to do</legend>
          {kinds.map((each) => (
            <Radio
              key={each}
              name="kind"
              value={each}
              checked={kind === each}
              onChange={() => form.set({ kind: each })}
              hint={CHOICES[each].hint}
            >
              {CHOICES[each].label}
            </Radio>
          ))}
          {problem && <p className="text-sm font-550 text-bad">{problem}</p>}
        </fieldset>
        {text && (
          <Field label={text.label} hint={text.hint} {...form.field('text')}>
            <Textarea required maxLength={TEXT_MAX} />
          </Field>
        )}
        {kind === 'court' && (
          <>
            <Field label="Filed on" {...form.field('filedOn')}>
              <TextInput type="date" required />
            </Field>
            <Field
              label="Document"
              hint="A PDF, JPEG or PNG of up to 10 MB. Only admins can open it."
              error={form.problem('document')}
            >
              <TextInput
                type="file"
                required
                accept=".pdf,.jpg,.jpeg,.png"
                onChange={({ currentTarget }) => {
                  setDocument(currentTarget.files?.[0] ?? null)
                  form.set({ document: currentTarget.value })
                }}
                className="file:mr-3 file:cursor-pointer file:rounded-1 file:border-0 file:bg-text/8 file:px-2.5 file:py-1 file:font-650 file:text-text"
              />
            </Field>
          </>
        )}
        <FormNote form={form} />
        <SubmitButton form={form} wide>
          {kind === '' ? 'Decide' : CHOICES[kind].button}
        </SubmitButton>
      </Form>
    </WorkPanel>
  )
}
