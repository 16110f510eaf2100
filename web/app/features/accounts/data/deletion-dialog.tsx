import type { ResponseBody } from '@nofiller/contract/calls'
import { centsOfText } from '@nofiller/contract/pricing/amount'
import { centsOf, showPrice } from '@nofiller/contract/pricing/money'
import { plural } from '@nofiller/contract/text/digits'
import { call } from '../../../api/client.ts'
import { useForm } from '../../../api/use-form.ts'
import { Checkbox, Field, TextInput } from '../../../ui/form/field.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'

type Deletion = ResponseBody<'GET /api/account/deletion'>

type DeletionDialogProps = { deletion: Deletion; onClose: () => void; onAsked: () => Promise<void> }

/** Asks for confirmation. A user with a balance types its amount, so nobody gives it up by accident. */
export function DeletionDialog({ deletion, onClose, onAsked }: DeletionDialogProps) {
  const { balance, reviews } = deletion
  const rule = `To give it up, type ${balance.toFixed(2)}. It will not be paid out.`
  const form = useForm({
    initial: { givesUp: '', keepsReviews: false },
    check: ({ givesUp }) => ({
      givesUp: centsOfText(givesUp) === centsOf(balance) ? null : rule,
    }),
    send: async ({ keepsReviews }) => {
      await call('POST /api/account/deletion', { body: { givesUp: balance, keepsReviews } })
      await onAsked()
    },
    onSent: onClose,
  })
  return (
    <FormDialog
      title="Delete your account?"
      width="small"
      form={form}
      kind="danger"
      button="Delete my account"
      onClose={onClose}
    >
      <p>
        {lossOf(deletion)} You have {plural(deletion.graceDays, 'day')} to change your mind.
      </p>
      {balance > 0 && (
        <Field label={`Give up ${showPrice(balance)}`} hint={rule} {...form.field('givesUp')}>
          <TextInput inputMode="decimal" autoComplete="off" />
        </Field>
      )}
      {reviews > 0 && (
        <Checkbox {...form.tick('keepsReviews')} hint="Otherwise they go with the account.">
          Keep my {plural(reviews, 'review')}, signed Owner
        </Checkbox>
      )}
    </FormDialog>
  )
}

/** For how long the account can be kept after all. */
/** What somebody loses with the account, in sentences. */
export function lossOf({ games, ownGames }: Deletion): string {
  const owned =
    games === 0
      ? 'You own no games.'
      : `You’ll lose ${games === 1 ? 'the game' : `the ${games} games`} you own for good.`
  if (ownGames === 0) return owned
  const made = ownGames === 1 ? 'The game you sell leaves' : `The ${ownGames} games you sell leave`
  return `${owned} ${made} the store at once; players who own ${ownGames === 1 ? 'it' : 'them'} keep ${ownGames === 1 ? 'it' : 'them'}.`
}
