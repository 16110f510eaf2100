import type { SellerReview } from '@nofiller/contract/reviews/seller-reviews'
import { useState } from 'react'
import { call } from '../../../api/client.ts'
import { useForm } from '../../../api/use-form.ts'
import { Button, TextLink } from '../../../ui/button.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { useSellerGameChanged } from '../../releases/head/use-seller-game.ts'

type AnswerActionsProps = { review: SellerReview; onAnswer: () => void; onRemoved: () => void }

/** What a developer can do about a review: answer it once, and change or remove the answer. */
export function AnswerActions({ review, onAnswer, onRemoved }: AnswerActionsProps) {
  const { answer, answerDecisionId } = review
  const [isRemoving, setRemoving] = useState(false)
  if (answerDecisionId !== null)
    return (
      <p className="text-sm text-muted">
        A decision removed your answer.{' '}
        <TextLink to={`/decision/${answerDecisionId}`}>See the decision</TextLink>
      </p>
    )
  return (
    <div className="-ml-3 flex flex-wrap gap-1">
      <Button kind="quiet" size="small" onClick={onAnswer}>
        {answer ? 'Edit answer' : 'Answer'}
      </Button>
      {answer && (
        <Button kind="quiet" size="small" onClick={() => setRemoving(true)}>
          Remove answer
        </Button>
      )}
      {isRemoving && (
        <RemoveAnswer reviewId={review.id} onClose={() => setRemoving(false)} onRemoved={onRemoved} />
      )}
    </div>
  )
}

type RemoveAnswerProps = { reviewId: string; onClose: () => void; onRemoved: () => void }

function RemoveAnswer({ reviewId, onClose, onRemoved }: RemoveAnswerProps) {
  const refresh = useSellerGameChanged()
  const form = useForm({
    initial: {},
    send: () => call('DELETE /api/reviews/:id/answer', { params: { id: reviewId } }),
    onSent: async () => {
      onClose()
      await refresh()
      onRemoved()
      toast('Your answer is removed.')
    },
  })
  return (
    <FormDialog
      title="Remove your answer?"
      width="small"
      form={form}
      kind="danger"
      button="Remove answer"
      onClose={onClose}
    >
      <p>It is gone from the game’s page at once. You can write another one.</p>
    </FormDialog>
  )
}
