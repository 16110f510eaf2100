import { shortAddress } from '@nofiller/contract/payouts/payout-rules'
import { copyText } from './copy-button.tsx'
import { IconCopy } from './icons.tsx'

/** A transaction id in one line, as `3vQ8aB…pXkT2m`; a click copies all of it. */
export const ShortHash = ({ id }: { id: string }) => (
  <button
    type="button"
    title={id}
    aria-label={`Copy ${shortAddress(id)}`}
    translate="no"
    onClick={() => copyText(id)}
    className="mono inline-flex min-h-6 cursor-pointer items-center gap-1.5 text-xs whitespace-nowrap text-muted hover:text-text"
  >
    {shortAddress(id)}
    <IconCopy className="size-3.5" />
  </button>
)
