import type { GameFile } from '@nofiller/contract/catalogue'
import type { LibraryFile } from '@nofiller/contract/library'
import { showSize } from '@nofiller/contract/size'
import { useState } from 'react'
import { Answer } from '../../ui/answer.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { IconDownload } from '../../ui/icons.tsx'
import { Panel } from '../../ui/page.tsx'
import { Pill } from '../../ui/pill.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Cell, Row, Table } from '../../ui/table.tsx'
import { downloadFile } from './download-file.ts'
import { PermanentLink } from './permanent-link.tsx'
import { useLibraryEntry, useRefreshLibrary } from './use-library.ts'

/** Those of the user's files of a game that are wanted, each with its Download button. */
export function FileDownloads({ gameId, fileIds }: { gameId: string; fileIds: readonly string[] }) {
  const entry = useLibraryEntry(gameId)
  return (
    <Answer
      of={{
        data: entry.data === undefined ? undefined : wanted(entry.data?.files ?? [], fileIds),
        isError: entry.isError,
        isFetching: entry.isFetching,
        refetch: entry.refetch,
      }}
      error="Failed to load downloads"
      skeleton={<Skeleton className="h-32" />}
      empty={<p className="text-muted">Download not available</p>}
    >
      {(files) => <FileTable gameId={gameId} files={files} />}
    </Answer>
  )
}

const wanted = (files: readonly LibraryFile[], ids: readonly string[]) =>
  files.filter((file) => ids.includes(file._id))

const HEAD = [
  { name: 'File' },
  { name: 'Size' },
  { name: 'Device' },
  { name: 'Action', align: 'right' },
] as const

/** Files with their hashes, Download buttons and permanent links. */
export function FileTable({ gameId, files }: { gameId: string; files: readonly LibraryFile[] }) {
  return (
    <Panel flush>
      <Table label="Downloads" head={HEAD}>
        {files.map((file) => (
          <Row key={file._id}>
            <Cell full>
              <span className="font-semibold break-words">{file.name}</span>{' '}
              {file.hasUpdate && <Pill kind="go">Updated</Pill>}
              <Hash file={file} />
              <PermanentLink gameId={gameId} file={file} />
            </Cell>
            <Cell className="whitespace-nowrap text-muted max-bar:order-2">
              {showSize(file.size)}
              <span className="bar:hidden"> · {file.device}</span>
            </Cell>
            <Cell className="text-muted max-bar:hidden!">{file.device}</Cell>
            <Cell align="right" className="max-bar:order-3">
              <DownloadButton gameId={gameId} file={file} />
            </Cell>
          </Row>
        ))}
      </Table>
    </Panel>
  )
}

function Hash({ file: { name, sha256 } }: { file: GameFile }) {
  if (sha256 === null) return null
  return (
    <span className="mt-1 flex items-center gap-2">
      <code title={sha256} className="min-w-0 truncate font-mono text-xs text-faint">
        SHA-256 {sha256.slice(0, 16)}…
      </code>
      <CopyButton text={sha256} name={`SHA-256 of ${name}`} />
    </span>
  )
}

function DownloadButton({ gameId, file }: { gameId: string; file: LibraryFile }) {
  const [busy, setBusy] = useState(false)
  const refresh = useRefreshLibrary()
  const download = async () => {
    setBusy(true)
    const isDone = await downloadFile(gameId, file._id)
    setBusy(false)
    if (isDone && file.hasUpdate) void refresh()
  }
  return (
    <Button size="small" busy={busy} onClick={download} aria-label={`Download ${file.name}`}>
      {!busy && <IconDownload className="size-3.5" />}
      Download
    </Button>
  )
}
