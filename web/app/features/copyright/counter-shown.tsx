import type { CounterFields } from '@nofiller/contract/copyright/copyright-rules'
import { Panel } from '../../ui/page.tsx'

/** A counter-notice as it was sent. */
export const CounterShown = ({ counter }: { counter: CounterFields }) => (
  <Panel className="grid gap-3 wrap-anywhere">
    <h2 className="d4">The counter-notice</h2>
    <p dir="auto" className="whitespace-pre-line">
      {counter.material}
    </p>
    <p dir="auto" className="whitespace-pre-line text-muted">
      {counter.name}
      {'\n'}
      {counter.address}
      {'\n'}
      {counter.phone}
      {'\n'}Signed: {counter.signature}
    </p>
  </Panel>
)
