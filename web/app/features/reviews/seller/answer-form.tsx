import { answerProblem, REVIEW_LIMITS } from '@nofiller/contract/reviews/review-rules'
import type { SellerReview } from '@nofiller/contract/reviews/seller-reviews'
import { countCharacters } from '@nofiller/contract/text/characters'
import { showCount } from '@nofiller/contract/text/digits'
import { useEffect } from 'react'
import { ApiError, messageOf } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { useForm } from '../../../api/use-form.ts'
import { LeaveGuard } from '../../../ui/browser/leave-guard.tsx'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { Field, Textarea } from '../../../ui/form/field.tsx'
import { Form, FormNote, SubmitButton } from '../../../ui/form/form.tsx'
import { useSellerGameChanged } from '../../releases/head/use-seller-game.ts'

type AnswerFormProps = {
  review: SellerReview
  /** What was typed and not sent, by the id of its review: closing the form loses nothing. */
  drafts: Map<string, string>
  onClose: () => void
}

/** The answer to a review, written in its place. What was typed stays when it is refused. */
export function AnswerForm({ review, drafts, onClose }: AnswerFormProps) {
  const refresh = useSellerGameChanged()
  const before = review.answer?.text ?? ''
  const form = useForm({
    initial: { text: drafts.get(review.id) ?? before },
    check: ({ text }) => ({ text: answerProblem(text.trim()) }),
    send: async ({ text }) => {
      await call('PUT /api/reviews/:id/answer', { params: { id: review.id }, body: { text } })
      await refresh()
    },
    onSent: () => {
      drafts.delete(review.id)
      onClose()
      toast(review.answer ? 'Your answer is changed.' : 'Your answer is public.')
    },
    failureOf: (error) =>
      error instanceof ApiError && error.status === 404
        ? `${error.message} Your text stays here until you close it.`
        : messageOf(error),
  })
  const { text } = form.values
  useEffect(() => {
    if (form.isSent) return
    if (text === before) drafts.delete(review.id)
    else drafts.set(review.id, text)
  }, [text, before, form.isSent, drafts, review.id])
  useEffect(() => form.element.current?.querySelector('textarea')?.focus(), [form.element])
  return (
    <Form form={form} className="grid gap-2 border-l-2 border-edge pl-4">
      <Field label="Your answer" {...form.field('text')}>
        <Textarea rows={3} maxLength={REVIEW_LIMITS.answerMax} dir="auto" />
      </Field>
      <FormNote form={form} />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm text-muted">
          {showCount(countCharacters(text))} of {showCount(REVIEW_LIMITS.answerMax)}. Public, under your name.
          {review.answer ? '' : ' Its writer is told.'}
        </p>
        <div className="ml-auto flex gap-2">
          <Button kind="quiet" size="small" onClick={onClose}>
            Close
          </Button>
          <SubmitButton form={form} size="small" data-retry>
            {review.answer ? 'Save answer' : 'Answer'}
          </SubmitButton>
        </div>
      </div>
      <LeaveGuard isUnsaved={() => text !== before && !form.isSent}>
        Your answer is not sent and will be lost.
      </LeaveGuard>
    </Form>
  )
}
