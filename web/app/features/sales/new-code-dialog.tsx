import type { OwnGame } from '@nofiller/contract/catalog/catalog'
import { amountProblem, centsOfText } from '@nofiller/contract/pricing/amount'
import { dollarsOf } from '@nofiller/contract/pricing/money'
import { codeProblems, GENERATED_LETTERS, readCode } from '@nofiller/contract/sales/discount-code-rules'
import { useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { useForm } from '../../api/use-form.ts'
import { useSession } from '../../session/session.ts'
import { currentTime } from '../../ui/clock.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { Checkbox, Field, TextInput } from '../../ui/form/field.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { GamesField } from './games-field.tsx'

type Values = {
  code: string
  reduction: 'percent' | 'amount' | 'free'
  percent: string
  amount: string
  uses: string
  endsAt: string
  isOnce: boolean
  isStoreWide: boolean
  gameIds: string
}

const NEW: Values = {
  code: '',
  reduction: 'percent',
  percent: '',
  amount: '',
  uses: '',
  endsAt: '',
  isOnce: true,
  isStoreWide: false,
  gameIds: '',
}

/** Creates a discount code; an empty field sets no limit, and an empty code is generated. */
export function NewCodeDialog({ games, onClose }: { games: readonly OwnGame[]; onClose: () => void }) {
  const client = useQueryClient()
  const { user } = useSession()
  const form = useForm({
    initial: NEW,
    check: (values) => problemsOf(values, currentTime()),
    send: (values) =>
      call(values.isStoreWide ? 'POST /api/admin/discount-codes' : 'POST /api/dev/discount-codes', {
        body: bodyOf(values),
      }),
    onSent: async ({ code }) => {
      await client.invalidateQueries({ queryKey: ['GET /api/dev/discount-codes'] })
      toast(`Code ${code} created.`)
      onClose()
    },
    failureOf: (error) => messageOf(error, 'We couldn’t create the code. Please try again.'),
  })
  const { values, field, tick, set, problem } = form
  const { reduction } = values
  return (
    <FormDialog form={form} title="New code" button="Create code" onClose={onClose}>
      <Field
        label="Code"
        hint={`Leave it empty for a code of ${GENERATED_LETTERS} letters that nobody can guess.`}
        {...field('code')}
      >
        <TextInput autoComplete="off" autoCapitalize="characters" spellCheck={false} />
      </Field>
      <div className="grid gap-2">
        <Segmented
          label="Discount type"
          options={[
            { value: 'percent', label: 'Percent' },
            { value: 'amount', label: 'Amount' },
            { value: 'free', label: 'Free' },
          ]}
          value={reduction}
          onChange={(chosen) => set({ reduction: chosen })}
        />
        {reduction === 'percent' && (
          <Field label="Percent off" {...field('percent')}>
            <TextInput inputMode="numeric" autoComplete="off" />
          </Field>
        )}
        {reduction === 'amount' && (
          <Field label="Dollars off each game" {...field('amount')}>
            <TextInput inputMode="decimal" autoComplete="off" />
          </Field>
        )}
      </div>
      <div className="grid gap-5 phone:grid-cols-2">
        <Field label="Number of uses" hint="Leave empty for unlimited uses." {...field('uses')}>
          <TextInput inputMode="numeric" autoComplete="off" />
        </Field>
        <Field label="Ends (UTC)" hint="Leave empty for no end date." {...field('endsAt')}>
          <TextInput type="datetime-local" />
        </Field>
      </div>
      <Checkbox {...tick('isOnce')}>One use per account</Checkbox>
      {user?.role === 'admin' && <Checkbox {...tick('isStoreWide')}>For all games in the store</Checkbox>}
      {!values.isStoreWide && (
        <div className="grid gap-1">
          <GamesField
            games={games}
            chosenIds={values.gameIds.split(',').filter(Boolean)}
            error={problem('gameIds')}
            onChange={(ids) => set({ gameIds: ids.join(',') })}
          />
          <p className="text-sm text-faint">
            If you choose none, the code works for all your games, including future ones.
          </p>
        </div>
      )}
    </FormDialog>
  )
}

const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text))

function termsOf({ reduction, percent, amount }: Values) {
  if (reduction === 'free') return { percent: 100, amountCents: null }
  return reduction === 'percent'
    ? { percent: numberOf(percent), amountCents: null }
    : { percent: null, amountCents: amount.trim() === '' ? null : (centsOfText(amount) ?? Number.NaN) }
}

function problemsOf(values: Values, now: Date) {
  const typed = readCode(values.code)
  const { percent, ...problems } = codeProblems(
    {
      code: typed === '' ? 'MADE-UP' : typed,
      ...termsOf(values),
      uses: numberOf(values.uses),
      endsAt: values.endsAt === '' ? null : new Date(`${values.endsAt}Z`),
    },
    now,
  )
  const ofAmount = values.reduction === 'amount' ? amountProblem(values.amount) : null
  return {
    ...problems,
    ...(percent && { [values.reduction]: percent }),
    ...(ofAmount && { amount: ofAmount }),
  }
}

function bodyOf(values: Values) {
  const { percent, amountCents } = termsOf(values)
  return {
    code: readCode(values.code),
    percent,
    amount: amountCents === null ? null : dollarsOf(amountCents),
    uses: numberOf(values.uses),
    isOnce: values.isOnce,
    endsAt: values.endsAt === '' ? null : new Date(`${values.endsAt}Z`).toISOString(),
    gameIds: values.isStoreWide ? [] : values.gameIds.split(',').filter(Boolean),
  }
}
