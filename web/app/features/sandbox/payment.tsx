import type { SandboxCoin, SandboxInvoice } from '@nofiller/contract/sandbox/sandbox'
import { CopyField } from '../../ui/copy-field.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { COINS } from './coins.ts'

const QrCode = lazyPart(() => import('../../ui/qr-code.tsx'))

/** The choice of a coin and, once made, the amount and address. */
export function Payment({
  invoice,
  onChoose,
}: {
  invoice: SandboxInvoice
  onChoose: (coin: SandboxCoin) => void
}) {
  return (
    <>
      <fieldset className="grid gap-2">
        <legend className="mb-2 text-ui font-semibold">Pay with</legend>
        <div className="grid grid-cols-2 gap-2 bar:grid-cols-3">
          {COINS.map(({ coin, usualTime }) => (
            <button
              key={coin}
              type="button"
              aria-pressed={invoice.coin === coin}
              onClick={() => onChoose(coin)}
              className="cursor-pointer rounded-2 border border-line px-3 py-2.5 text-left text-ui hover:border-edge aria-pressed:border-accent aria-pressed:inset-ring-1 aria-pressed:inset-ring-accent"
            >
              <b className="block font-650">{coin}</b>
              <span className="text-xs text-muted">{usualTime}</span>
            </button>
          ))}
        </div>
      </fieldset>
      {invoice.coin && invoice.address && invoice.coinAmount ? (
        <Transfer
          coin={invoice.coin}
          address={invoice.address}
          amount={invoice.coinAmount}
          walletUri={invoice.walletUri}
        />
      ) : (
        <p className="text-muted">Choose a coin to see the amount and the address.</p>
      )}
    </>
  )
}

type TransferProps = { coin: SandboxCoin; address: string; amount: string; walletUri: string | null }

function Transfer({ coin, address, amount, walletUri }: TransferProps) {
  return (
    <div className="flex gap-6 max-phone:flex-col max-phone:items-center">
      <div className="size-58 shrink-0">
        <QrCode
          text={walletUri ?? address}
          label="QR code for the payment"
          fallback={<Skeleton className="size-full" />}
        />
      </div>
      <div className="grid w-full min-w-0 flex-1 content-start gap-4">
        <CopyField label="Send exactly" text={amount} name="Amount">
          <span translate="no" className="mono text-lg">
            {amount} {coin}
          </span>
        </CopyField>
        <CopyField label="To this address" text={address} name="Address">
          <span translate="no" className="mono leading-5 break-all">
            {address}
          </span>
        </CopyField>
      </div>
    </div>
  )
}
