import { gamePath } from '@nofiller/contract/catalog/paths'
import { normalPenName } from '@nofiller/contract/pen-names/pen-name-rules'
import {
  PROGRESS_LABELS,
  REVIEW_LANGUAGE_CODES,
  REVIEW_LANGUAGES,
  REVIEW_LIMITS,
  REVIEW_PROGRESS,
  spoilerParts,
  verdictOf,
} from '@nofiller/contract/reviews/review-rules'
import type { ReviewStanding } from '@nofiller/contract/reviews/reviews'
import { countCharacters } from '@nofiller/contract/text/characters'
import { showCount } from '@nofiller/contract/text/digits'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { call } from '../../api/client.ts'
import { useForm } from '../../api/use-form.ts'
import { useUser } from '../../session/session.ts'
import { LeaveGuard } from '../../ui/browser/leave-guard.tsx'
import { Button, ButtonLink, TextLink } from '../../ui/button.tsx'
import { currentTime } from '../../ui/clock.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { Field, FieldError, RadioBox, Select, Textarea } from '../../ui/form/field.tsx'
import { Form, FormNote, SubmitButton } from '../../ui/form/form.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { IconEyeOff } from '../../ui/icons.tsx'
import { Panel } from '../../ui/page.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import { ChangePenName } from './change-pen-name.tsx'
import { NameShown } from './name-shown.tsx'
import { IconThumbDown, IconThumbUp, ReviewArticle } from './review-article.tsx'
import { ReviewFacts } from './review-facts.tsx'
import { usePenName } from './use-pen-name.ts'
import { type ReviewValues, useReviewForm } from './use-review-form.ts'
import { useRefreshReviews } from './use-reviews.ts'

type ReviewFormProps = { gameId: string; title: string; standing: ReviewStanding }
type FormState = ReturnType<typeof useReviewForm>

/** A review as its owner writes it; beside it what others will see. */
export function ReviewForm({ gameId, title, standing }: ReviewFormProps) {
  const { review } = standing
  const { data: penName } = usePenName()
  const form = useReviewForm(gameId, review, penName)
  const [dialog, setDialog] = useState<'remove' | 'pen-name' | null>(null)
  const closeDialog = () => setDialog(null)
  return (
    <div className="grid grid-cols-1 items-start gap-6 desktop:grid-cols-[minmax(0,1fr)_344px] desktop:gap-8">
      <Panel>
        <Form form={form} className="grid grid-cols-1 gap-6">
          <Verdict form={form} title={title} />
          {review?.textDecisionId == null && <Words form={form} />}
          <div className="grid gap-4 phone:grid-cols-2">
            <Field label="How far did you get?" {...form.field('progress')}>
              <Select>
                <option value="">I’d rather not say</option>
                {REVIEW_PROGRESS.map((progress) => (
                  <option key={progress} value={progress}>
                    {PROGRESS_LABELS[progress]}
                  </option>
                ))}
              </Select>
            </Field>
            <Field label="Language" {...form.field('language')}>
              <Select>
                {REVIEW_LANGUAGE_CODES.map((code) => (
                  <option key={code} value={code}>
                    {REVIEW_LANGUAGES[code]}
                  </option>
                ))}
              </Select>
            </Field>
          </div>
          <NameShown form={form} penName={penName} onChangePenName={() => setDialog('pen-name')} />
          <FormNote form={form} sent={review?.isHeld ? 'Saved.' : 'Saved. Your review is public.'} />
          <div className="flex flex-wrap items-center justify-between gap-4 border-t border-line pt-5">
            <p className="min-w-60 flex-1 text-sm text-muted">
              Public at once. You can change or remove it at any time. The developer can answer once, and
              can’t hide it.
            </p>
            <div className="flex flex-wrap gap-2 max-phone:w-full max-phone:*:flex-1">
              {review ? (
                <Button kind="danger" onClick={() => setDialog('remove')}>
                  Remove review
                </Button>
              ) : (
                <ButtonLink kind="quiet" to={gamePath(gameId)}>
                  Cancel
                </ButtonLink>
              )}
              <SubmitButton form={form} data-retry>
                {review ? 'Save changes' : 'Publish review'}
              </SubmitButton>
            </div>
          </div>
        </Form>
      </Panel>
      <aside aria-label="As others see it" className="grid grid-cols-1 gap-5">
        <Preview values={form.values} standing={standing} penName={penName?.name ?? null} />
        <ReviewFacts standing={standing} />
        <p className="px-1 text-sm text-muted">
          Nobody sees what else you own or have written.{' '}
          <TextLink to="/reviews-policy">How reviews work</TextLink>
        </p>
      </aside>
      {/* Outside the form: what is sent in a dialog would send the review as well. */}
      {dialog === 'remove' && <RemoveDialog gameId={gameId} onClose={closeDialog} onRemoved={form.reset} />}
      {dialog === 'pen-name' && penName && <ChangePenName current={penName.name} onClose={closeDialog} />}
      <LeaveGuard isUnsaved={form.isUnsaved}>What you wrote here is not saved and will be lost.</LeaveGuard>
    </div>
  )
}

function Verdict({ form, title }: { form: FormState; title: string }) {
  const error = form.problem('recommends')
  const errorId = `${form.id}-verdict`
  return (
    <fieldset className="grid grid-cols-1 gap-1.5" aria-describedby={error ? errorId : undefined}>
      <legend className="mb-2 text-ui font-semibold wrap-anywhere">Would you recommend {title}?</legend>
      <div className="grid grid-cols-1 gap-3 phone:grid-cols-2">
        {(['yes', 'no'] as const).map((value) => (
          // biome-ignore lint/a11y/noLabelWithoutControl: RadioBox is the control
          <label
            key={value}
            className="grid cursor-pointer grid-cols-[20px_1fr_20px] items-center gap-3 rounded-2 border border-edge bg-inset px-4 py-3.5 font-650 hover:border-muted has-checked:border-accent has-checked:inset-ring-1 has-checked:inset-ring-accent"
          >
            <RadioBox
              name={`${form.id}-recommends`}
              value={value}
              checked={form.values.recommends === value}
              aria-invalid={error ? true : undefined}
              onChange={() => form.set({ recommends: value })}
            />
            {verdictOf(value === 'yes')}
            {value === 'yes' ? (
              <IconThumbUp className="size-5 text-go" />
            ) : (
              <IconThumbDown className="size-5 text-muted" />
            )}
          </label>
        ))}
      </div>
      <FieldError id={errorId} error={error} />
    </fieldset>
  )
}

const lengthOf = (text: string): number =>
  countCharacters(
    spoilerParts(text)
      .map((part) => part.text)
      .join('')
      .trim(),
  )

function Words({ form }: { form: FormState }) {
  const length = lengthOf(form.values.text)
  const counted = `${showCount(length)} of ${showCount(REVIEW_LIMITS.textMax)}`
  // Read aloud once the writer rests, and not with each letter.
  const spoken = useDebounced(counted, 1_000)
  const hide = () => {
    const area = form.element.current?.querySelector('textarea')
    if (!area) return
    const { value, selectionStart: start, selectionEnd: end } = area
    // At once, so that what is typed next stands between the marks.
    flushSync(() => form.set({ text: hidden(value, start, end) }))
    area.focus()
    area.setSelectionRange(start + SPOILER.length, end + SPOILER.length)
  }
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <Field
        label="What should others know?"
        trailing={<span className="text-sm text-faint">Optional</span>}
        hint={`Write at least ${REVIEW_LIMITS.textMin} characters, or none.`}
        {...form.field('text')}
      >
        <Textarea className="min-h-46" />
      </Field>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <Button
          kind="quiet"
          size="small"
          className="-ml-3"
          icon={<IconEyeOff className="size-4" />}
          onClick={hide}
        >
          Hide a spoiler
        </Button>
        <span aria-hidden="true" className="text-sm text-muted">
          {counted}
        </span>
        <span role="status" className="sr-only">
          {spoken}
        </span>
      </div>
    </div>
  )
}

const SPOILER = '[spoiler]'

/** A text with the marks of a spoiler around what is selected, or at the caret. */
const hidden = (text: string, start: number, end: number): string =>
  `${text.slice(0, start)}${SPOILER}${text.slice(start, end)}[/spoiler]${text.slice(end)}`

type PreviewProps = { values: ReviewValues; standing: ReviewStanding; penName: string | null }

function Preview({ values, standing, penName }: PreviewProps) {
  const username = useUser()?.username ?? null
  const { review } = standing
  const names = { owner: null, pen_name: penName ?? (normalPenName(values.penName) || null), username }
  const today = currentTime().toISOString().slice(0, 10)
  return (
    <Panel>
      <h2 className="mb-3.5 text-sm text-muted">As others see it</h2>
      {values.recommends === '' ? (
        <p className="text-muted">Choose whether you recommend it.</p>
      ) : (
        <ReviewArticle
          review={{
            recommends: values.recommends === 'yes',
            text: review?.isTextRemoved ? '' : values.text.trim(),
            isTextRemoved: review?.isTextRemoved ?? false,
            language: values.language,
            progress: values.progress || null,
            name: names[values.name],
            release: standing.release,
            on: review?.on ?? today,
            editedOn: review?.editedOn ?? null,
            counted: standing.counts,
            mark: standing.mark,
            answer: review?.answer ?? null,
          }}
          newest={standing.release}
        />
      )}
    </Panel>
  )
}

type RemoveDialogProps = { gameId: string; onClose: () => void; onRemoved: () => void }

function RemoveDialog({ gameId, onClose, onRemoved }: RemoveDialogProps) {
  const refresh = useRefreshReviews()
  const form = useForm({
    initial: {},
    send: () => call('DELETE /api/games/:id/review', { params: { id: gameId } }),
    onSent: async () => {
      onClose()
      onRemoved()
      await refresh()
      toast('Your review is removed.')
    },
  })
  return (
    <FormDialog
      title="Remove your review?"
      width="small"
      form={form}
      kind="danger"
      button="Remove review"
      onClose={onClose}
    >
      <p>Its text, its answer and what others found helpful in it go too. You can write a new one.</p>
    </FormDialog>
  )
}
