import { AMOUNT_TEXT, amountProblem, centsOfText } from '@nofiller/contract/pricing/amount'
import { dollarsOf } from '@nofiller/contract/pricing/money'
import type { SellerGame } from '@nofiller/contract/releases/seller-game'
import type { SupporterOffer, Supporters } from '@nofiller/contract/releases/supporters'
import { showLead, WINDOW_DAYS, WINDOW_TEXT } from '@nofiller/contract/releases/windows'
import { plural } from '@nofiller/contract/text/digits'
import { call } from '../../../api/client.ts'
import { useCall } from '../../../api/use-call.ts'
import { useForm } from '../../../api/use-form.ts'
import { useUser } from '../../../session/session.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { Checkbox, Field, Select, TextInput } from '../../../ui/form/field.tsx'
import { Form, FormNote, SubmitButton } from '../../../ui/form/form.tsx'
import { RadioList } from '../../../ui/form/radio-list.tsx'
import { QueryView } from '../../../ui/query-view.tsx'
import { useSellerGameChanged } from '../head/use-seller-game.ts'
import { StoragePanel } from './storage-panel.tsx'

const LEAD_DAYS = 7

/** Who gets new releases before other owners, and how long before (EA2). */
export function EarlyAccess({ game }: { game: SellerGame }) {
  const user = useUser()
  const supporters = useCall('GET /api/dev/games/:id/supporters', {
    params: { id: game._id },
    enabled: user !== null,
  })
  return (
    <QueryView
      query={supporters}
      error="Failed to load early access"
      skeleton={<Skeleton className="h-60" />}
    >
      {(shown) => <SupporterForm key={JSON.stringify(shown.offer)} game={game} stored={shown} />}
    </QueryView>
  )
}

function SupporterForm({ game, stored }: { game: SellerGame; stored: Supporters }) {
  const changed = useSellerGameChanged()
  const extras = game.gameFiles.filter(({ customPriceEnabled }) => customPriceEnabled)
  const canPayMore = game.payWhatYouWant || (stored.offer !== null && stored.offer.minPaid !== null)
  const form = useForm({
    initial: valuesOf(stored.offer, extras[0]?._id, canPayMore),
    check: problemsOf,
    send: (values) =>
      call('PUT /api/games/:id/supporters', { params: { id: game._id }, body: { offer: offerOf(values) } }),
    onSent: async () => {
      await changed()
      toast('Saved.')
    },
  })
  const { values, set, field, tick } = form
  return (
    <StoragePanel
      title="Early access"
      line={
        stored.offer
          ? `${plural(stored.supporters, 'supporter')}, ${showLead(stored.offer.leadDays)} before owners`
          : 'Supporters can get new releases before other owners.'
      }
    >
      <Form form={form} aria-label="Early access" className="grid gap-4">
        <RadioList
          legend="Early access"
          value={values.who}
          onChange={(who) => set({ who })}
          error={form.problem('who')}
          options={[
            { value: 'nobody', label: 'Nobody', hint: 'Releases open to all owners at once' },
            {
              value: 'supporters',
              label: 'Supporters first',
              hint: 'A release can open to them some days before it opens to owners',
              fields: (
                <div className="grid max-w-116 gap-4">
                  {extras.length > 0 && (
                    <div className="grid gap-2">
                      <Checkbox {...tick('byExtra')}>Who owns the game and an extra</Checkbox>
                      {values.byExtra && (
                        <Select
                          size="small"
                          aria-label="The extra of supporters"
                          translate="no"
                          value={values.fileId}
                          onChange={(event) => set({ fileId: event.target.value })}
                        >
                          {extras.map(({ _id, name }) => (
                            <option key={_id} value={_id}>
                              {name}
                            </option>
                          ))}
                        </Select>
                      )}
                    </div>
                  )}
                  {canPayMore && (
                    <div className="grid gap-2">
                      <Checkbox {...tick('byAmount')}>Who paid at least some amount for the game</Checkbox>
                      {values.byAmount && (
                        <Field label="At least, in dollars" {...field('minPaid')}>
                          <TextInput
                            inputMode="decimal"
                            autoComplete="off"
                            size="small"
                            className="max-w-36"
                          />
                        </Field>
                      )}
                    </div>
                  )}
                  {extras.length === 0 && !canPayMore && (
                    <p className="text-sm text-muted">
                      Add an extra with a price, or let buyers pay more than the price, to have supporters.
                    </p>
                  )}
                  <Field
                    label="Days before owners"
                    hint={
                      stored.isSold
                        ? 'Sold with this promise, so the days stay.'
                        : 'Your game’s page promises it to buyers.'
                    }
                    {...field('leadDays')}
                  >
                    <TextInput
                      inputMode="numeric"
                      autoComplete="off"
                      size="small"
                      className="max-w-36"
                      disabled={stored.isSold}
                    />
                  </Field>
                  <p className="text-sm text-faint">
                    Who is a supporter stays one, as it was when they paid. {WINDOW_TEXT.noMarks}
                  </p>
                </div>
              ),
            },
          ]}
        />
        <FormNote form={form} />
        <SubmitButton form={form} kind="secondary" className="justify-self-start">
          Save
        </SubmitButton>
      </Form>
    </StoragePanel>
  )
}

type Values = {
  who: 'nobody' | 'supporters'
  byExtra: boolean
  fileId: string
  byAmount: boolean
  minPaid: string
  leadDays: string
}

const valuesOf = (
  offer: SupporterOffer | null,
  extraId: string | undefined,
  canPayMore: boolean,
): Values => ({
  who: offer ? 'supporters' : 'nobody',
  byExtra: offer ? offer.fileId !== null : extraId !== undefined,
  fileId: offer?.fileId ?? extraId ?? '',
  byAmount: offer ? offer.minPaid !== null : extraId === undefined && canPayMore,
  minPaid: offer?.minPaid?.toFixed(2) ?? '',
  leadDays: String(offer?.leadDays ?? LEAD_DAYS),
})

function problemsOf({ who, byExtra, byAmount, minPaid, leadDays }: Values) {
  if (who === 'nobody') return {}
  const days = Number(leadDays)
  return {
    who: byExtra || byAmount ? null : WINDOW_TEXT.supporters,
    minPaid: byAmount ? minPaidProblem(minPaid) : null,
    leadDays:
      Number.isInteger(days) && days >= 1 && days <= WINDOW_DAYS
        ? null
        : `Enter whole days, from 1 to ${WINDOW_DAYS}.`,
  }
}

const minPaidProblem = (text: string): string | null =>
  amountProblem(text) ?? ((centsOfText(text) ?? 0) > 0 ? null : AMOUNT_TEXT.none)

function offerOf({ who, byExtra, fileId, byAmount, minPaid, leadDays }: Values): SupporterOffer | null {
  if (who === 'nobody') return null
  const cents = byAmount ? centsOfText(minPaid) : null
  return {
    fileId: byExtra ? fileId : null,
    minPaid: cents === null ? null : dollarsOf(cents),
    leadDays: Number(leadDays),
  }
}
