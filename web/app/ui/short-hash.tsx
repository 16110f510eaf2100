import { copyText } from './copy-button.tsx'
import { IconCopy } from './icons.tsx'

/** `3vQ8aB…kT2m`: enough of a long id to compare by eye. */
const shortened = (id: string): string => (id.length <= 16 ? id : `${id.slice(0, 6)}…${id.slice(-4)}`)

/** A transaction or invoice id in one line; pressed, it copies the whole. */
export const ShortHash = ({ id }: { id: string }) => (
  <button
    type="button"
    title={id}
    aria-label={`Copy ${shortened(id)}`}
    translate="no"
    onClick={() => copyText(id)}
    className="mono inline-flex min-h-6 cursor-pointer items-center gap-1.5 text-xs whitespace-nowrap text-muted hover:text-text"
  >
    {shortened(id)}
    <IconCopy className="size-3.5" />
  </button>
)
