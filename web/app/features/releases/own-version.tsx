import type { LibraryEntry } from '@nofiller/contract/library/library'
import { showSize } from '@nofiller/contract/text/size'
import { Button } from '../../ui/button.tsx'
import { IconBellOff } from '../../ui/dashboard-icons.tsx'
import { IconDownload } from '../../ui/icons.tsx'
import { EarlyLine } from '../library/early-line.tsx'
import { useUpdates } from '../library/use-updates.ts'
import { SavePath, SavesVerdict, versionWords } from './save-path.tsx'

type OwnVersionProps = {
  entry: LibraryEntry
  /** Where no other button downloads the newest. */
  isWhole?: boolean
}

/** An owner's version of a game, what is newer, the way for their saves, and the downloads on it. */
export default function OwnVersion({ entry, isWhole = false }: OwnVersionProps) {
  const { version, update, isMuted } = entry
  const { download, mute } = useUpdates(entry)
  const steps = update?.steps.slice(0, -1) ?? []
  return (
    <section aria-label="Your version" className="grid gap-3 rounded-2 border border-edge p-4">
      <div>
        <h2 className="text-base/6 font-bold">
          {version ? `${versionWords(version)}.` : 'Not downloaded yet.'}{' '}
          {update && `${update.newest.label} is out.`}
        </h2>
        {update && (
          <p className="text-ui text-muted *:font-normal">
            <SavesVerdict version={version} update={update} />
          </p>
        )}
        <EarlyLine entry={entry} />
      </div>
      {update && (
        <>
          <SavePath version={version} update={update} />
          <div className="grid gap-2">
            {isWhole && (
              <Button
                kind="primary"
                wide
                icon={<IconDownload className="size-4" />}
                busy={download.busy}
                onClick={() => download.press(update.build)}
              >
                Download {update.newest.label}
              </Button>
            )}
            {steps.map(
              ({ releaseId, label, build }) =>
                build && (
                  <Button
                    key={releaseId}
                    wide
                    icon={<IconDownload className="size-4" />}
                    busy={download.busy}
                    onClick={() => download.press(build)}
                  >
                    Download {label} for your saves
                  </Button>
                ),
            )}
          </div>
          <p className="text-sm text-muted">
            For {update.build.device}, {showSize(update.build.size)}. Versions you have downloaded stay
            downloadable.
          </p>
        </>
      )}
      <Button
        kind="quiet"
        size="small"
        className="-ml-3 justify-self-start"
        icon={<IconBellOff className="size-4" />}
        busy={mute.busy}
        onClick={() => mute.press(!isMuted)}
      >
        {isMuted ? 'Show updates' : 'Mute updates'}
      </Button>
    </section>
  )
}
