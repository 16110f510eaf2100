import type { OwnGame } from '@nofiller/contract/catalog/catalog'
import { percentOff } from '@nofiller/contract/pricing/pricing'
import { SALE_NAME_MAX } from '@nofiller/contract/sales/sale-rules'
import { messageOf } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { useCall } from '../../api/use-call.ts'
import { useForm } from '../../api/use-form.ts'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { currentTime } from '../../ui/clock.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { Checkbox, Field, TextInput } from '../../ui/form/field.tsx'
import { Form, FormNote, SubmitButton } from '../../ui/form/form.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { showIn } from '../../ui/from-now.ts'
import { Panel } from '../../ui/page.tsx'
import { Price } from '../../ui/price.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import { GamePicture } from '../catalog/game-picture.tsx'
import { OldPrice } from '../catalog/sale.tsx'
import { GamesField } from './games-field.tsx'
import { bodyOf, idsOf, previewCents, problemsOf, type SaleForm as Values } from './sale-draft.ts'
import { useSalesChanged } from './use-sales.ts'

type SaleFormProps = {
  games: readonly OwnGame[]
  initial: Values
  /** The sale to change; null for a new one. */
  saleId: string | null
  onDone: () => void
}

/** Plans a sale, or changes one that has not started, with the buyers' view beside it. */
export function SaleForm({ games, initial, saleId, onDone }: SaleFormProps) {
  const changed = useSalesChanged()
  const { user } = useSession()
  const form = useForm({
    initial,
    check: (values) => problemsOf(values, games, currentTime()),
    send: (values) => save(values, saleId),
    onSent: async (_, { beginsAt }) => {
      await changed()
      toast(saleId !== null ? 'Sale changed.' : isPast(beginsAt) ? 'Sale is running.' : 'Sale planned.')
      onDone()
    },
    failureOf: (error) => messageOf(error, 'We couldn’t plan the sale. Please try again.'),
  })
  const { values, field, set, problem } = form
  return (
    <Form form={form} aria-labelledby={`${form.id}-title`}>
      <Panel flush className="desktop:grid desktop:grid-cols-[minmax(0,1fr)_minmax(0,300px)]">
        <div className="grid content-start gap-5 p-4 phone:p-6">
          <h2 id={`${form.id}-title`} tabIndex={-1} className="d4 outline-none">
            {saleId === null ? 'New sale' : 'Edit sale'}
          </h2>
          <div className="grid gap-5 phone:grid-cols-2">
            <Field
              label="Name"
              hint={values.isStoreWide ? 'Developers see it.' : 'Only you see it.'}
              {...field('name')}
            >
              <TextInput maxLength={SALE_NAME_MAX} autoComplete="off" />
            </Field>
            <ReductionField form={form} />
            <Field
              label="Begins (UTC)"
              hint={isPast(values.beginsAt) && 'Starts right away.'}
              {...field('beginsAt')}
            >
              <TextInput type="datetime-local" />
            </Field>
            <Field label="Ends (UTC)" {...field('endsAt')}>
              <TextInput type="datetime-local" />
            </Field>
          </div>
          {user?.role === 'admin' && saleId === null && (
            <Checkbox {...form.tick('isStoreWide')} hint="Developers choose which of their games take part.">
              For the whole store
            </Checkbox>
          )}
          {!values.isStoreWide && (
            <GamesField
              games={games}
              chosenIds={idsOf(values)}
              error={problem('gameIds')}
              onChange={(ids) => set({ gameIds: ids.join(',') })}
            />
          )}
          <FormNote form={form} />
        </div>
        <div className="grid content-start gap-5 border-t border-line bg-inset/40 p-4 phone:p-6 desktop:border-t-0 desktop:border-l">
          {!values.isStoreWide && <SalePreview values={values} games={games} />}
          <div className="grid gap-2">
            <SubmitButton form={form} size="large">
              {saleId === null ? 'Plan sale' : 'Save changes'}
            </SubmitButton>
            {saleId !== null && (
              <Button kind="quiet" onClick={onDone}>
                Cancel
              </Button>
            )}
          </div>
        </div>
      </Panel>
    </Form>
  )
}

const isPast = (field: string): boolean => Date.parse(`${field}Z`) <= currentTime().getTime()

async function save(values: Values, saleId: string | null): Promise<void> {
  const body = bodyOf(values)
  if (saleId !== null) await call('POST /api/dev/sales/:id', { params: { id: saleId }, body })
  else if (!values.isStoreWide) await call('POST /api/dev/sales', { body })
  else {
    const { gameIds: _, ...ofStore } = body
    await call('POST /api/admin/sales', { body: ofStore })
  }
}

function ReductionField({ form }: { form: ReturnType<typeof useForm<Values>> }) {
  const { values, field, set } = form
  const isPercent = values.reduction === 'percent'
  return (
    <Field label="Discount" {...field(values.reduction)}>
      <div className="flex gap-2">
        <Segmented
          label="Discount type"
          options={[
            { value: 'percent', label: 'Percent' },
            { value: 'price', label: 'Price' },
          ]}
          value={values.reduction}
          onChange={(reduction) => set({ reduction })}
        />
        <span className="relative min-w-0 flex-1">
          <TextInput
            inputMode={isPercent ? 'numeric' : 'decimal'}
            autoComplete="off"
            className={isPercent ? 'pr-8' : 'pl-7'}
          />
          <span
            aria-hidden="true"
            className={`absolute top-2.5 text-muted ${isPercent ? 'right-3' : 'left-3'}`}
          >
            {isPercent ? '%' : '$'}
          </span>
        </span>
      </div>
    </Field>
  )
}

/** The first game of the sale as buyers will see it, and its developer's share of a copy. */
function SalePreview({ values, games }: { values: Values; games: readonly OwnGame[] }) {
  const [firstId] = idsOf(values)
  const game = games.find(({ _id }) => _id === firstId)
  const listCents = game ? Math.round(100 * (game.sale?.listPrice ?? game.price)) : 0
  const cents = game ? previewCents(values, listCents) : null
  const shares = useShares(cents === null ? null : [cents, listCents])
  if (!game || cents === null)
    return <p className="text-sm text-muted">Choose a game and a discount to see what buyers will see.</p>
  return (
    <div className="grid gap-4" aria-live="polite">
      <p className="text-xs font-semibold text-muted">What buyers see</p>
      <div className="grid grid-cols-[80px_minmax(0,1fr)] gap-3">
        <GamePicture game={game} sizes="80px" className="h-14 w-20 rounded-1" />
        <div className="min-w-0">
          <b className="block truncate font-650">{game.title}</b>
          <OldPrice dollars={listCents / 100} className="text-muted" />{' '}
          <b className="font-650">
            <Price dollars={cents / 100} />
          </b>{' '}
          <b className="inline-block rounded-1 px-1.5 text-xs/5 font-750 ring-[1.5px] ring-text">
            −{percentOff(listCents, cents)}%
          </b>
        </div>
        <p className="col-span-2 text-sm text-muted">
          {Date.parse(`${values.endsAt}Z`) > currentTime().getTime() &&
            `Ends ${showIn(`${values.endsAt}Z`, currentTime())}.`}
        </p>
      </div>
      <dl className="grid gap-1.5 border-t border-line pt-4 text-ui">
        {[
          ['Your share per copy', shares.data?.[0]?.share],
          ['At the full price', shares.data?.[1]?.share],
        ].map(([name, share]) => (
          <div key={name} className="flex justify-between gap-3">
            <dt className="text-muted">{name}</dt>
            <dd className="font-650 tabular-nums">
              {typeof share === 'number' ? <Price dollars={share} /> : '–'}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function useShares(cents: readonly number[] | null) {
  const prices = useDebounced(cents?.join(',') ?? '')
  return useCall('GET /api/dev/share', { query: { prices }, enabled: prices !== '' })
}
