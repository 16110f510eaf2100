import type { OwnedBuild } from '@nofiller/contract/library/library'
import { plural } from '@nofiller/contract/text/digits'
import { showSize } from '@nofiller/contract/text/size'
import { type RefObject, useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { IconUpload } from '../../ui/dashboard-icons.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { Progress } from '../../ui/feedback/progress.tsx'
import { useFileDrop, useStrayDropsIgnored } from '../authoring/files/drop.ts'
import { useVerification, type Verification } from './use-verification.ts'

/** Identifies a file on the visitor's disk among their downloads, and says whether it is complete. Asks for the file at once. */
export default function VerifyDialog({ onClose }: { onClose: () => void }) {
  const { verification, start, stop } = useVerification()
  const isBusy = verification.state === 'hashing' || verification.state === 'asking'
  const input = useRef<HTMLInputElement>(null)
  // The browser opens its file dialog only shortly after a click; after too long a wait the field below remains.
  useEffect(() => input.current?.click(), [])
  return (
    <Dialog title="Verify my download" onClose={onClose} footer={<Button onClick={onClose}>Close</Button>}>
      <p className="text-muted">
        Choose a file that you downloaded here. It is compared by its SHA-256 hash and never leaves your
        device.
      </p>
      {isBusy ? (
        <Checking verification={verification} onCancel={stop} />
      ) : (
        <DropZone input={input} onFile={start} />
      )}
      <div role="status">
        <Result verification={verification} />
      </div>
    </Dialog>
  )
}

type DropZoneProps = { input: RefObject<HTMLInputElement | null>; onFile: (file: File) => void }

function DropZone({ input, onFile }: DropZoneProps) {
  useStrayDropsIgnored()
  const take = (files: Iterable<File>) => {
    const [file] = files
    if (file) onFile(file)
  }
  const { isOver, target } = useFileDrop(take)
  return (
    <label
      {...target}
      className={`grid cursor-pointer justify-items-center gap-2 rounded-3 border border-dashed px-6 py-10 text-center hover:border-muted focus-within:outline-2 focus-within:outline-focus ${isOver ? 'border-accent bg-accent/8' : 'border-edge'}`}
    >
      <IconUpload className="size-8 text-faint" />
      <span className="font-650">Drop a file here, or choose one</span>
      <input
        ref={input}
        type="file"
        className="sr-only"
        aria-label="File to verify"
        onChange={({ currentTarget }) => {
          take(currentTarget.files ?? [])
          currentTarget.value = '' // so that the same file can be chosen again
        }}
      />
    </label>
  )
}

type CheckingProps = { verification: Verification & { file: File }; onCancel: () => void }

function Checking({ verification, onCancel }: CheckingProps) {
  const { file } = verification
  const bytes = verification.state === 'hashing' ? verification.bytes : file.size
  return (
    <div className="grid gap-3 rounded-3 border border-line p-4">
      <p translate="no" className="font-semibold break-words">
        {file.name}
      </p>
      <Progress value={file.size === 0 ? 1 : bytes / file.size} label={`Reading ${file.name}`} />
      <div className="flex items-center justify-between gap-3 text-sm text-muted">
        {showSize(bytes)} of {showSize(file.size)}
        <Button size="small" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  )
}

function Result({ verification }: { verification: Verification }) {
  if (verification.state === 'failed') return <Note kind="bad">{verification.message}</Note>
  if (verification.state === 'matching') return <Matching build={verification.build} />
  if (verification.state !== 'different') return null
  const { file, sha256, closest } = verification
  return (
    <Note kind="bad" role="none">
      <p className="font-semibold">{file.name} does not match any of your files.</p>
      {closest && <p>{differenceFrom(closest, file)}</p>}
      <p translate="no" className="mt-1 font-mono text-xs break-all text-muted">
        SHA-256 {sha256}
      </p>
    </Note>
  )
}

const Matching = ({ build: { title, name, isPresent } }: { build: OwnedBuild }) => (
  <Note kind={isPresent ? 'go' : 'warn'} role="none">
    <p className="font-semibold">
      Intact: this is {name} of {title}.
    </p>
    {!isPresent && <p>This is an older build. Your library has a newer one.</p>}
  </Note>
)

/** How a file differs from the one that was probably intended. */
function differenceFrom({ title, name, size, sha256 }: OwnedBuild, file: File): string {
  if (sha256 === null) return `The hash of ${name} (${title}) is not ready yet. Try again in a minute.`
  const longer = file.size - size
  const bytes = plural(Math.abs(longer), 'byte')
  if (longer < 0)
    return `It is ${bytes} smaller than ${name} (${title}). Continue the download, or start it again.`
  if (longer > 0) return `It is ${bytes} larger than ${name} (${title}). Download it again.`
  return `It is the same size as ${name} (${title}), but its contents differ. Download it again.`
}
