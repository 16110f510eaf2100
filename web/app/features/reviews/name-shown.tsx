import type { OwnPenName } from '@nofiller/contract/pen-names/pen-names'
import { OWNER_NAME, REVIEW_NAMES, type ReviewName } from '@nofiller/contract/reviews/review-rules'
import type { ReactNode } from 'react'
import { useUser } from '../../session/session.ts'
import { TextButton } from '../../ui/button.tsx'
import { FieldError, RadioBox } from '../../ui/form/field.tsx'
import { PenNameField } from './change-pen-name.tsx'
import { ChangeableFrom, PenNameTakenAway } from './pen-name-notes.tsx'
import { mustWait, type useReviewForm } from './use-review-form.ts'

type NameShownProps = {
  form: ReturnType<typeof useReviewForm>
  /** Undefined until it is known. */
  penName: OwnPenName | undefined
  onChangePenName: () => void
}

/** Which of three names stands under a review. Who has no pen name yet chooses it here. */
export function NameShown({ form, penName, onChangePenName }: NameShownProps) {
  const username = useUser()?.username
  const error = form.problem('name')
  const errorId = `${form.id}-name-error`
  const option = (name: ReviewName, label: ReactNode, hint: string) => (
    // biome-ignore lint/a11y/noLabelWithoutControl: RadioBox is the control
    <label className="flex min-h-8 cursor-pointer items-start gap-3 leading-6 has-disabled:cursor-default max-phone:min-h-10">
      <RadioBox
        name={`${form.id}-name`}
        value={name}
        checked={form.values.name === name}
        disabled={name === 'pen_name' && mustWait(penName)}
        aria-invalid={error ? true : undefined}
        onChange={() => form.set({ name })}
      />
      <span className="min-w-0 wrap-anywhere">
        <b className="mr-2 font-semibold">{label}</b> <span className="text-sm text-muted">{hint}</span>
      </span>
    </label>
  )
  const [owner, pen, user] = REVIEW_NAMES
  const name = penName?.name ?? null
  return (
    <fieldset className="grid grid-cols-1 gap-1" aria-describedby={error ? errorId : undefined}>
      <legend className="mb-1.5 text-ui font-semibold">Name shown</legend>
      {option(owner, OWNER_NAME, 'Says only that you own the game.')}
      <div className="flex flex-wrap items-baseline gap-x-2.5">
        {name === null
          ? option(pen, 'A pen name', 'The same in every review that you sign with it. Links to nothing.')
          : option(
              pen,
              <bdi translate="no">{name}</bdi>,
              'Your pen name, the same in every review. Links to nothing.',
            )}
        {name !== null && penName?.changeFrom === null && (
          <TextButton className="text-sm/6" onClick={onChangePenName}>
            Change <span className="sr-only">pen name</span>
          </TextButton>
        )}
        {name !== null && form.values.name === pen && penName?.changeFrom && (
          <ChangeableFrom at={penName.changeFrom} />
        )}
      </div>
      {form.values.name === pen && penName && name === null && (
        <div className="mb-2 ml-8 max-w-100">
          <PenNameField {...form.field('penName')} />
        </div>
      )}
      {penName && <PenNameTakenAway penName={penName} />}
      {username && option(user, <bdi translate="no">{username}</bdi>, 'Your username.')}
      <FieldError id={errorId} error={error} />
    </fieldset>
  )
}
