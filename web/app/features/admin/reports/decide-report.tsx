import {
  ANSWER_MAX,
  ANSWER_MIN,
  ANSWER_MISSING,
  REPORT_DECISIONS,
  type ReportDecisionKind,
} from '@nofiller/contract/report-rules'
import type { AdminCaseDetail } from '@nofiller/contract/reports'
import { call } from '../../../api/client.ts'
import { useForm } from '../../../api/use-form.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { Field, Radio, Textarea } from '../../../ui/form/field.tsx'
import { Form, FormNote, SubmitButton } from '../../../ui/form/form.tsx'
import { useAdminChanged } from '../use-admin-changed.ts'
import { WorkPanel } from '../work-page.tsx'

const KINDS: Record<ReportDecisionKind, { label: string; hint: string }> = {
  leave: { label: 'Leave it as it is', hint: 'Nothing is wrong. A hold ends.' },
  act: { label: 'We did something smaller', hint: 'Say what. A hold ends.' },
  take_down: { label: 'Take the game down', hint: 'Owners keep their files.' },
  seal: { label: 'Seal it as illegal', hint: 'Nobody gets anything of it; the bytes are kept.' },
}

/** The decision about a case, or what was decided. */
export function DecideReport({ of: found }: { of: AdminCaseDetail }) {
  if (found.closedAt)
    return (
      <WorkPanel title={found.outcome === 'acted' ? 'We acted' : 'Left as it was'}>
        <p className="whitespace-pre-line wrap-anywhere">{found.answer}</p>
        {found.note && <p className="text-sm whitespace-pre-line text-muted wrap-anywhere">{found.note}</p>}
      </WorkPanel>
    )
  return <DecisionForm of={found} />
}

type Values = { kind: ReportDecisionKind | ''; answer: string; note: string }

function DecisionForm({ of: found }: { of: AdminCaseDetail }) {
  const changed = useAdminChanged()
  const initial: Values = { kind: '', answer: '', note: '' }
  const form = useForm<Values>({
    initial,
    check: ({ kind, answer }) => ({
      kind: kind === '' ? 'Choose what to do.' : null,
      answer: answer.trim().length < ANSWER_MIN ? ANSWER_MISSING : null,
    }),
    send: async ({ kind, ...words }) => {
      // The check lets none through without a kind.
      const body = { ...words, kind: kind || 'leave' } as const
      await call('POST /api/admin/reports/:id/decision', { params: { id: found._id }, body })
      await changed()
    },
    onSent: () => toast('Decided, and everybody whom it concerns is told.'),
  })
  const kinds = REPORT_DECISIONS.filter((kind) => found.subject === 'game' || !isAboutGame(kind))
  const problem = form.problem('kind')
  return (
    <WorkPanel title="Decision">
      <Form of={form} className="grid gap-4">
        <fieldset>
          <legend className="sr-only">What to do</legend>
          {kinds.map((kind) => (
            <Radio
              key={kind}
              name="kind"
              value={kind}
              checked={form.values.kind === kind}
              onChange={() => form.set({ kind })}
              hint={KINDS[kind].hint}
            >
              {KINDS[kind].label}
            </Radio>
          ))}
          {problem && <p className="text-sm font-550 text-bad">{problem}</p>}
        </fieldset>
        <Field
          label="What we write"
          hint="At least 40 characters. Reporters read it, and the developer when something is restricted or shown again."
          {...form.field('answer')}
        >
          <Textarea required maxLength={ANSWER_MAX} />
        </Field>
        <Field label="Private note" hint="Only admins see this." {...form.field('note')}>
          <Textarea maxLength={ANSWER_MAX} className="min-h-18" />
        </Field>
        <FormNote of={form} />
        <SubmitButton of={form} wide>
          Decide
        </SubmitButton>
      </Form>
    </WorkPanel>
  )
}

const isAboutGame = (kind: ReportDecisionKind): boolean => kind === 'take_down' || kind === 'seal'
