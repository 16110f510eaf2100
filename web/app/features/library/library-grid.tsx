import { gamePath } from '@nofiller/contract/catalog/paths'
import type { LibraryEntry } from '@nofiller/contract/library/library'
import { reviewPath } from '@nofiller/contract/reviews/review-paths'
import { useRef, useState } from 'react'
import { useOnceHydrated } from '../../ui/browser/hydrated.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { currentTime } from '../../ui/clock.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { IconDownload, IconEye, IconEyeOff } from '../../ui/icons.tsx'
import { GameCard, GameCardSkeleton } from '../catalog/game-card.tsx'
import { useReviewStanding } from '../reviews/use-reviews.ts'
import { FileTable, useDownload } from './file-downloads.tsx'
import { useLibraryEntry } from './library-entry.ts'
import { deviceOf, fileFor } from './own-device.ts'
import { useHide } from './use-library.ts'
import { useUpdates } from './use-updates.ts'

type LibraryGridProps = {
  entries: readonly LibraryEntry[]
  onOpen: (entry: LibraryEntry) => void
}

/** The games of a library with their actions. */
export const LibraryGrid = ({ entries, onOpen }: LibraryGridProps) => (
  <ul className="cards">
    {entries.map((entry) => (
      <OwnedGame key={entry.gameId} entry={entry} onOpen={() => onOpen(entry)} />
    ))}
  </ul>
)

type OwnedGameProps = { entry: LibraryEntry; onOpen: () => void }

function OwnedGame({ entry, onOpen }: OwnedGameProps) {
  const { title } = entry.game
  const hide = useHide()
  const item = useRef<HTMLLIElement>(null)
  const [isArtShown, setArtShown] = useState(!entry.isBeyondLimits)
  const showArt = () => {
    setArtShown(true)
    item.current?.querySelector('a')?.focus() // the button disappears
  }
  return (
    <li ref={item} data-row className="relative grid content-start gap-3">
      <GameCard game={isArtShown ? entry.game : withoutArt(entry.game)} />
      {!isArtShown && (
        <span
          data-theme="dark"
          className="pointer-events-none absolute inset-x-0 top-0 grid aspect-10/7 place-items-center"
        >
          <span className="pointer-events-auto rounded-2 bg-[#110e10e6] text-text">
            <Button size="small" aria-label={`Show picture of ${title}`} onClick={showArt}>
              <IconEye className="size-3.5" />
              Show picture
            </Button>
          </span>
        </span>
      )}
      {!entry.baseOwned && (
        <p className="line-clamp-2 text-sm wrap-anywhere text-muted">
          Owned: {entry.files.map(({ name }) => name).join(', ')}
        </p>
      )}
      {entry.hasUpdate && (
        <span className="pointer-events-none absolute inset-x-0 top-0 aspect-10/7">
          <span className="absolute -bottom-3 left-2.5 z-1 rounded-1 bg-accent px-2 text-xs/6 font-bold text-on-accent">
            UPDATED
          </span>
        </span>
      )}
      <div className="flex flex-wrap items-center gap-1">
        <DownloadButton entry={entry} onOpen={onOpen} />
        <Button kind="quiet" size="small" aria-label={`All files of ${title}`} onClick={onOpen}>
          All files
        </Button>
        {entry.reviewFrom !== null && new Date(entry.reviewFrom) <= currentTime() && (
          // On a line of its own where a card is too narrow, and not the icon that belongs to the first.
          <ButtonLink
            to={reviewPath(entry.gameId)}
            kind="quiet"
            size="small"
            className="phone:order-1"
            aria-label={`Review ${title}`}
          >
            Review
          </ButtonLink>
        )}
        <Button
          kind="quiet"
          size="small"
          square
          className="ml-auto"
          title={entry.hidden ? 'Show in the library' : 'Hide from the library'}
          aria-label={`${entry.hidden ? 'Show' : 'Hide'} ${title}`}
          onClick={() => hide(entry)}
        >
          {entry.hidden ? <IconEye className="size-4" /> : <IconEyeOff className="size-4" />}
        </Button>
      </div>
    </li>
  )
}

/** For a game that the owner's limits hide elsewhere: its picture is shown on request. */
const withoutArt = (game: LibraryEntry['game']): LibraryEntry['game'] => ({
  ...game,
  cardPicture: game.cardPicture && {
    ...game.cardPicture,
    url: game.cardPicture.blur,
    widths: [],
    veil: 'limits',
  },
})

/** Downloads the file for the visitor's own device; if there is none, shows all files to choose from. */
function DownloadButton({ entry, onOpen }: { entry: LibraryEntry; onOpen: () => void }) {
  const { busy, press } = useDownload(entry)
  const device = useOnceHydrated(true) ? deviceOf(navigator.userAgent) : null
  const file = fileFor(entry.files, device)
  const { title } = entry.game
  return (
    <Button
      icon={<IconDownload className="size-3.5" />}
      size="small"
      className="max-phone:w-full"
      busy={busy}
      title={file ? `${file.name}, ${file.device}` : undefined}
      aria-label={file ? `Download ${title} for ${file.device}` : `Download ${title}`}
      onClick={() => (file ? press(file) : onOpen())}
    >
      Download
    </Button>
  )
}

/** All files of a game that the user owns. It stays open when the game leaves the list, as an update does once it is downloaded. */
export function LibraryFiles({ entry, onClose }: { entry: LibraryEntry; onClose: () => void }) {
  const { data } = useLibraryEntry(entry.gameId)
  const { files } = data ?? entry
  return (
    <Dialog
      title={entry.game.title}
      onClose={onClose}
      footer={
        <>
          <MuteButton entry={data ?? entry} />
          {entry.baseOwned && <ReviewLink gameId={entry.gameId} />}
          <Button onClick={onClose}>Close</Button>
          <ButtonLink to={gamePath(entry.game.slug)}>Open game page</ButtonLink>
        </>
      }
    >
      {files.length === 0 ? (
        <p className="text-muted">Download not available</p>
      ) : (
        <FileTable entry={entry} files={files} />
      )}
    </Dialog>
  )
}

/** Leads to the owner's review; there is none for who may not write one. */
function ReviewLink({ gameId }: { gameId: string }) {
  const { data } = useReviewStanding(gameId)
  if (!data || (data.state !== 'may' && !data.review)) return null
  return <ButtonLink to={reviewPath(gameId)}>{data.review ? 'Your review' : 'Review'}</ButtonLink>
}

function MuteButton({ entry }: { entry: LibraryEntry }) {
  const { mute } = useUpdates(entry)
  return (
    <Button kind="quiet" className="mr-auto" busy={mute.busy} onClick={() => mute.press(!entry.isMuted)}>
      {entry.isMuted ? 'Show its updates' : 'Mute updates'}
    </Button>
  )
}

export function LibrarySkeleton() {
  return (
    <div className="cards">
      {Array.from({ length: 4 }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks that never move
        <div key={at}>
          <GameCardSkeleton />
        </div>
      ))}
    </div>
  )
}
