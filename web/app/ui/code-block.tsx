import type { ReactNode } from 'react'
import { CopyButton } from './copy-button.tsx'

type CodeBlockProps = {
  /** `Verification in Python`: what it is, for a screen reader. */
  name: string
  /** What stands above it. */
  head: ReactNode
  /** What is copied, and shown unless `children` show it in another form. */
  code: string
  children?: ReactNode
  /** Long lines are broken, as of a text that nobody formatted, instead of scrolled. */
  wraps?: boolean
}

/** Code to read and to copy. */
export const CodeBlock = ({ name, head, code, children = code, wraps }: CodeBlockProps) => (
  <div className="min-w-0 overflow-hidden rounded-2 border border-line bg-inset">
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 border-b border-line py-1.5 pr-1.5 pl-4 text-sm text-muted">
      <span className="min-w-0">{head}</span>
      <CopyButton text={code} name={name} />
    </div>
    {/* It scrolls sideways, by keys as well. */}
    <section aria-label={name} tabIndex={wraps ? undefined : 0} className="overflow-x-auto -outline-offset-2">
      <pre
        translate="no"
        className={`mono px-4 py-3 text-xs/5 ${wraps ? 'break-words whitespace-pre-wrap' : ''}`}
      >
        {children}
      </pre>
    </section>
  </div>
)
