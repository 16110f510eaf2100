import type { GameFile } from '@nofiller/contract/catalogue'
import { showSize } from '@nofiller/contract/size'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { Answer } from '../../ui/answer.tsx'
import { Button } from '../../ui/button.tsx'
import { IconDownload } from '../../ui/icons.tsx'
import { Panel } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Cell, Row, Table } from '../../ui/table.tsx'
import { downloadFile } from './download-file.ts'

/** The files of a game that `isOwned` lets through, each with its Download button. */
export function FileDownloads({ gameId, isOwned }: { gameId: string; isOwned: (file: GameFile) => boolean }) {
  const game = useQuery({
    queryKey: ['GET /api/games/:id', gameId],
    queryFn: ({ signal }) => call('GET /api/games/:id', { params: { id: gameId }, signal }),
  })
  return (
    <Answer
      of={{
        data: game.data?.gameFiles.filter(isOwned),
        isError: game.isError,
        isFetching: game.isFetching,
        refetch: game.refetch,
      }}
      error="Failed to load downloads"
      skeleton={<Skeleton className="h-32" />}
      empty={<p className="text-muted">Download not available</p>}
    >
      {(files) => <FileTable gameId={gameId} files={files} />}
    </Answer>
  )
}

const HEAD = [
  { name: 'File' },
  { name: 'Size' },
  { name: 'Device' },
  { name: 'Action', align: 'right' },
] as const

function FileTable({ gameId, files }: { gameId: string; files: readonly GameFile[] }) {
  return (
    <Panel flush>
      <Table label="Downloads" head={HEAD}>
        {files.map((file) => (
          <Row key={file._id}>
            <Cell full className="font-semibold break-words">
              {file.name}
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

function DownloadButton({ gameId, file }: { gameId: string; file: GameFile }) {
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    await downloadFile(gameId, file._id)
    setBusy(false)
  }
  return (
    <Button size="small" busy={busy} onClick={download} aria-label={`Download ${file.name}`}>
      {!busy && <IconDownload className="size-3.5" />}
      Download
    </Button>
  )
}
