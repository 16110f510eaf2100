import type { GameFile } from '@nofiller/contract/catalog/catalog'
import { plural } from '@nofiller/contract/text/digits'
import { showSize } from '@nofiller/contract/text/size'
import { showDate } from '@nofiller/contract/text/time'
import { type ReactNode, useState } from 'react'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { IconChevronDown } from '../../../ui/icons.tsx'
import { DeviceIcon } from '../device-icon.tsx'

type FileListProps = {
  title: string
  files: readonly GameFile[]
  /** Each file's own. */
  action?: (file: GameFile) => ReactNode
  /** What else there is to say of a file. */
  noteOf?: (file: GameFile) => ReactNode
}

/** A game's files under a heading; on phones several that nothing can be done with are folded to a line. */
export function FileList({ title, files, action, noteOf }: FileListProps) {
  const [isOpen, setOpen] = useState(false)
  const isFolding = files.length > 1 && !action
  if (files.length === 0) return null
  return (
    <section className="overflow-hidden rounded-2 border border-line">
      <h2 className="text-base/5 font-bold">
        <span className={`block px-4 py-3 ${isFolding ? 'max-phone:hidden noscript:block' : ''}`}>
          {title}
        </span>
        {isFolding && (
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            className="flex min-h-12 w-full cursor-pointer items-center gap-2.5 px-4 text-left phone:hidden noscript:hidden"
          >
            {title}
            <span className="ml-auto text-sm font-normal text-muted">{plural(files.length, 'file')}</span>
            <IconChevronDown className={`size-4 ${isOpen ? 'rotate-180' : ''}`} />
          </button>
        )}
      </h2>
      <ul
        className={`divide-y divide-line border-t border-line ${isFolding && !isOpen ? 'max-phone:hidden noscript:block' : ''}`}
      >
        {files.map((file) => (
          <li
            key={file._id}
            className="grid min-h-10 grid-cols-[18px_minmax(0,1fr)_auto] items-center gap-x-2.5 px-4 py-2.5 text-ui"
          >
            <span title={file.device}>
              <DeviceIcon device={file.device} className="size-4" />
              <span className="sr-only">{file.device}</span>
            </span>
            <span className="min-w-0">
              <span
                translate="no"
                className={`line-clamp-2 wrap-anywhere ${action ? 'font-semibold' : ''}`}
                title={file.name}
              >
                {file.name}
              </span>
              {action && <span className="block text-sm text-muted">{showSize(file.size)}</span>}
              {noteOf?.(file)}
            </span>
            {action ? action(file) : <span className="text-muted">{showSize(file.size)}</span>}
            <FileProof file={file} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** When a file was built, and the hash that identifies its download. */
function FileProof({ file }: { file: GameFile }) {
  const day = (
    <span>
      Updated <time dateTime={file.updatedAt}>{showDate(file.updatedAt)}</time>
    </span>
  )
  if (file.sha256 === null) return <p className="col-span-2 col-start-2 mt-0.5 text-sm text-muted">{day}</p>
  return (
    <details className="group/proof col-span-2 col-start-2 mt-0.5 min-w-0 text-sm text-muted">
      <summary className="flex cursor-pointer list-none flex-wrap items-center gap-x-3 max-phone:min-h-6">
        {day}
        <span className="inline-flex items-center gap-1 underline decoration-1 underline-offset-3">
          SHA-256
          <span className="sr-only"> of {file.name}</span>
          <IconChevronDown className="size-3 group-open/proof:rotate-180" />
        </span>
      </summary>
      <div className="mt-2 mb-1 grid justify-items-start gap-2">
        <code translate="no" className="mono wrap-anywhere text-text">
          {file.sha256}
        </code>
        <CopyButton text={file.sha256} name={`the SHA-256 of ${file.name}`} />
      </div>
    </details>
  )
}
