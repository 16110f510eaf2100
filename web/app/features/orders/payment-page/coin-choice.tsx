import { coinOf } from '@nofiller/contract/payments/coins'
import type { Payment, PaymentCoin } from '@nofiller/contract/payments/payments'
import { showPrice } from '@nofiller/contract/pricing/money'
import { useState } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { RadioBox } from '../../../ui/form/field.tsx'
import { IconExternal } from '../../../ui/icons.tsx'
import { Price } from '../../../ui/price.tsx'
import { QueryView } from '../../../ui/query-view.tsx'
import { feeText, waitText } from './payment-labels.ts'
import { type usePayment, usePaymentCoins } from './use-payment.ts'

type CoinChoiceProps = {
  payToken: string
  payment: Payment
  choosing: ReturnType<typeof usePayment>['choosing']
}

/** The coins that can pay an amount, and a button to continue with one of them. */
export function CoinChoice({ payToken, payment, choosing }: CoinChoiceProps) {
  const coins = usePaymentCoins(payToken, payment.missing)
  return (
    <QueryView
      query={coins}
      error="We can’t list the coins right now."
      skeleton={<Skeleton className="h-100" />}
      empty={<ProviderPage payment={payment} />}
      isEmpty={({ coins }) => coins.length === 0}
    >
      {({ coins }) => (
        <Coins
          coins={coins}
          payment={payment}
          busy={choosing.isPending}
          failure={choosing.error}
          onChoose={(coin) => choosing.mutate(coin)}
        />
      )}
    </QueryView>
  )
}

/** If the store cannot list coins, the provider's own page does. */
export const ProviderPage = ({ payment: { providerUrl } }: { payment: Payment }) =>
  providerUrl && (
    <ButtonLink kind="primary" size="large" wide to={providerUrl} target="_blank" rel="noopener noreferrer">
      Continue on the provider’s page
      <IconExternal />
    </ButtonLink>
  )

type CoinsProps = {
  coins: readonly PaymentCoin[]
  payment: Payment
  busy: boolean
  failure: unknown
  onChoose: (coin: string) => void
}

function Coins({ coins, payment, busy, failure, onChoose }: CoinsProps) {
  const { missing, chosen, received } = payment
  const isTooSmall = ({ minimum }: PaymentCoin) => missing < minimum
  const isMeasured = coins.some(({ wait }) => wait !== null)
  const possible = coins.filter((coin) => !isTooSmall(coin))
  const [picked, setPicked] = useState<string | null>(chosen?.coin ?? null)
  const selected = possible.find(({ coin }) => coin === picked) ?? possible[0]
  if (!selected) return <NoneTakesIt missing={missing} received={received} />
  return (
    <form
      className="grid gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        onChoose(selected.coin)
      }}
    >
      <fieldset>
        <legend className="sr-only">Pay with</legend>
        <div
          aria-hidden="true"
          className={`label mb-2 grid gap-2 px-4 text-right max-bar:hidden ${isMeasured ? 'grid-cols-[minmax(0,1fr)_150px_96px_84px]' : 'grid-cols-[minmax(0,1fr)_150px_96px]'}`}
        >
          <span className="text-left">Pay with</span>
          <span>You send about</span>
          <span>Network fee</span>
          {isMeasured && <span>Typical wait</span>}
        </div>
        <div className="divide-y divide-line rounded-2 border border-line">
          {coins.map((coin) => (
            <CoinRow
              key={coin.coin}
              coin={coin}
              isTooSmall={isTooSmall(coin)}
              isMeasured={isMeasured}
              isPicked={coin === selected}
              onPick={() => setPicked(coin.coin)}
            />
          ))}
        </div>
      </fieldset>
      <p className="text-sm text-faint">
        Fees go to the network, not to us.
        {isMeasured &&
          ' The typical wait is the median time from seeing a payment to marking the order PAID, in our orders of the last 30 days.'}
      </p>
      <div className="grid gap-3">
        {failure !== null && (
          <Note kind="bad">{messageOf(failure, 'This coin can’t be used right now. Try another.')}</Note>
        )}
        <Button type="submit" kind="primary" size="large" wide busy={busy}>
          <span>
            Continue with <span translate="no">{coinOf(selected.coin).name}</span>
          </span>
        </Button>
        <p className="text-center text-sm text-faint">
          We lock the exact amount when you continue. You can still change the coin.
        </p>
      </div>
    </form>
  )
}

type CoinRowProps = {
  coin: PaymentCoin
  isTooSmall: boolean
  /** Whether any row has a measured wait: otherwise no row reserves space for it. */
  isMeasured: boolean
  isPicked: boolean
  onPick: () => void
}

/** One row is one label. */
function CoinRow({ coin, isTooSmall, isMeasured, isPicked, onPick }: CoinRowProps) {
  const { name, ticker, network } = coinOf(coin.coin)
  const kind = [
    name === network ? ticker : `on ${network}`,
    coin.minimum > 0 && !isTooSmall && `min. ${showPrice(coin.minimum)}`,
  ]
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the radio is the control
    <label
      className={`grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-2 first:rounded-t-2 last:rounded-b-2 bar:gap-x-2 ${isMeasured ? 'bar:grid-cols-[auto_minmax(0,1fr)_150px_96px_84px]' : 'bar:grid-cols-[auto_minmax(0,1fr)_150px_96px]'} ${isPicked ? 'bg-accent/12 outline-2 -outline-offset-1 outline-accent' : ''} ${isTooSmall ? 'cursor-not-allowed text-muted' : 'cursor-pointer hover:bg-text/4'}`}
    >
      <span className="row-span-2 grid pr-1 bar:row-span-1">
        <RadioBox name="coin" checked={isPicked} disabled={isTooSmall} onChange={onPick} />
      </span>
      <span className="flex flex-wrap items-baseline gap-x-2 bar:grid">
        <b translate="no" className="font-650">
          {name}
        </b>
        <span className="text-sm text-muted">{kind.filter(Boolean).join(' · ')}</span>
      </span>
      {isTooSmall ? (
        <span className="text-sm text-muted max-bar:col-span-2 max-bar:col-start-2 bar:col-[3/-1] bar:text-right">
          The minimum for <span translate="no">{name}</span> is <Price dollars={coin.minimum} />
        </span>
      ) : (
        <>
          <span
            className={`max-bar:col-start-2 max-bar:row-start-2 bar:text-right ${isMeasured ? '' : 'max-bar:col-end-4'}`}
          >
            {coin.amount !== null && (
              <>
                <span className="bar:sr-only">about </span>
                <span translate="no" className="mono">
                  {coin.amount} {ticker}
                </span>
              </>
            )}
          </span>
          <span
            className={`text-right text-sm text-muted max-bar:col-start-3 ${isMeasured ? 'max-bar:row-start-2' : 'max-bar:row-start-1'}`}
          >
            <span className="bar:hidden">fee </span>
            {feeText(coin.coin, coin.networkFee)}
          </span>
          {isMeasured && (
            <span className="text-right text-sm font-650 max-bar:col-start-3 max-bar:row-start-1">
              {coin.wait === null ? '' : waitText(coin.wait)}
            </span>
          )}
        </>
      )}
    </label>
  )
}

const NoneTakesIt = ({ missing, received }: { missing: number; received: number }) => (
  <Note kind="warn">
    <b className="block font-650">
      <Price dollars={missing} /> is below the minimum of every coin right now.
    </b>
    {received > 0
      ? 'Don’t send it: it would not arrive. What you sent is safe. Write to us with this page’s address, and we’ll sort it out.'
      : 'It can’t be paid right now. Try again later, or buy more in one order.'}
  </Note>
)
