import type { GameFile } from '@nofiller/contract/catalog/catalog'
import type { LibraryEntry, LibraryFile } from '@nofiller/contract/library/library'
import { showSize } from '@nofiller/contract/text/size'
import { useAction } from '../../api/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { IconDownload } from '../../ui/icons.tsx'
import { type Column, Table } from '../../ui/list/table.tsx'
import { Panel } from '../../ui/page.tsx'
import { Pill } from '../../ui/pill.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { claimQuietly, downloadFile } from './download-file.ts'
import { EarlyLine } from './early-line.tsx'
import { useLibraryEntry, useRefreshLibrary } from './library-entry.ts'
import { PermanentLink } from './permanent-link.tsx'

/** Some of the user's files of a game, each with its Download button. */
export function FileDownloads({
  gameId,
  isShown,
}: {
  gameId: string
  isShown: (file: LibraryFile) => boolean
}) {
  const entry = useLibraryEntry(gameId)
  return (
    <QueryView
      query={{
        data: entry.data === undefined ? undefined : (entry.data?.files ?? []).filter(isShown),
        isError: entry.isError,
        isFetching: entry.isFetching,
        refetch: entry.refetch,
      }}
      error="Failed to load downloads"
      skeleton={<Skeleton className="h-32" />}
      empty={<p className="text-muted">Download not available</p>}
    >
      {(files) => entry.data && <FileTable entry={entry.data} files={files} />}
    </QueryView>
  )
}

const columnsOf = (entry: LibraryEntry): Column<LibraryFile>[] => [
  {
    head: 'File',
    cell: (file) => (
      <>
        <span translate="no" className="font-semibold break-words">
          {file.name}
        </span>{' '}
        {file.hasUpdate && <Pill kind="go">Updated</Pill>}{' '}
        {entry.early.some(({ fileId }) => fileId === file._id) && <Pill kind="info">Early</Pill>}
        <Hash file={file} />
        {whyUnavailable(file) ? (
          <span className="block text-sm text-muted">{whyUnavailable(file)?.reason}</span>
        ) : (
          <PermanentLink gameId={entry.gameId} file={file} />
        )}
      </>
    ),
    card: { wide: true },
  },
  {
    head: 'Size',
    cell: (file) => (
      <>
        {showSize(file.size)}
        <span className="bar:hidden"> · {file.device}</span>
      </>
    ),
    className: 'whitespace-nowrap text-muted',
  },
  { head: 'Device', cell: (file) => file.device, className: 'text-muted max-bar:hidden!' },
  {
    head: 'Action',
    cell: (file) => {
      const unavailable = whyUnavailable(file)
      if (unavailable) return <Pill kind="warn">{unavailable.state}</Pill>
      return <DownloadButton entry={entry} file={file} />
    },
    align: 'right',
  },
]

/** Why a file that the user owns cannot be downloaded now. */
function whyUnavailable({ isPaused, isTakenBack }: LibraryFile): { state: string; reason: string } | null {
  if (isPaused)
    return {
      state: 'Paused: legal claim',
      reason: 'Nobody can download this while a copyright notice is in effect. You still own it.',
    }
  if (isTakenBack)
    return {
      state: 'Taken back',
      reason:
        'This version was taken back before you downloaded it. You still own the file and get its next version.',
    }
  return null
}

type FileTableProps = { entry: LibraryEntry; files: readonly LibraryFile[] }

/** Files with their hashes, Download buttons and permanent links. */
export const FileTable = ({ entry, files }: FileTableProps) => (
  <Panel flush>
    <div className="px-4 py-3 empty:hidden phone:px-5">
      <EarlyLine entry={entry} />
    </div>
    <Table label="Downloads" columns={columnsOf(entry)} rows={files} keyOf={({ _id }) => _id} />
  </Panel>
)

function Hash({ file: { name, sha256 } }: { file: GameFile }) {
  if (sha256 === null) return null
  return (
    <span className="mt-1 flex items-center gap-2">
      <code title={sha256} translate="no" className="min-w-0 truncate font-mono text-xs text-faint">
        SHA-256 {sha256.slice(0, 16)}…
      </code>
      <CopyButton text={sha256} name={`SHA-256 of ${name}`} />
    </span>
  )
}

function DownloadButton({ entry, file }: { entry: LibraryEntry; file: LibraryFile }) {
  const { busy, press } = useDownload(entry)
  return (
    <Button
      icon={<IconDownload className="size-3.5" />}
      size="small"
      busy={busy}
      onClick={() => press(file)}
      aria-label={`Download ${file.name}`}
    >
      Download
    </Button>
  )
}

/** Downloads a file of an entry, and asks for the library again when it had an update. */
export function useDownload({ gameId, baseOwned }: LibraryEntry) {
  const refresh = useRefreshLibrary()
  return useAction(async ({ _id, hasUpdate }: LibraryFile) => {
    if (baseOwned) await claimQuietly(gameId)
    if ((await downloadFile(gameId, _id)) && hasUpdate) void refresh()
  })
}
