import type { SandboxInvoice } from '@nofiller/contract/sandbox/sandbox'
import { ButtonLink } from '../../ui/button.tsx'
import { Note } from '../../ui/feedback/note.tsx'

type Ending = Extract<SandboxInvoice['status'], 'expired' | 'cancelled' | 'failed'>

const ENDINGS: Record<Ending, { title: string; text: string }> = {
  expired: { title: 'This invoice has expired.', text: 'Nothing was charged. Buy again to get a new one.' },
  cancelled: { title: 'This invoice was cancelled.', text: 'Nothing was charged.' },
  failed: { title: 'The payment failed.', text: 'Nothing was charged. Buy again to try once more.' },
}

/** How an invoice ended, and the next step. */
export function Outcome({ invoice }: { invoice: SandboxInvoice }) {
  if (invoice.status === 'paid') return <PaidOutcome invoice={invoice} />
  const ending = ENDINGS[invoice.status as Ending] // the caller shows this for ended invoices only
  return (
    <>
      <Note kind="bad">
        <b className="block font-650">{ending.title}</b>
        {ending.text}
      </Note>
      <div className="flex flex-wrap gap-3">
        <ButtonLink kind="primary" to="/orders">
          My Orders
        </ButtonLink>
        <ButtonLink to="/">Browse games</ButtonLink>
      </div>
    </>
  )
}

const PaidOutcome = ({ invoice }: { invoice: SandboxInvoice }) => (
  <>
    <Note kind="go">
      <b className="block font-650">Payment received.</b>
      {invoice.coinAmount} {invoice.coin} arrived. You can close this tab; your game is in your library.
    </Note>
    <div className="flex flex-wrap gap-3">
      <ButtonLink kind="primary" to={invoice.successUrl} reloadDocument>
        Get your download
      </ButtonLink>
      <ButtonLink to={`/receipt?order=${encodeURIComponent(invoice.orderId)}`}>View receipt</ButtonLink>
    </div>
  </>
)
