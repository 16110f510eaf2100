import { RELEASE_LIMITS } from '@nofiller/contract/releases/release-rules'
import type { OwnRelease } from '@nofiller/contract/releases/releases'
import type { NextRelease, SellerGame } from '@nofiller/contract/releases/seller-game'
import { type RefObject, useId, useRef, useState } from 'react'
import { useInViewport } from '../../../ui/browser/in-viewport.ts'
import { LeaveGuard } from '../../../ui/browser/leave-guard.tsx'
import { Button } from '../../../ui/button.tsx'
import { currentTime } from '../../../ui/clock.ts'
import { Note } from '../../../ui/feedback/note.tsx'
import { Field, TextInput } from '../../../ui/form/field.tsx'
import { usePageFindings } from '../../checks/use-checks.ts'
import { showLocal } from '../local-time.ts'
import { isAnnounced } from '../show-release.tsx'
import { Checks } from './checks.tsx'
import { WhatWillHappen } from './consequences.tsx'
import { DeleteDraftDialog } from './delete-draft-dialog.tsx'
import { ReleaseFiles } from './release-files.tsx'
import { isForLater, openWarnings, whyNot } from './release-form.ts'
import { ReleaseSection } from './release-section.tsx'
import { AnnouncedTime, ReleaseTime, TellOwners } from './release-timing.tsx'
import { ReleaseNotes, ReleaseSaves } from './release-words.tsx'
import { type DraftSaving, useDraftSaving } from './use-draft-saving.ts'
import { type ReleaseFormState, useReleaseForm } from './use-release-form.ts'
import { WarningsDialog } from './warnings-dialog.tsx'

type DraftFormProps = {
  game: SellerGame
  next: NextRelease
  /** The draft; null for a new release. */
  release: OwnRelease | null
}

/** The form of a release that is not live: what it holds at the left, what will happen at the right. */
export function DraftForm({ game, next, release }: DraftFormProps) {
  const form = useReleaseForm({ gameId: game._id, next, release, isFree: game.isFree })
  const saving = useDraftSaving(form, game, release)
  const buttons = useRef<HTMLDivElement>(null)
  const onPage = usePageFindings(game._id)
  const warnings = openWarnings(form.draft, onPage)
  const [isAsking, setAsking] = useState(false)
  const isPlanned = release !== null && isAnnounced(release)
  const going: Going = {
    form,
    saving,
    isPlanned,
    reason: whyNot(form.draft, onPage),
    onGoLive: () => {
      if (!saving.isFilledIn()) return
      if (warnings.length > 0) setAsking(true)
      else void saving.publish()
    },
  }
  const words = { words: form.draft, problems: form.problems, change: form.change }
  return (
    <form ref={saving.element} noValidate onSubmit={(event) => event.preventDefault()}>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 className="d3">{release ? <>Release {release.label}</> : 'New release'}</h2>
        <Saved saving={saving} isSaved={form.isSaved} />
      </div>
      <div className="grid grid-cols-1 items-start gap-6 desktop:grid-cols-[minmax(0,1fr)_344px] desktop:gap-8 wide:grid-cols-[minmax(0,1fr)_376px]">
        <div className="min-w-0">
          <ReleaseSection title="Version">
            <Field
              label="Label"
              hint="Shown as you write it. The order is by date, so any label will do."
              error={form.problems.label ?? null}
            >
              <TextInput
                className="max-w-52"
                translate="no"
                autoComplete="off"
                maxLength={RELEASE_LIMITS.label}
                value={form.draft.label}
                onChange={(event) => form.change({ label: event.target.value })}
              />
            </Field>
          </ReleaseSection>
          <ReleaseFiles form={form} next={next} isFree={game.isFree} />
          <ReleaseNotes {...words} title={game.title} />
          <ReleaseSaves {...words} earlier={next.releases} />
          {isPlanned ? (
            <AnnouncedTime release={release} gameId={game._id} />
          ) : (
            <ReleaseTime form={form} owners={game.owners} next={next} isFree={game.isFree} />
          )}
          <TellOwners form={form} owners={game.owners} />
        </div>
        <aside aria-label="Going live" className="grid gap-4 desktop:sticky desktop:top-22">
          <Checks
            form={form.draft}
            gameId={game._id}
            onPage={onPage}
            releaseId={saving.id}
            onChecked={(checked) => form.dispatch({ type: 'checked', release: checked })}
          />
          <WhatWillHappen form={form.draft} game={game} next={next}>
            <div ref={buttons} className="grid gap-2">
              {saving.step.at === 'failed' && <Note kind="bad">{saving.step.message}</Note>}
              <Buttons going={going} />
            </div>
          </WhatWillHappen>
        </aside>
      </div>
      <FixedButtons going={going} buttons={buttons} />
      {isAsking && (
        <WarningsDialog
          gameId={game._id}
          warnings={warnings}
          onPublish={() => {
            setAsking(false)
            void saving.publish()
          }}
          onClose={() => setAsking(false)}
        />
      )}
      <LeaveGuard isUnsaved={saving.isUnsaved}>
        What is not saved yet will be lost, and uploads in progress will stop.
      </LeaveGuard>
    </form>
  )
}

/** When the draft was saved last. */
function Saved({ saving: { step, savedAt }, isSaved }: { saving: DraftSaving; isSaved: boolean }) {
  return (
    <p aria-live="polite" className="text-sm text-muted">
      {step.at === 'saving'
        ? 'Saving…'
        : step.at === 'failed' && !isSaved
          ? 'Not saved yet'
          : savedAt && `Draft saved ${showLocal(savedAt.toISOString(), currentTime()).split(', ').at(-1)}`}
    </p>
  )
}

type Going = {
  form: ReleaseFormState
  saving: DraftSaving
  /** Supporters know when it opens: it is neither published again nor deleted. */
  isPlanned: boolean
  /** Why it cannot go live yet. */
  reason: string | null
  onGoLive: () => void
}

function Buttons({ going }: { going: Going }) {
  const { form, saving, isPlanned, reason } = going
  const id = useId()
  const [isDeleting, setDeleting] = useState(false)
  return (
    <>
      {!isPlanned && <GoLive going={going} size="large" reasonId={id} />}
      <p id={id} aria-live="polite" className="text-sm text-muted empty:hidden">
        {reason}
      </p>
      <div className="grid grid-cols-2 gap-2 *:only:col-span-2">
        <SaveDraft saving={saving} />
        {saving.id !== null && !isPlanned && (
          <Button kind="quiet" onClick={() => setDeleting(true)}>
            Delete
          </Button>
        )}
      </div>
      {isDeleting && saving.id !== null && (
        <DeleteDraftDialog
          release={{ id: saving.id, label: form.draft.label || 'this draft' }}
          onDeleted={saving.leave}
          onClose={() => setDeleting(false)}
        />
      )}
    </>
  )
}

type GoLiveProps = { going: Going; size?: 'large'; reasonId?: string }

const GoLive = ({ going: { form, saving, reason, onGoLive }, size, reasonId }: GoLiveProps) => (
  <Button
    kind="primary"
    {...(size && { size })}
    disabled={reason !== null}
    aria-describedby={reasonId}
    busy={saving.step.at === 'publishing'}
    onClick={onGoLive}
  >
    {isForLater(form.draft) ? 'Schedule' : 'Go live'}
  </Button>
)

const SaveDraft = ({ saving }: { saving: DraftSaving }) => (
  <Button busy={saving.step.at === 'saving'} onClick={() => void saving.saveNow()}>
    Save draft
  </Button>
)

/** On a phone the buttons again, while they are out of view. */
function FixedButtons({ going, buttons }: { going: Going; buttons: RefObject<HTMLElement | null> }) {
  const sight = useInViewport(buttons)
  if (sight === null || sight === 'in') return null
  return (
    <div
      data-phone-bar
      className="fixed inset-x-0 bottom-0 z-10 flex items-center gap-3 border-t border-line bg-surface px-4 py-3 *:[button]:flex-1 phone:hidden"
    >
      <span className="min-w-0 flex-1 text-sm text-muted empty:hidden">{going.reason}</span>
      <SaveDraft saving={going.saving} />
      {!going.isPlanned && <GoLive going={going} />}
    </div>
  )
}
