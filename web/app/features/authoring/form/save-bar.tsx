import type { Game } from '@nofiller/contract/catalog/catalog'
import { useState } from 'react'
import { useAction } from '../../../api/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import { Container } from '../../../ui/page.tsx'
import { missingFields } from './section-contents.ts'
import type { Saving, Status } from './use-saving.ts'

type SaveBarProps = {
  game: Game | null
  uploads: number
  /** Which uploads failed, as a sentence. */
  failure: string | null
  /** What keeps the form from being saved, a sentence per field. */
  missing: Record<string, string>
  /** The questions about contents that nobody answered. */
  openThemes: readonly string[]
  /** Whether unsaved data survives the page. */
  isSaved: boolean
  saving: Saving
  /** Loads the game from the store; the entered data stays available. */
  onLoadNewer: () => Promise<void>
}

/** The form's buttons, with the reason when they are disabled. Always visible. */
export function SaveBar({
  game,
  uploads,
  failure,
  missing,
  openThemes,
  isSaved,
  saving,
  onLoadNewer,
}: SaveBarProps) {
  const { step } = saving
  return (
    <div data-save-bar className="sticky bottom-0 z-10 border-t border-line bg-bg py-3 phone:py-4">
      <Container className="grid gap-3">
        {step.at === 'overtaken' && <Overtaken saving={saving} onLoadNewer={onLoadNewer} />}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 max-phone:*:[button]:flex-1 max-phone:*:[button]:px-3">
          <div className="min-w-0 flex-1 text-sm max-phone:basis-full">
            <p role="alert" className="font-550 text-bad">
              {step.at === 'failed' ? step.message : ''}
            </p>
            <p aria-live="polite" className="font-550 wrap-anywhere text-bad">
              {failure}
            </p>
            <p aria-live="polite" className="text-muted">
              <Standing uploads={uploads} problems={saving.problemCount} isSaved={isSaved} />
            </p>
            {uploads === 0 && <Missing problems={missing} onShow={saving.show} />}
          </div>
          <SaveButtons
            game={game}
            isBlocked={uploads > 0}
            openThemes={Object.keys(missing).length > 0 ? [] : openThemes}
            saving={saving}
          />
        </div>
      </Container>
    </div>
  )
}

type StandingProps = { uploads: number; problems: number; isSaved: boolean }

/** What the form waits for, or else that nothing is lost. */
function Standing({ uploads, problems, isSaved }: StandingProps) {
  if (uploads > 0)
    return uploads === 1
      ? '1 upload in progress. You can save when it finishes.'
      : `${uploads} uploads in progress. You can save when they finish.`
  if (problems > 0)
    return (
      <span className="font-550 text-bad">
        {problems === 1 ? '1 field needs your attention.' : `${problems} fields need your attention.`}
      </span>
    )
  return isSaved ? 'Unsaved changes are kept in this browser.' : null
}

const NAMED_MAX = 3

type MissingProps = { problems: Record<string, string>; onShow: (problem: string) => void }

/** The first fields that are still missing or wrong, each with a way to it. */
function Missing({ problems, onShow }: MissingProps) {
  const fields = missingFields(problems)
  const rest = fields.length - NAMED_MAX
  if (fields.length === 0) return null
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 text-muted">
      Still missing:
      {fields.slice(0, NAMED_MAX).map(({ name, problem }) => (
        <button
          key={problem}
          type="button"
          onClick={() => onShow(problem)}
          className="cursor-pointer font-550 text-text underline underline-offset-3 hover:decoration-2 max-phone:min-h-6"
        >
          {name}
        </button>
      ))}
      {rest > 0 && <span>and {rest} more</span>}
    </p>
  )
}

type SaveButtonsProps = {
  game: Game | null
  isBlocked: boolean
  openThemes: readonly string[]
  saving: Saving
}

function SaveButtons({ game, isBlocked, openThemes, saving: { step, save } }: SaveButtonsProps) {
  /** Open questions are named once; they stay open unless somebody answers them. */
  const [asking, setAsking] = useState<'not yet' | 'now' | 'done'>('not yet')
  const publish = () => {
    if (openThemes.length > 0 && asking === 'not yet') return setAsking('now')
    save('published')
  }
  const button = (status: Status) => ({
    disabled: isBlocked,
    busy: step.at === 'saving' && step.status === status,
    onClick: () => save(status),
  })
  if (game?.status === 'published')
    return (
      <>
        <Unpublish {...button('draft')} />
        <Button kind="primary" {...button('published')}>
          Save Changes
        </Button>
      </>
    )
  return (
    <>
      <Button {...button('draft')}>{game === null ? 'Create Game' : 'Save Changes'}</Button>
      <Button kind="primary" {...button('published')} onClick={publish}>
        {game === null ? 'Create Game & Publish' : 'Save & Publish'}
      </Button>
      {asking === 'now' && (
        <OpenThemes
          themes={openThemes}
          onClose={() => setAsking('done')}
          onPublish={() => {
            setAsking('done')
            save('published')
          }}
        />
      )}
    </>
  )
}

type OpenThemesProps = { themes: readonly string[]; onClose: () => void; onPublish: () => void }

const OpenThemes = ({ themes, onClose, onPublish }: OpenThemesProps) => (
  <Dialog
    title="Publish with open questions?"
    width="small"
    onClose={onClose}
    footer={
      <>
        <Button onClick={onClose}>Go back</Button>
        <Button kind="primary" onClick={onPublish}>
          Publish anyway
        </Button>
      </>
    }
  >
    <p>
      You haven’t said whether these are in your game. Until you do, players who hide one of them don’t see
      your game at all.
    </p>
    <p className="text-ui text-muted">{themes.join(' · ')}</p>
  </Dialog>
)

type UnpublishProps = { disabled: boolean; busy: boolean; onClick: () => void }

function Unpublish({ onClick, ...state }: UnpublishProps) {
  const [isAsking, setAsking] = useState(false)
  const confirm = () => {
    setAsking(false)
    onClick()
  }
  return (
    <>
      <Button {...state} onClick={() => setAsking(true)}>
        Unpublish
      </Button>
      {isAsking && (
        <Dialog
          title="Unpublish this game?"
          width="small"
          onClose={() => setAsking(false)}
          footer={
            <>
              <Button onClick={() => setAsking(false)}>Cancel</Button>
              <Button kind="danger" onClick={confirm}>
                Unpublish
              </Button>
            </>
          }
        >
          <p>
            It becomes a draft, so nobody can find or buy it. People who own it keep their files. Your changes
            on this page are saved too.
          </p>
        </Dialog>
      )}
    </>
  )
}

type OvertakenProps = { saving: Saving; onLoadNewer: () => Promise<void> }

/** The game was saved elsewhere since it was opened here: no change is overwritten without asking. */
function Overtaken({ saving, onLoadNewer }: OvertakenProps) {
  const { busy, press } = useAction(onLoadNewer)
  return (
    <Note
      kind="warn"
      role="alert"
      className="max-bar:flex-wrap"
      action={
        <div className="flex flex-wrap gap-2 max-bar:w-full">
          <Button size="small" busy={busy} onClick={() => press()}>
            Load the newer version
          </Button>
          <Button size="small" onClick={saving.saveAnyway}>
            Save mine anyway
          </Button>
        </div>
      }
    >
      This game was changed elsewhere after you opened it, so nothing was saved. Your changes are kept: load
      the newer version, then restore them.
    </Note>
  )
}
