import type { SandboxCoin, SandboxInvoice } from '@nofiller/contract/sandbox'
import type { ReactNode } from 'react'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { COINS } from './coins.ts'

const QrCode = lazyPart(() => import('./qr-code.tsx'))

/** The choice of a coin and, once made, what to send where. */
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
        <QrCode text={walletUri ?? address} fallback={<Skeleton className="size-full" />} />
      </div>
      <div className="grid w-full min-w-0 flex-1 content-start gap-4">
        <Copyable label="Send exactly" copy={amount} name="amount">
          <span className="mono text-lg">
            {amount} {coin}
          </span>
        </Copyable>
        <Copyable label="To this address" copy={address} name="address">
          <span className="mono leading-5 break-all">{address}</span>
        </Copyable>
      </div>
    </div>
  )
}

type CopyableProps = { label: string; copy: string; name: string; children: ReactNode }

function Copyable({ label, copy, name, children }: CopyableProps) {
  return (
    <div className="grid gap-1.5">
      <span className="text-ui font-semibold">{label}</span>
      <div className="flex items-center justify-between gap-3 rounded-2 border border-line bg-inset py-2.5 pr-2.5 pl-4">
        <span className="min-w-0">{children}</span>
        <CopyButton text={copy} name={name} />
      </div>
    </div>
  )
}
