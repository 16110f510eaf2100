import { type ReactNode, useEffect, useState } from 'react'
import { Button } from './button.tsx'
import { toast } from './feedback/toast.tsx'
import { IconCheck, IconCopy } from './icons.tsx'

const COPIED_MS = 2_000

type CopyFieldProps = {
  label: string
  text: string
  /** `Address`: the name of the copied text for a screen reader. */
  name: string
  hint?: ReactNode
  /** How the text is shown. */
  children: ReactNode
}

/** A text to copy, with a button that copies it and confirms in place. */
export function CopyField({ label, text, name, hint, children }: CopyFieldProps) {
  const { isCopied, copy } = useCopy(text)
  return (
    <div className="grid gap-1.5">
      <span className="text-ui font-semibold">{label}</span>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-2 border border-line bg-inset py-2.5 pr-2.5 pl-4">
        <span className="min-w-[min(100%,9rem)] flex-1">{children}</span>
        <Button
          size="small"
          kind="quiet"
          className="min-w-24"
          aria-label={`Copy ${name.toLowerCase()}`}
          onClick={copy}
        >
          {isCopied ? <IconCheck className="size-3.5 text-go" /> : <IconCopy className="size-3.5" />}
          <span className={isCopied ? 'text-go' : ''}>{isCopied ? 'Copied' : 'Copy'}</span>
        </Button>
        <span role="status" className="sr-only">
          {isCopied && `${name} copied.`}
        </span>
      </div>
      {hint && <span className="text-sm text-faint">{hint}</span>}
    </div>
  )
}

function useCopy(text: string) {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), COPIED_MS)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      // Browsers refuse on an insecure page, or without permission.
      () => toast('We couldn’t copy this. Select the text instead.', { kind: 'bad' }),
    )
  return { isCopied, copy: () => void copy() }
}
