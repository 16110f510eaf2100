import type { SandboxInvoice } from '@nofiller/contract/sandbox/sandbox'
import { redirect } from 'react-router'
import { StatusPill } from '../../features/orders/progress/order-status.tsx'
import { Controls } from '../../features/sandbox/controls.tsx'
import { InvoiceSteps } from '../../features/sandbox/invoice-steps.tsx'
import { Outcome } from '../../features/sandbox/outcome.tsx'
import { Payment } from '../../features/sandbox/payment.tsx'
import { hasEnded, useInvoice } from '../../features/sandbox/use-invoice.ts'
import { servicesContext } from '../../services.ts'
import { titled } from '../../shell/store-info.ts'
import { TextLink } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Panel } from '../../ui/page.tsx'
import { Price } from '../../ui/price.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { TimeLeft } from '../../ui/time-left.tsx'
import type { Route } from './+types/sandbox-invoice'

export const meta = titled('Sandbox invoice')

export function loader({ context }: Route.LoaderArgs) {
  const { sandbox, store } = context.get(servicesContext)
  if (!sandbox) throw redirect('/')
  return { storeName: store.name }
}

/** The page of the built-in payment provider: it looks like a real one, and is marked as a demo. */
export default function SandboxInvoicePage({ params, loaderData }: Route.ComponentProps) {
  const { invoice, simulate, running } = useInvoice(params.id)
  return (
    <>
      <div
        aria-hidden="true"
        className="h-1.5 bg-[repeating-linear-gradient(-45deg,#f4e35a_0_10px,#161409_10px_20px)]"
      />
      <main className="mx-auto w-full max-w-246 px-4 pt-8 pb-16 phone:px-8">
        <header className="mb-5 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
          <div className="flex flex-wrap items-baseline gap-x-3">
            <h1 tabIndex={-1} className="d4 outline-none">
              Sandbox Pay
            </h1>
            <p className="text-sm text-muted">Test invoices. No real money moves.</p>
          </div>
          <TextLink to="/" className="text-sm">
            Back to {loaderData.storeName}
          </TextLink>
        </header>
        <QueryView
          query={invoice}
          error="This invoice could not be loaded."
          skeleton={<Skeleton className="h-140" />}
        >
          {(invoice) => (
            <Panel flush className="grid bar:grid-cols-[minmax(0,1fr)_320px]">
              <section className="grid content-start gap-7 p-4 phone:p-8">
                <Head invoice={invoice} />
                {hasEnded(invoice) ? (
                  <Outcome invoice={invoice} />
                ) : (
                  <Payment invoice={invoice} onChoose={(coin) => simulate({ event: 'choose', coin })} />
                )}
              </section>
              <section className="grid content-start gap-6 border-line p-4 max-bar:border-t phone:p-8 bar:border-l">
                <h2 className="text-md font-650">Status</h2>
                <InvoiceSteps invoice={invoice} />
                <hr className="border-line" />
                <Controls
                  running={running?.event ?? null}
                  status={invoice.status}
                  onPlay={(event) => simulate({ event })}
                />
              </section>
            </Panel>
          )}
        </QueryView>
      </main>
    </>
  )
}

function Head({ invoice }: { invoice: SandboxInvoice }) {
  return (
    <div className="flex items-start justify-between gap-4">
      <div className="grid min-w-0 gap-0.5">
        <span className="label">{invoice.description}</span>
        <span className="d2">
          <Price dollars={invoice.amount} />
        </span>
        <span translate="no" className="mono break-all text-muted">
          {invoice.id}
        </span>
      </div>
      <div role="status">{hasEnded(invoice) && <StatusPill status={invoice.status.toUpperCase()} />}</div>
      {!hasEnded(invoice) && <TimeLeft from={invoice.createdAt} until={invoice.expiresAt} />}
    </div>
  )
}
