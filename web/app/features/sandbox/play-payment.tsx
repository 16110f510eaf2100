import { Controls } from './controls.tsx'
import { useInvoice } from './use-invoice.ts'

/** The simulated network's controls, beside a payment of the demo. */
export default function PlayPayment({ invoiceId }: { invoiceId: string }) {
  const { invoice, simulate, running } = useInvoice(invoiceId)
  return (
    <Controls
      running={running?.event ?? null}
      status={invoice.data?.status ?? 'new'}
      onPlay={(event) => simulate({ event })}
    />
  )
}
