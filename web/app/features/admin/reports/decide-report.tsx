import {
  DECISION_ASSETS_MISSING,
  DECISION_RULE_MISSING,
  needsRule,
} from '@nofiller/contract/moderation/moderation-rules'
import {
  ANSWER_MAX,
  ANSWER_MIN,
  ANSWER_MISSING,
  decisionsAbout,
  partName,
  type ReportDecisionKind,
} from '@nofiller/contract/reports/report-rules'
import type { AdminCaseDetail } from '@nofiller/contract/reports/reports'
import { showCount } from '@nofiller/contract/text/digits'
import { shortProblem } from '@nofiller/contract/text/text-length'
import { showUtcMoment } from '@nofiller/contract/text/time'
import { useState } from 'react'
import { call } from '../../../api/client.ts'
import { useForm } from '../../../api/use-form.ts'
import { Button, TextLink } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { Field, Radio, Textarea } from '../../../ui/form/field.tsx'
import { Form, FormNote, SubmitButton } from '../../../ui/form/form.tsx'
import { AboutField, Effects, RuleField } from '../../moderation/decision-parts.tsx'
import { useAdminChanged } from '../use-admin-changed.ts'
import { WorkPanel } from '../work-page.tsx'

type Kind = {
  label: string
  hint: string
  page: string
  /** The label of the deciding button. */
  button: string
}

const KINDS: Record<ReportDecisionKind, Kind> = {
  leave: {
    label: 'Leave it as it is',
    hint: 'Nothing is wrong. Lifts any hold.',
    page: 'Stays as it was',
    button: 'Leave it as it is',
  },
  correct: {
    label: 'We fixed it',
    hint: 'For example, a missing content warning. Lifts any hold.',
    page: 'Stays as it was',
    button: 'Close as corrected',
  },
  changes_needed: {
    label: 'Ask for changes',
    hint: 'Lifts any hold. What the developer saves next goes to review.',
    page: 'Stays as it was',
    button: 'Ask for changes',
  },
  take_down: {
    label: 'Take the game down',
    hint: 'Owners keep their files.',
    page: 'Is hidden',
    button: 'Take the game down',
  },
  seal: {
    label: 'Seal it as illegal',
    hint: 'Nobody can see or download any of it, owners included. It is kept as evidence.',
    page: 'Is hidden',
    button: 'Seal the game',
  },
}

/** Actions that must not happen by accident, because they email owners. */
const isGrave = (kind: Values['kind']): kind is 'take_down' | 'seal' =>
  kind === 'take_down' || kind === 'seal'

/** The form to decide a case, or its decision. */
export function DecideReport({ reportCase }: { reportCase: AdminCaseDetail }) {
  if (reportCase.closedAt)
    return (
      <WorkPanel title={reportCase.outcome === 'acted' ? 'We acted' : 'Left as it was'}>
        <p dir="auto" className="whitespace-pre-line wrap-anywhere">
          {reportCase.answer}
        </p>
        {reportCase.note && (
          <p dir="auto" className="text-sm whitespace-pre-line text-muted wrap-anywhere">
            Private note: {reportCase.note}
          </p>
        )}
        <p className="text-sm text-muted">Decided {showUtcMoment(reportCase.closedAt)}</p>
        {reportCase.outcome === 'acted' && reportCase.decisionId && (
          <TextLink to={`/decision/${reportCase.decisionId}`}>
            {reportCase.subject === 'review' && reportCase.part !== 'answer'
              ? 'What the writer was told'
              : 'What the developer was told'}
          </TextLink>
        )}
      </WorkPanel>
    )
  return <DecisionForm reportCase={reportCase} />
}

type Values = { kind: ReportDecisionKind | ''; rule: string; answer: string; note: string }

function DecisionForm({ reportCase }: { reportCase: AdminCaseDetail }) {
  const changed = useAdminChanged()
  const [isAsked, setAsked] = useState(false)
  const [about, setAbout] = useState<readonly string[]>(() => reportedAssets(reportCase))
  const initial: Values = { kind: '', rule: '', answer: '', note: '' }
  const withReasons = (kind: Values['kind']) => kind !== '' && needsRule(kind)
  const form = useForm<Values>({
    initial,
    check: ({ kind, rule, answer }) => ({
      kind: kind === '' ? 'Choose what to do.' : null,
      rule: withReasons(kind) && rule === '' ? DECISION_RULE_MISSING : null,
      answer: shortProblem(answer, ANSWER_MIN, ANSWER_MISSING),
    }),
    send: async ({ kind, rule, ...words }) => {
      if (isGrave(kind) && !isAsked) return setAsked(true)
      const reasons = withReasons(kind) ? { rule, assets: [...about] } : { rule: null, assets: [] }
      await call('POST /api/admin/reports/:id/decision', {
        params: { id: reportCase._id },
        // The check lets none through without a kind.
        body: { ...words, ...reasons, kind: kind || 'leave', revision: reportCase.revision },
      }).finally(changed)
      toast('Decided. Everyone involved has been notified.')
    },
  })
  const { kind, rule, answer } = form.values
  const lacksAbout = withReasons(kind) && about.length === 0
  const problem = form.problem('kind')
  return (
    <WorkPanel title="Decision">
      <Form
        form={form}
        className="grid grid-cols-1 gap-4"
        onSubmitCapture={(event) => lacksAbout && event.preventDefault()}
      >
        <fieldset>
          <legend className="sr-only">What to do</legend>
          {decisionsAbout(reportCase.subject, reportCase.isGone).map((each) => (
            <Radio
              key={each}
              name="kind"
              value={each}
              checked={kind === each}
              onChange={() => form.set({ kind: each })}
              hint={kindOf(reportCase, each).hint}
            >
              {kindOf(reportCase, each).label}
            </Radio>
          ))}
          {problem && <p className="text-sm font-550 text-bad">{problem}</p>}
        </fieldset>
        {withReasons(kind) && (
          <>
            <RuleField
              rules={reportCase.rules}
              text={answer}
              field={form.field('rule')}
              onRule={(chosen, text) => form.set({ rule: chosen, answer: text })}
            />
            <AboutField assets={reportCase.assets} about={about} onAbout={setAbout} />
          </>
        )}
        <Field
          label="What we write"
          hint={`At least 40 characters. Reporters read it, and ${readerOf(reportCase)} when something is restricted or shown again.`}
          {...form.field('answer')}
        >
          <Textarea required maxLength={ANSWER_MAX} />
        </Field>
        <Field label="Private note" hint="Only admins see this." {...form.field('note')}>
          <Textarea maxLength={ANSWER_MAX} size="small" />
        </Field>
        {kind !== '' && reportCase.subject !== 'review' && (
          <Effects
            page={KINDS[kind].page}
            effects={reportCase.effects}
            points={withReasons(kind) ? (reportCase.rules.find(({ id }) => id === rule)?.points ?? 0) : null}
          />
        )}
        {lacksAbout && (
          <p role="status" className="text-sm text-muted">
            {DECISION_ASSETS_MISSING}
          </p>
        )}
        <FormNote form={form} />
        <SubmitButton form={form} wide disabled={lacksAbout}>
          {kind === '' ? 'Decide' : kindOf(reportCase, kind).button}
        </SubmitButton>
      </Form>
      {isAsked && isGrave(kind) && (
        <Dialog
          title={`${kindOf(reportCase, kind).button}?`}
          width="small"
          onClose={() => setAsked(false)}
          footer={
            <>
              <Button kind="quiet" onClick={() => setAsked(false)}>
                Cancel
              </Button>
              <SubmitButton form={form} kind="danger">
                {kindOf(reportCase, kind).button}
              </SubmitButton>
            </>
          }
        >
          <div className="grid gap-3">
            <p className="wrap-anywhere">
              <b className="font-650">
                {reportCase.subject === 'review' ? partName(reportCase.part, 'review') : reportCase.title}
              </b>{' '}
              {reportCase.subject === 'review'
                ? removedText(about)
                : `is hidden at once. ${KINDS[kind].hint}`}
            </p>
            <p className="text-muted">
              {recipientsOf(reportCase)} get an email. Only a successful appeal undoes it.
            </p>
            <FormNote form={form} />
          </div>
        </Dialog>
      )}
    </WorkPanel>
  )
}

function recipientsOf({ subject, part, effects: { owners } }: AdminCaseDetail): string {
  if (subject === 'review' && part !== 'answer') return 'The reporters and the writer'
  if (owners === 0) return 'The reporters and the developer'
  return `The reporters, the developer and ${owners === 1 ? 'the 1 owner' : `all ${showCount(owners)} owners`}`
}

/** What becomes of the parts of a review. */
const removedText = (about: readonly string[]): string => {
  if (about.includes('review')) return 'is removed at once, as a whole: it no longer counts.'
  return about.includes('text')
    ? 'is removed at once. Whether it recommends the game still counts.'
    : 'is removed at once.'
}

const REMOVE: Kind = {
  label: 'Remove it',
  hint: 'The text leaves its vote. Choose the review as a whole only if it is fake: then it no longer counts.',
  page: 'Stays as it was',
  button: 'Remove it',
}

/** The words for an action; of a review, and not of its game, a part is taken down. */
const kindOf = ({ subject }: AdminCaseDetail, kind: ReportDecisionKind): Kind =>
  subject === 'review' && kind === 'take_down' ? REMOVE : KINDS[kind]

/** Whom a decision restricts. */
const readerOf = ({ subject, part }: AdminCaseDetail): string =>
  subject === 'review' && part !== 'answer' ? 'who wrote it' : 'the developer'

/** The reported part, unless it is the entire page. */
const reportedAssets = ({ assets, part }: AdminCaseDetail): string[] =>
  part === 'page' ? [] : assets.slice(0, 1).map(({ id }) => id)
