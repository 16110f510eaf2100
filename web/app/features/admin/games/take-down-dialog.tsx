import type { AdminGame } from '@nofiller/contract/admin/admin'
import type { ResponseBody } from '@nofiller/contract/calls'
import { DECISION_RULE_MISSING } from '@nofiller/contract/moderation/moderation-rules'
import { ANSWER_MAX, ANSWER_MIN, ANSWER_MISSING } from '@nofiller/contract/reports/report-rules'
import { shortProblem } from '@nofiller/contract/text/text-length'
import { useCall } from '../../../api/use-call.ts'
import { useForm } from '../../../api/use-form.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Checkbox, Field, Textarea } from '../../../ui/form/field.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { QueryView } from '../../../ui/query-view.tsx'
import { AboutField, Effects, RuleField } from '../../moderation/decision-parts.tsx'

const KEY = 'GET /api/admin/games/:id/decision'
type Choices = ResponseBody<typeof KEY>

/** The decision to send for one game. */
export type TakeDown = { reason: string; illegal: boolean; rule: string; assets: string[]; note: string }

type TakeDownProps = {
  title: string
  /** What will happen. */
  text: string
  games: readonly [AdminGame, ...AdminGame[]]
  /** Whether it is illegal; null to ask. */
  illegal: boolean | null
  send: (decision: TakeDown) => Promise<unknown>
  onClose: () => void
}

/** Takes games down like a decision about a report: by a rule, about a part, with a text that their developers read and can appeal. */
export function TakeDownDialog(props: TakeDownProps) {
  const [{ _id: id }] = props.games
  const choices = useCall(KEY, { params: { id } })
  if (choices.data) return <DecisionDialog {...props} choices={choices.data} />
  return (
    <Dialog title={props.title} width="small" onClose={props.onClose}>
      <QueryView query={choices} error="Failed to load the rules">
        {() => null}
      </QueryView>
    </Dialog>
  )
}

/** `about` is checked as a field; line breaks separate its parts, because a form only has texts and checkboxes. */
type Values = { rule: string; about: string; reason: string; note: string; illegal: boolean }

function DecisionDialog({
  title,
  text,
  games,
  illegal,
  send,
  onClose,
  choices,
}: TakeDownProps & { choices: Choices }) {
  const wholeGame = choices.assets[0]?.id ?? ''
  const initial: Values = {
    rule: '',
    about: games.length > 1 ? wholeGame : '',
    reason: '',
    note: '',
    illegal: illegal ?? false,
  }
  const form = useForm<Values>({
    initial,
    check: ({ rule, about, reason }) => ({
      rule: rule === '' ? DECISION_RULE_MISSING : null,
      about: about === '' ? ABOUT_MISSING : null,
      reason: shortProblem(reason, ANSWER_MIN, ANSWER_MISSING),
    }),
    send: ({ about, reason, ...decision }) =>
      send({ ...decision, reason: reason.trim(), assets: listed(about) }),
    onSent: onClose,
  })
  const { rule, about, reason } = form.values
  const points = choices.rules.find(({ id }) => id === rule)?.points ?? 0
  return (
    <FormDialog form={form} title={title} onClose={onClose} button={title} kind="danger">
      <p>{text}</p>
      <RuleField
        rules={choices.rules}
        text={reason}
        field={form.field('rule')}
        onRule={(chosen, prepared) => form.set({ rule: chosen, reason: prepared })}
      />
      {games.length === 1 && (
        <AboutField
          assets={choices.assets}
          about={listed(about)}
          onAbout={(ids) => form.set({ about: ids.join('\n') })}
          error={form.problem('about')}
        />
      )}
      <Field
        label="Reason"
        hint="At least 40 characters. The developer reads it and can appeal."
        {...form.field('reason')}
      >
        <Textarea required maxLength={ANSWER_MAX} />
      </Field>
      <Field label="Private note" hint="Only admins see this." {...form.field('note')}>
        <Textarea maxLength={ANSWER_MAX} size="small" />
      </Field>
      {illegal === null && (
        <Checkbox {...form.tick('illegal')} hint="Otherwise those who own it can still download it.">
          Illegal content: nobody may download it anymore
        </Checkbox>
      )}
      {games.length === 1 && <Effects page="Is hidden" effects={choices.effects} points={points} />}
    </FormDialog>
  )
}

const ABOUT_MISSING = 'Say what it is about.'

const listed = (about: string): string[] => about.split('\n').filter(Boolean)
