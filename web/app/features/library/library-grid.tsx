import type { LibraryEntry } from '@nofiller/contract/library'
import { useState } from 'react'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { IconDownload } from '../../ui/icons.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { GameCard } from '../catalogue/game-card.tsx'
import { FileTable } from './file-downloads.tsx'

const GRID = 'grid grid-cols-[repeat(auto-fill,250px)] gap-x-6 gap-y-10 max-phone:justify-center'

/** The games of a library, each with a button that opens its files. */
export function LibraryGrid({ entries }: { entries: readonly LibraryEntry[] }) {
  const [opened, setOpened] = useState<LibraryEntry | null>(null)
  return (
    <>
      <ul className={GRID}>
        {entries.map((entry) => (
          <li key={entry.gameId} className="grid content-start gap-3">
            <GameCard game={entry.game} />
            <Button
              size="small"
              className="justify-self-start"
              aria-label={`Download ${entry.game.title}`}
              onClick={() => setOpened(entry)}
            >
              <IconDownload className="size-3.5" />
              Download
            </Button>
          </li>
        ))}
      </ul>
      {opened && <Files entry={opened} onClose={() => setOpened(null)} />}
    </>
  )
}

function Files({ entry, onClose }: { entry: LibraryEntry; onClose: () => void }) {
  return (
    <Dialog
      title={entry.game.title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <ButtonLink to={`/game/${entry.game.slug}`}>Open game page</ButtonLink>
        </>
      }
    >
      <FileTable gameId={entry.gameId} files={entry.files} />
    </Dialog>
  )
}

export function LibrarySkeleton() {
  return (
    <div className={GRID}>
      {Array.from({ length: 4 }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks that never move
        <div key={at}>
          <Skeleton className="h-[175px] rounded-2" />
          <Skeleton className="mt-[18px] h-4 w-7/10" />
          <Skeleton className="mt-2.5 h-3 w-9/20" />
        </div>
      ))}
    </div>
  )
}
