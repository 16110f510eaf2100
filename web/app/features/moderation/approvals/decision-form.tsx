import type { ApprovalDetail } from '@nofiller/contract/moderation/moderation'
import {
  type ApprovalDecision,
  DECISION_ASSETS_MISSING,
  DECISION_NOTE_MAX,
  DECISION_RULE_MISSING,
  DECISION_TEXT_MAX,
  DECISION_TEXT_MIN,
  DECISION_TEXT_MISSING,
  needsRule,
  REVIEW_DECISIONS,
} from '@nofiller/contract/moderation/moderation-rules'
import { shortProblem } from '@nofiller/contract/text/text-length'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useForm } from '../../../api/use-form.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { Field, RadioBox, Textarea, TextInput } from '../../../ui/form/field.tsx'
import { Form, FormNote, SubmitButton } from '../../../ui/form/form.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { WorkPanel } from '../../admin/work-page.tsx'
import { AboutField, Effects, RuleField } from '../decision-parts.tsx'
import { DECISION_NAMES } from './approval-labels.ts'
import { useApprovalActions } from './use-approvals.ts'

type DecisionFormProps = {
  approval: ApprovalDetail
  about: readonly string[]
  onAbout: (assets: readonly string[]) => void
}

/** The decision, its rule, its subject and its reason. It ends in a summary, and only that sends it. */
export function DecisionForm({ approval, about, onAbout }: DecisionFormProps) {
  const [isSummed, setSummed] = useState(false)
  const form = useForm({
    initial: { kind: 'approve' as ApprovalDecision, rule: '', text: '', note: '' },
    check: ({ kind, rule, text }) =>
      needsRule(kind)
        ? {
            rule: rule === '' ? DECISION_RULE_MISSING : null,
            text: shortProblem(text, DECISION_TEXT_MIN, DECISION_TEXT_MISSING),
          }
        : {},
    send: async () => {},
    onSent: () => setSummed(true),
  })
  const { kind, rule: ruleId } = form.values
  const withReasons = needsRule(kind)
  const rule = approval.rules.find(({ id }) => id === ruleId)
  const lacksAbout = withReasons && about.length === 0
  useNumberKeys((chosen) => form.set({ kind: chosen }))
  return (
    <WorkPanel title="Decision">
      <Form
        form={form}
        className="grid grid-cols-1 gap-4"
        onSubmitCapture={(event) => lacksAbout && event.preventDefault()}
      >
        <fieldset className="grid gap-2">
          <legend className="sr-only">What you decide</legend>
          {REVIEW_DECISIONS.map((each, index) => (
            // biome-ignore lint/a11y/noLabelWithoutControl: RadioBox is the control
            <label
              key={each}
              className="flex min-h-11 cursor-pointer items-center gap-2.5 rounded-2 border border-edge bg-inset px-3 py-2 hover:border-muted has-checked:border-accent"
            >
              <RadioBox
                name="kind"
                value={each}
                checked={kind === each}
                onChange={() => form.set({ kind: each })}
              />
              <span className="flex-1">{DECISION_NAMES[each]}</span>
              <kbd className="rounded-1 border border-edge px-1.5 font-sans text-xs text-muted">
                {index + 1}
              </kbd>
            </label>
          ))}
        </fieldset>
        {withReasons && (
          <>
            <RuleField
              rules={approval.rules}
              text={form.values.text}
              field={form.field('rule')}
              onRule={(chosen, text) => form.set({ rule: chosen, text })}
            />
            <AboutField assets={approval.assets} about={about} onAbout={onAbout} />
          </>
        )}
        <Field
          label="To the developer"
          hint={
            withReasons
              ? `At least ${DECISION_TEXT_MIN} characters. Say what would put it right.`
              : 'You can leave this empty.'
          }
          {...form.field('text')}
        >
          <Textarea rows={6} maxLength={DECISION_TEXT_MAX} />
        </Field>
        <Field label="Private note" {...form.field('note')}>
          <TextInput maxLength={DECISION_NOTE_MAX} placeholder="Only admins see this." />
        </Field>
        <Effects
          page={pageAfter(kind, approval.isPublic)}
          effects={approval.effects}
          points={withReasons ? (rule?.points ?? 0) : null}
        />
        {lacksAbout && (
          <p role="status" className="text-sm text-muted">
            {DECISION_ASSETS_MISSING}
          </p>
        )}
        <SubmitButton form={form} wide disabled={lacksAbout}>
          Go to summary
        </SubmitButton>
        <FormNote form={form} />
        <p className="text-sm text-faint">You read the full text once more before it is sent.</p>
      </Form>
      {isSummed && (
        <Summary
          approval={approval}
          values={form.values}
          about={withReasons ? about : []}
          onClose={() => setSummed(false)}
        />
      )}
    </WorkPanel>
  )
}

function pageAfter(kind: ApprovalDecision, isPublic: boolean): string {
  if (kind === 'approve') return 'Is public'
  if (kind === 'reject') return 'Is hidden'
  return isPublic ? 'Stays public' : 'Stays hidden'
}

/** The keys 1 to 3 choose the decision, unless the focus is in a text field. */
function useNumberKeys(choose: (kind: ApprovalDecision) => void) {
  useEffect(() => {
    const press = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      const kind = REVIEW_DECISIONS[Number(key) - 1]
      const isTyping =
        target instanceof HTMLElement && target.matches('input:not([type=radio]), textarea, select')
      if (kind && !isTyping && !ctrlKey && !metaKey && !altKey) choose(kind)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })
}

type SummaryProps = {
  approval: ApprovalDetail
  values: { kind: ApprovalDecision; rule: string; text: string; note: string }
  about: readonly string[]
  onClose: () => void
}

function Summary({ approval, values: { kind, rule: ruleId, text, note }, about, onClose }: SummaryProps) {
  const { decide } = useApprovalActions()
  const navigate = useNavigate()
  const rule = approval.rules.find(({ id }) => id === ruleId)
  const form = useForm({
    initial: {},
    send: () =>
      decide(approval._id, {
        kind,
        rule: needsRule(kind) ? ruleId : null,
        assets: [...about],
        text,
        note,
        revision: approval.revision,
      }),
    onSent: async () => {
      toast(`Sent to ${approval.developer.name}.`)
      await navigate('/admin/approvals')
    },
  })
  return (
    <FormDialog
      form={form}
      title={`${DECISION_NAMES[kind]}: ${approval.title}`}
      onClose={onClose}
      button="Send decision"
    >
      <div className="grid gap-3 rounded-2 border border-line bg-inset p-4 wrap-anywhere">
        {needsRule(kind) && rule && (
          <>
            <p>
              <b>The rule:</b> {rule.title} ({rule.id}, version {rule.version})
            </p>
            <p>
              <b>What it is about:</b> {about.join(', ')}
            </p>
          </>
        )}
        <p dir="auto" className="whitespace-pre-line">
          {text.trim() || 'No words of your own.'}
        </p>
      </div>
      <p className="text-sm text-muted">
        {approval.developer.name} gets this by email, with what stays as it is and how to appeal. Your name is
        not in it.
      </p>
    </FormDialog>
  )
}
