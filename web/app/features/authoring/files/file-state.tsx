import { showSize } from '@nofiller/contract/text/size'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Progress } from '../../../ui/feedback/progress.tsx'
import { IconCheck, IconClock, IconRefresh } from '../../../ui/icons.tsx'
import { showDay } from '../../../ui/when.ts'
import type { Build, FileSource, Incoming } from '../form/game-draft.ts'
import { PickFiles } from './file-pick.tsx'
import type { LeftUpload, Upload } from './upload.ts'
import { showSpeed } from './upload-speed.ts'

type Ways = {
  /** Retries a failed upload. */
  onRetry: (file: File) => void
  /** Chooses the same file again after a reload. */
  onResume: (file: File) => void
}

type FileStateProps = { name: string; sizeBytes: number; source: FileSource } & Ways

/** A file's name and upload state. */
export function FileState({ name, sizeBytes, source, ...ways }: FileStateProps) {
  return (
    <>
      <FileName name={name} />
      {source.from === 'game' ? (
        <StoredBuild name={name} sizeBytes={sizeBytes} build={source.build} />
      ) : (
        <UploadState name={name} sizeBytes={sizeBytes} incoming={source} {...ways} />
      )}
    </>
  )
}

const FileName = ({ name }: { name: string }) => (
  <p className="line-clamp-2 text-ui font-semibold wrap-anywhere" title={name}>
    {name}
  </p>
)

/** A stored build: its size, its date and its hash. */
function StoredBuild({ name, sizeBytes, build }: { name: string; sizeBytes: number; build: Build | null }) {
  return (
    <>
      <p className="text-sm text-muted">
        {showSize(sizeBytes)}
        {build && <>, saved {showDay(build.updatedAt)}</>}
      </p>
      {build?.sha256 && (
        <p className="flex flex-wrap items-center gap-x-2 text-sm text-faint">
          <span title={build.sha256}>
            SHA-256{' '}
            <span translate="no" className="mono">
              {shortHash(build.sha256)}
            </span>
          </span>
          <CopyButton text={build.sha256} name={`SHA-256 of ${name}`} />
        </p>
      )}
    </>
  )
}

const shortHash = (hex: string): string => `${hex.slice(0, 6)}…${hex.slice(-6)}`

type NewBuildProps = {
  replacement: { name: string; sizeBytes: number } & Incoming
  onKeepOld: () => void
} & Ways

/** The new build of an existing file of the game. */
export function NewBuild({ replacement, onKeepOld, ...ways }: NewBuildProps) {
  return (
    <div className="mt-1.5 grid gap-1.5 border-l-2 border-edge pl-3">
      <p className="text-sm text-muted">New build. The old build stays live until you save.</p>
      <FileName name={replacement.name} />
      <UploadState
        name={replacement.name}
        sizeBytes={replacement.sizeBytes}
        incoming={replacement}
        {...ways}
      />
      <Button kind="quiet" size="small" className="-ml-3 justify-self-start" onClick={onKeepOld}>
        Keep the old build
      </Button>
    </div>
  )
}

export type UploadStateProps = { name: string; sizeBytes: number; incoming: Incoming } & Ways

/** How far a file's upload is, and what can be done when it stopped. */
export function UploadState({ name, sizeBytes, incoming, onRetry, onResume }: UploadStateProps) {
  const { upload } = incoming
  if (upload.state === 'uploading' || upload.state === 'paused')
    return (
      <>
        <p className="text-sm text-muted">{showSent(upload.sentBytes, upload.totalBytes)}</p>
        <SentBar name={name} upload={upload} />
        {incoming.from === 'here' ? (
          <LineState upload={incoming.upload} />
        ) : (
          <ChooseAgain name={name} onPick={onResume} />
        )}
      </>
    )
  return (
    <>
      <p className="text-sm text-muted">{showSize(sizeBytes)}</p>
      {upload.state === 'waiting' && (
        <p className="flex items-center gap-1.5 text-sm text-faint">
          <IconClock className="size-3.5" />
          Waiting
        </p>
      )}
      {upload.state === 'complete' && (
        <p className="flex items-center gap-1.5 text-sm font-semibold text-go" role="status">
          <IconCheck className="size-3.5" />
          Complete
        </p>
      )}
      {upload.state === 'error' && (
        <Failure message={upload.message}>
          {incoming.from === 'here' ? (
            <Button size="small" onClick={() => onRetry(incoming.file)} aria-label={`Retry ${name}`}>
              <IconRefresh className="size-3.5" />
              Retry
            </Button>
          ) : (
            <PickFiles label={`Choose ${name} again`} onPick={([file]) => file && onResume(file)}>
              Choose the file again<span className="sr-only">: {name}</span>
            </PickFiles>
          )}
        </Failure>
      )}
    </>
  )
}

function SentBar({ name, upload }: { name: string; upload: { sentBytes: number; totalBytes: number } }) {
  const share = upload.totalBytes > 0 ? upload.sentBytes / upload.totalBytes : 0
  return (
    <div className="flex max-w-80 items-center gap-3">
      <div className="flex-1">
        <Progress value={share} label={`Uploading ${name}`} />
      </div>
      <b className="w-10 text-right text-sm font-650">{Math.floor(share * 100)}%</b>
    </div>
  )
}

/** The upload speed, once it is steady, or that it waits for a connection. */
function LineState({ upload }: { upload: Upload }) {
  if (upload.state === 'paused')
    return (
      <p role="status" className="flex items-center gap-1.5 text-sm font-550 text-warn">
        <IconClock className="size-3.5" />
        Connection lost. Resuming…
      </p>
    )
  if (upload.state !== 'uploading') return null
  const leftBytes = upload.totalBytes - upload.sentBytes
  return (
    // Its place is reserved while there is no figure, so the rows below do not jump.
    <p className="min-h-5 text-sm text-faint">
      {upload.bytesPerSecond !== null && showSpeed(upload.bytesPerSecond, leftBytes)}
    </p>
  )
}

const ChooseAgain = ({ name, onPick }: { name: string; onPick: (file: File) => void }) => (
  <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
    <span className="text-sm font-550 text-warn">Paused. Choose the same file to continue.</span>
    <PickFiles label={`Continue ${name}`} onPick={([file]) => file && onPick(file)}>
      Choose file<span className="sr-only"> {name}</span>
    </PickFiles>
  </div>
)

const Failure = ({ message, children }: { message: string; children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5" role="alert">
    <span className="min-w-0 text-sm font-550 break-words text-bad">{message}</span>
    {children}
  </div>
)

/** The known progress of a file. */
export function sentOf(upload: Upload | LeftUpload): number {
  return upload.state === 'uploading' || upload.state === 'paused' ? upload.sentBytes : 0
}

/** `612.8 of 838.0 MB` */
const showSent = (sentBytes: number, totalBytes: number): string =>
  `${showSize(sentBytes).replace(' MB', '')} of ${showSize(totalBytes)}`
