import type { ReviewDetail } from '@nofiller/contract/moderation'
import {
  DECISION_ASSETS_MISSING,
  DECISION_NOTE_MAX,
  DECISION_RULE_MISSING,
  DECISION_TEXT_MAX,
  DECISION_TEXT_MIN,
  DECISION_TEXT_MISSING,
  needsRule,
  REVIEW_DECISIONS,
  type ReviewDecision,
} from '@nofiller/contract/moderation-rules'
import { showPrice } from '@nofiller/contract/money'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useForm } from '../../../api/use-form.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { Checkbox, Field, RadioBox, Select, Textarea, TextInput } from '../../../ui/form/field.tsx'
import { Form, FormNote, SubmitButton } from '../../../ui/form/form.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { WorkPanel } from '../../admin/work-page.tsx'
import { DECISION_NAMES } from './review-words.ts'
import { useReviewDeeds } from './use-reviews.ts'

/** The pictures and files that stand without being asked for. */
const ASSETS_SHOWN = 4

type DecisionFormProps = {
  review: ReviewDetail
  about: readonly string[]
  onAbout: (assets: readonly string[]) => void
}

/** What is decided, by which rule, about what and why. It ends in a summary, and only that sends it. */
export function DecisionForm({ review, about, onAbout }: DecisionFormProps) {
  const [isSummed, setSummed] = useState(false)
  const form = useForm({
    initial: { kind: 'approve' as ReviewDecision, rule: '', text: '', note: '' },
    check: ({ kind, rule, text }) =>
      needsRule(kind)
        ? {
            rule: rule === '' ? DECISION_RULE_MISSING : null,
            text: text.trim().length < DECISION_TEXT_MIN ? DECISION_TEXT_MISSING : null,
          }
        : {},
    send: async () => {},
    onSent: () => setSummed(true),
  })
  const { kind, rule: ruleId } = form.values
  const withReasons = needsRule(kind)
  const rule = review.rules.find(({ id }) => id === ruleId)
  const lacksAbout = withReasons && about.length === 0
  useNumberKeys((chosen) => form.set({ kind: chosen }))
  const chooseRule = (id: string) => {
    const reason = review.rules.find((each) => each.id === id)?.reason ?? ''
    // A text of one's own is never written over.
    const isOwn =
      form.values.text !== '' && !review.rules.some((each) => `${each.reason} ` === form.values.text)
    form.set(isOwn ? { rule: id } : { rule: id, text: reason === '' ? '' : `${reason} ` })
  }
  return (
    <WorkPanel title="Decision">
      <Form
        of={form}
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
            <Field label="Rule" {...form.field('rule')}>
              <Select onChange={(event) => chooseRule(event.target.value)}>
                <option value="">Choose a rule</option>
                {review.rules.map(({ id, title }) => (
                  <option key={id} value={id}>
                    {id} · {title}
                  </option>
                ))}
              </Select>
            </Field>
            <About review={review} about={about} onAbout={onAbout} />
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
        <Effects review={review} kind={kind} points={rule?.points ?? 0} />
        {lacksAbout && (
          <p role="status" className="text-sm text-muted">
            {DECISION_ASSETS_MISSING}
          </p>
        )}
        <SubmitButton of={form} wide disabled={lacksAbout}>
          Go to summary
        </SubmitButton>
        <FormNote of={form} />
        <p className="text-sm text-faint">You read the full text once more before it is sent.</p>
      </Form>
      {isSummed && (
        <Summary
          review={review}
          values={form.values}
          about={withReasons ? about : []}
          onClose={() => setSummed(false)}
        />
      )}
    </WorkPanel>
  )
}

/** 1 to 3 choose the decision, wherever nothing is typed. */
function useNumberKeys(choose: (kind: ReviewDecision) => void) {
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

function About({ review, about, onAbout }: DecisionFormProps) {
  const [all, setAll] = useState(false)
  const shown = review.assets.filter(({ id }, index) => all || index < ASSETS_SHOWN || about.includes(id))
  const rest = review.assets.length - shown.length
  const toggle = (id: string) =>
    onAbout(about.includes(id) ? about.filter((each) => each !== id) : [...about, id])
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-ui font-semibold">About</legend>
      {shown.map(({ id, name }) => (
        <Checkbox key={id} checked={about.includes(id)} onChange={() => toggle(id)}>
          <span className="wrap-anywhere">{name}</span>
        </Checkbox>
      ))}
      {rest > 0 && (
        <button
          type="button"
          onClick={() => setAll(true)}
          className="cursor-pointer justify-self-start text-sm underline underline-offset-2"
        >
          {rest} more pictures, files and texts
        </button>
      )}
    </fieldset>
  )
}

function Effects({ review, kind, points }: { review: ReviewDetail; kind: ReviewDecision; points: number }) {
  const { isPublic, effects } = review
  const page = {
    approve: 'Is public',
    changes_needed: isPublic ? 'Stays public' : 'Stays hidden',
    reject: 'Is hidden',
  }
  const lines = [
    ['Public page', page[kind]],
    ['Owners', effects.owners.toLocaleString('en-US')],
    ['Open orders', effects.openOrders.toLocaleString('en-US')],
    ['Unpaid balance', showPrice(effects.balance)],
    ...(needsRule(kind) ? [['Weight of the rule', points === 1 ? '1 point' : `${points} points`]] : []),
  ]
  return (
    <div className="grid gap-2 rounded-2 border border-line bg-inset p-3.5 text-sm">
      <p className="font-semibold text-muted">What this does</p>
      <dl className="grid gap-1">
        {lines.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-3">
            <dt>{name}</dt>
            <dd className="font-650 tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

type SummaryProps = {
  review: ReviewDetail
  values: { kind: ReviewDecision; rule: string; text: string; note: string }
  about: readonly string[]
  onClose: () => void
}

function Summary({ review, values: { kind, rule: ruleId, text, note }, about, onClose }: SummaryProps) {
  const { decide } = useReviewDeeds()
  const navigate = useNavigate()
  const rule = review.rules.find(({ id }) => id === ruleId)
  const form = useForm({
    initial: {},
    send: () =>
      decide(review._id, {
        kind,
        rule: needsRule(kind) ? ruleId : null,
        assets: [...about],
        text,
        note,
        revision: review.revision,
      }),
    onSent: async () => {
      toast(`Sent to ${review.developer.name}.`)
      await navigate('/admin/reviews')
    },
  })
  return (
    <FormDialog
      of={form}
      title={`${DECISION_NAMES[kind]}: ${review.title}`}
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
        <p className="whitespace-pre-line">{text.trim() || 'No words of your own.'}</p>
      </div>
      <p className="text-sm text-muted">
        {review.developer.name} gets this by email, with what stays as it is and how to object. Your name is
        not in it.
      </p>
    </FormDialog>
  )
}
