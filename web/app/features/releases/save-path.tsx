import type { LibraryEntry, LibraryUpdate } from '@nofiller/contract/library/library'
import { savePathWords } from '@nofiller/contract/releases/save-words'
import { showSize } from '@nofiller/contract/text/size'
import { IconCheck, IconChevronRight, IconCircleInfo, IconTriangleAlert } from '../../ui/icons.tsx'

type Way = { version: LibraryEntry['version']; update: LibraryUpdate }

/** `You have 0.3`, `You said you have 0.4`; empty where no version is known. */
export const versionWords = (version: LibraryEntry['version']): string =>
  version ? `${version.isSet ? 'You said you have' : 'You have'} ${version.label}` : ''

const LOOKS = {
  works: { icon: <IconCheck className="size-[15px] self-center" />, className: 'text-go' },
  steps: { icon: null, className: '' },
  none: { icon: <IconTriangleAlert className="size-[15px] self-center" />, className: 'text-warn' },
  unknown: {
    icon: <IconCircleInfo className="size-[15px] self-center" />,
    className: 'font-normal text-muted',
  },
}

/** What becomes of the reader's saves, with the developer's reason. */
export function SavesVerdict({ version, update }: Way) {
  const { icon, className } = LOOKS[update.saves]
  return (
    <>
      <b className={`inline-flex items-baseline gap-1.5 font-650 ${className}`}>
        {icon}
        <span translate="no">{savePathWords(update.saves, update.steps)}</span>
      </b>
      {update.saves === 'none' && (
        <span className="text-muted">
          {update.savesNote && ` “${update.savesNote}”`}
          {version && !version.isSet && ` ${version.label} stays downloadable.`}
        </span>
      )}
    </>
  )
}

const BOX = 'inline-grid h-6.5 min-w-9 place-items-center rounded-1 border px-2 text-sm font-650'

/** The versions to open a save in, from the reader's own to the newest; `onDownload` offers those between. */
export function SavePath({
  version,
  update,
  onDownload,
}: Way & { onDownload?: (step: LibraryUpdate['steps'][number]) => void }) {
  if (update.saves !== 'steps') return null
  return (
    <ol aria-label="Way for your saves" translate="no" className="flex flex-wrap items-center gap-2 text-ui">
      <li className="flex items-center gap-2">
        <b className={`${BOX} border-dashed border-edge`}>{version?.label}</b>
        <span className="text-muted max-phone:sr-only">yours</span>
      </li>
      {update.steps.map((step, at) => {
        const isNewest = at === update.steps.length - 1
        return (
          <li key={step.releaseId} className="flex items-center gap-2">
            <IconChevronRight className="size-3.5 text-faint" />
            <b
              className={`${BOX} ${isNewest ? 'border-text bg-text text-(--game-panel,var(--bg))' : 'border-edge'}`}
            >
              {step.label}
            </b>
            {onDownload && step.build && !isNewest && (
              <button
                type="button"
                className="cursor-pointer underline underline-offset-3 hover:decoration-2 max-phone:min-h-8"
                onClick={() => onDownload(step)}
              >
                Download<span className="sr-only"> {step.label}</span>
                <span className="max-phone:hidden">, {showSize(step.build.size)}</span>
              </button>
            )}
          </li>
        )
      })}
    </ol>
  )
}
