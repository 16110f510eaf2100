import type { OwnRelease } from '@nofiller/contract/releases/releases'
import type { NextRelease, SellerGame } from '@nofiller/contract/releases/seller-game'
import { windowWords } from '@nofiller/contract/releases/windows'
import { showSize } from '@nofiller/contract/text/size'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError, messageOf } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { LeaveGuard } from '../../../ui/browser/leave-guard.tsx'
import { Button } from '../../../ui/button.tsx'
import { currentTime } from '../../../ui/clock.ts'
import { Note } from '../../../ui/feedback/note.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { Panel } from '../../../ui/page.tsx'
import { DeviceIcon } from '../../catalog/device-icon.tsx'
import { useSellerGameChanged } from '../head/use-seller-game.ts'
import { showLocal, showLocalMoment } from '../local-time.ts'
import { ReleaseStatePill } from '../show-release.tsx'
import { ReleaseSection } from './release-section.tsx'
import { ReleaseNotes, ReleaseSaves, type Words } from './release-words.tsx'

type NotesFormProps = { game: SellerGame; next: NextRelease; release: OwnRelease }

/** What a release says, once it was live: it can be edited, and the edit is dated (VE4). */
export function NotesForm({ game, next, release }: NotesFormProps) {
  const [initial] = useState(() => wordsOf(release))
  const [words, setWords] = useState(initial)
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  const isChanged = useRef(false)
  isChanged.current = words !== initial && !isSaving
  const changed = useSellerGameChanged()
  const navigate = useNavigate()
  const place = next.releases.findIndex(({ id }) => id === release.id)
  const earlier = place === -1 ? next.releases : next.releases.slice(0, place)

  const save = async () => {
    setSaving(true)
    setFailure(null)
    const { label: _, savesFrom, ...said } = words
    const body = { ...said, savesFrom: words.saves === 'from' ? savesFrom : null }
    try {
      await call('PATCH /api/releases/:releaseId/notes', { params: { releaseId: release.id }, body })
      isChanged.current = false
      toast('Notes saved.')
      await navigate(`/dev/games/${game._id}/releases`)
      await changed()
    } catch (error) {
      setSaving(false)
      setProblems(error instanceof ApiError ? error.fields : {})
      setFailure(messageOf(error))
      requestAnimationFrame(() => element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
    }
  }
  const parts = {
    words,
    problems,
    change: (changes: Partial<Words>) => {
      setWords({ ...words, ...changes })
      setProblems({})
    },
  }
  return (
    <form
      ref={element}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
      className="max-w-216"
    >
      <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="d3">Release {release.label}</h2>
        <ReleaseStatePill state={release.state} />
        {release.state === 'opening' && (
          <p className="text-sm text-muted">
            {windowWords(release.steps, currentTime(), (opensAt) => showLocalMoment(opensAt, currentTime()))}
          </p>
        )}
        {release.notesEditedAt && (
          <p className="text-sm text-muted">Notes edited {showLocal(release.notesEditedAt, currentTime())}</p>
        )}
      </div>
      {release.withdrawnReason && (
        <Note className="mb-6">Withdrawn: “{release.withdrawnReason}” Owners who downloaded it keep it.</Note>
      )}
      <ReleaseSection title="Files">
        <FileList files={release.files} />
      </ReleaseSection>
      <ReleaseNotes {...parts} title={game.title} />
      <ReleaseSaves {...parts} earlier={earlier} />
      <div className="grid justify-items-start gap-3 desktop:pl-44">
        {failure && <Note kind="bad">{failure}</Note>}
        <Button kind="primary" type="submit" busy={isSaving}>
          Save notes
        </Button>
        <p className="text-sm text-faint">Nobody is told again. The release shows when it was edited.</p>
      </div>
      <LeaveGuard isUnsaved={() => isChanged.current}>Your changes to the notes will be lost.</LeaveGuard>
    </form>
  )
}

const wordsOf = (release: OwnRelease): Words => ({
  label: release.label,
  summary: release.summary,
  notes: release.notes,
  knownProblems: release.knownProblems,
  saves: release.saves,
  savesFrom: release.savesFromId ?? '',
  savesNote: release.savesNote,
})

const FileList = ({ files }: { files: OwnRelease['files'] }) => (
  <Panel flush>
    <ul className="divide-y divide-line">
      {files.map(({ buildId, device, name, size, sha256 }) => (
        <li
          key={buildId}
          className="grid grid-cols-[18px_minmax(0,1fr)_auto] items-center gap-3 px-3.5 py-3 text-ui"
        >
          <span className="text-muted">
            <DeviceIcon device={device} />
          </span>
          <span className="min-w-0 wrap-anywhere">
            <b className="font-semibold">{device === 'Other' ? name : device}</b>{' '}
            {device !== 'Other' && <span className="text-sm text-muted">{name}</span>}
            {sha256 && (
              <span translate="no" className="mono block truncate text-sm text-faint">
                {sha256}
              </span>
            )}
          </span>
          <span className="text-sm whitespace-nowrap text-muted">{showSize(size)}</span>
        </li>
      ))}
    </ul>
  </Panel>
)
