import { coinOf } from '@nofiller/contract/payments/coins'
import type { Payment } from '@nofiller/contract/payments/payments'
import { showPrice } from '@nofiller/contract/pricing/money'
import { type ReactNode, useState } from 'react'
import { Button, buttonClass, TextButton, TextLink } from '../../../ui/button.tsx'
import { CopyField } from '../../../ui/copy-field.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { IconWallet } from '../../../ui/icons.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Price } from '../../../ui/price.tsx'
import { feeText } from './payment-labels.ts'

const QrCode = lazyPart(() => import('../../../ui/qr-code.tsx'))

type TransferProps = {
  payment: Payment
  chosen: NonNullable<Payment['chosen']>
  onChange: () => void
}

/** The exact amount and address. */
export function Transfer({ payment, chosen, onChange }: TransferProps) {
  const coin = coinOf(chosen.coin)
  const isRest = payment.received > 0
  const [isCodeShown, setCodeShown] = useState(false)
  const amount = `${chosen.amount} ${coin.ticker}`
  return (
    <>
      <div className="flex items-center justify-between gap-4 border-y border-line py-3 text-ui">
        <span className="text-muted">
          <b translate="no" className="font-650 text-text">
            {coin.name}
          </b>{' '}
          · network fee {feeText(chosen.coin, null)}
        </span>
        <TextButton onClick={onChange}>Change coin</TextButton>
      </div>
      <div className="flex gap-6 max-bar:flex-col">
        <div
          className={`size-58 shrink-0 max-bar:order-last max-bar:justify-self-center ${isCodeShown ? '' : 'max-bar:hidden'}`}
        >
          <QrCode
            text={chosen.walletUri ?? chosen.address}
            label={`QR code: ${amount} to the address`}
            fallback={<Skeleton className="size-full" />}
          />
        </div>
        <div className="grid min-w-0 flex-1 content-start gap-4">
          <CopyField
            label="Send exactly"
            text={chosen.amount}
            name="Amount"
            hint={<Rate {...{ payment, chosen }} />}
          >
            <span translate="no" className="mono text-lg">
              {amount}
            </span>
          </CopyField>
          <CopyField
            label="To this address"
            text={chosen.address}
            name="Address"
            hint={isRest && 'Use this address even if you sent the first part to a different one.'}
          >
            <span translate="no" className="mono leading-5 break-all">
              {chosen.address}
            </span>
          </CopyField>
          {chosen.memo !== null && (
            <CopyField
              label="With this memo"
              text={chosen.memo}
              name="Memo"
              hint="Without it your payment can’t be recognized."
            >
              <span translate="no" className="mono break-all">
                {chosen.memo}
              </span>
            </CopyField>
          )}
        </div>
      </div>
      <div className="grid gap-3">
        {chosen.walletUri !== null && (
          <a href={chosen.walletUri} className={buttonClass({ kind: 'primary', size: 'large', wide: true })}>
            <IconWallet />
            Open in wallet
          </a>
        )}
        {/* A phone cannot scan itself, but another phone may. */}
        <Button
          kind="quiet"
          wide
          className="bar:hidden"
          aria-expanded={isCodeShown}
          onClick={() => setCodeShown((before) => !before)}
        >
          {isCodeShown ? 'Hide QR code' : 'Show QR code'}
        </Button>
        <p className="text-sm text-faint">
          Sending from an exchange? Enter the amount so that exactly <span translate="no">{amount}</span>{' '}
          <b className="font-650">arrives</b>: some exchanges take their fee out of it. Send{' '}
          <span translate="no">{coin.ticker}</span> on the <span translate="no">{coin.network}</span> network
          only.
        </p>
        {isRest && (
          <p className="text-sm text-faint">
            Changed your mind? <TextLink to="/contact">Write to us</TextLink> with this page’s address and
            we’ll work out what to do about the <Price dollars={payment.received} />.
          </p>
        )}
        <ProviderLink url={payment.providerUrl} />
      </div>
    </>
  )
}

const Rate = ({
  payment: { missing },
  chosen: { coin, amount },
}: Pick<TransferProps, 'payment' | 'chosen'>) => (
  <>
    <span translate="no">
      1 {coinOf(coin).ticker} = {showPrice(missing / Number(amount))}
    </span>
    , fixed until the timer ends
  </>
)

export const ProviderLink = ({ url }: { url: string | null }): ReactNode =>
  url && (
    <TextLink to={url} target="_blank" rel="noopener noreferrer" className="justify-self-start text-sm">
      Use the provider’s own page instead
    </TextLink>
  )
