import { BUNDLE_TITLE_MAX, bundleProblems } from '@nofiller/contract/bundles/bundle-rules'
import type { OwnBundle } from '@nofiller/contract/bundles/bundles'
import type { OwnGame } from '@nofiller/contract/catalog/catalog'
import { amountProblem, centsOfText } from '@nofiller/contract/pricing/amount'
import { dollarsOf, showPrice } from '@nofiller/contract/pricing/money'
import { bundleShares, percentOff } from '@nofiller/contract/pricing/pricing'
import { useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { useForm } from '../../api/use-form.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { Field, TextInput } from '../../ui/form/field.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { GamesField } from '../sales/games-field.tsx'

type BundleDialogProps = {
  games: readonly OwnGame[]
  /** The bundle to change; null for a new one. */
  bundle: OwnBundle | null
  onClose: () => void
}

type Values = { title: string; price: string; gameIds: string }

/** Creates or changes a bundle; beside the price, the buyers' savings. */
export function BundleDialog({ games, bundle, onClose }: BundleDialogProps) {
  const client = useQueryClient()
  const form = useForm({
    initial: {
      title: bundle?.title ?? '',
      price: bundle?.price.toFixed(2) ?? '',
      gameIds: bundle?.games.map(({ _id }) => _id).join(',') ?? '',
    },
    check: (values) => {
      const ofPrice = amountProblem(values.price)
      return {
        ...bundleProblems({ title: values.title, priceCents: centsOf(values) }, listsOf(values, games)),
        ...(ofPrice && { price: ofPrice }),
      }
    },
    send: (values) => save(values, bundle),
    onSent: async () => {
      await client.invalidateQueries({ queryKey: ['GET /api/dev/bundles'] })
      toast(bundle ? 'Bundle changed.' : 'The bundle is for sale.')
      onClose()
    },
    failureOf: (error) => messageOf(error, 'We couldn’t save the bundle. Please try again.'),
  })
  const { values, field, set, problem } = form
  return (
    <FormDialog
      form={form}
      title={bundle ? 'Edit bundle' : 'New bundle'}
      button={bundle ? 'Save changes' : 'Sell bundle'}
      onClose={onClose}
    >
      <Field label="Name" hint="Buyers see it." {...field('title')}>
        <TextInput maxLength={BUNDLE_TITLE_MAX} autoComplete="off" />
      </Field>
      <GamesField
        games={games.filter(({ status }) => status === 'published')}
        chosenIds={idsOf(values)}
        error={problem('gameIds')}
        onChange={(ids) => set({ gameIds: ids.join(',') })}
      />
      <Field label="Bundle price (USD)" hint={<Saving values={values} games={games} />} {...field('price')}>
        <TextInput inputMode="decimal" autoComplete="off" />
      </Field>
    </FormDialog>
  )
}

/** The sum of the games' prices, and the savings of the bundle. */
function Saving({ values, games }: { values: Values; games: readonly OwnGame[] }) {
  const lists = listsOf(values, games)
  const sum = lists.reduce((all, cents) => all + cents, 0)
  const price = centsOf(values)
  if (lists.length === 0) return 'Choose games to see what they cost separately.'
  const saved = price !== null && bundleShares(lists, price) ? ` Buyers save ${percentOff(sum, price)}%.` : ''
  return `Separately: ${showPrice(dollarsOf(sum))}.${saved}`
}

const idsOf = ({ gameIds }: Pick<Values, 'gameIds'>): string[] => gameIds.split(',').filter(Boolean)

/** The prices without sales of the chosen games, in cents. */
const listsOf = (values: Values, games: readonly OwnGame[]): number[] =>
  games
    .filter(({ _id }) => idsOf(values).includes(_id))
    .map(({ sale, price }) => Math.round(100 * (sale?.listPrice ?? price)))

const centsOf = ({ price }: Values): number | null => (price.trim() === '' ? null : centsOfText(price))

async function save(values: Values, bundle: OwnBundle | null): Promise<void> {
  const cents = centsOf(values)
  const body = {
    title: values.title.trim(),
    price: cents === null ? null : dollarsOf(cents),
    gameIds: idsOf(values),
  }
  if (bundle) await call('POST /api/dev/bundles/:id', { params: { id: bundle._id }, body })
  else await call('POST /api/dev/bundles', { body })
}
