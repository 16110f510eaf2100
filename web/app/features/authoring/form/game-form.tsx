import type { Game } from '@nofiller/contract/catalog/catalog'
import { useId } from 'react'
import { useSearchParams } from 'react-router'
import { useStore } from '../../../shell/store-info.ts'
import { LeaveGuard } from '../../../ui/browser/leave-guard.tsx'
import { Container } from '../../../ui/page.tsx'
import { TabList, TabPanel } from '../../../ui/tabs.tsx'
import { ImagesSection, ThemeSection } from '../pictures/images.tsx'
import { Previews } from '../preview/previews.tsx'
import { SavedDraftNote } from '../saved-draft/saved-draft-note.tsx'
import { useSavedDraft } from '../saved-draft/use-saved-draft.ts'
import { themesAsked } from '../warnings/answers.ts'
import { WarningsSection } from '../warnings/warnings-section.tsx'
import { BasicsSection, DescriptionSection } from './basics.tsx'
import { failureOf } from './game-draft.ts'
import { MetadataForm } from './metadata.tsx'
import { FilesSection, PriceSection } from './price.tsx'
import { ReviewSection } from './review-section.tsx'
import { SaveBar } from './save-bar.tsx'
import { type GameFormState, useGameForm } from './use-game-form.ts'
import { useSaving } from './use-saving.ts'

type GameFormProps = {
  game: Game | null
  /** The form's owner: unsaved data is stored for this account only. */
  accountId: string
  /** Refetches the game. */
  onReload: () => Promise<void>
}

const TABS = [
  { value: 'info', label: 'Game Info / Appearance' },
  { value: 'metadata', label: 'Metadata / Backend' },
] as const
type Tab = (typeof TABS)[number]['value']

/** The form that creates a game or, with one, changes it (requirements 5.1). */
export function GameForm({ game, accountId, onReload }: GameFormProps) {
  const id = useId()
  const [tab, showTab] = useTab()
  return (
    <>
      <Container className="pb-8">
        <TabList id={id} label="Parts of the form" tabs={TABS} value={tab} onChange={showTab} />
      </Container>
      <TabPanel id={id} tab="info" isShown={tab === 'info'}>
        <GameInfo game={game} accountId={accountId} onReload={onReload} onShow={() => showTab('info')} />
      </TabPanel>
      <TabPanel id={id} tab="metadata" isShown={tab === 'metadata'}>
        <Container className="pb-24">
          <MetadataForm game={game} />
        </Container>
      </TabPanel>
    </>
  )
}

/** The tab in the URL; the first is omitted. */
function useTab(): [Tab, (tab: Tab) => void] {
  const [search, setSearch] = useSearchParams()
  const tab = search.get('tab') === 'metadata' ? 'metadata' : 'info'
  const show = (next: Tab) =>
    setSearch(next === 'info' ? {} : { tab: next }, { replace: true, preventScrollReset: true })
  return [tab, show]
}

function GameInfo({ game, accountId, onReload, onShow }: GameFormProps & { onShow: () => void }) {
  const form = useGameForm(game)
  const savedDraft = useSavedDraft(form, game, accountId)
  const saving = useSaving(form, { game, showFields: onShow, onSaved: savedDraft.forget })
  const { contentWarnings } = form.draft
  const openThemes = themesAsked(useStore().forbiddenThemes, contentWarnings)
    .filter(({ id }) => contentWarnings[id] === undefined)
    .map(({ label }) => label)
  const loadNewer = async () => {
    await savedDraft.flush()
    await onReload().catch(saving.fail)
  }
  return (
    <form ref={saving.element} noValidate onSubmit={(event) => event.preventDefault()}>
      <Container>
        <SavedDraftNote saved={savedDraft} />
      </Container>
      <Container className="grid grid-cols-1 items-start gap-8 pb-8 desktop:grid-cols-[minmax(0,1fr)_298px] desktop:gap-12">
        <div className="min-w-0">
          <Fields form={form} game={game} />
        </div>
        <Previews draft={form.draft} game={game} />
      </Container>
      <SaveBar
        game={game}
        uploads={form.uploads}
        failure={failureOf(form.draft)}
        missing={form.missing}
        openThemes={openThemes}
        isSaved={savedDraft.place === 'browser'}
        saving={saving}
        onLoadNewer={loadNewer}
      />
      <LeaveGuard isUnsaved={saving.isUnsaved}>
        {savedDraft.place === 'page' ? 'What you entered on this page will be lost.' : STAYS_IN_BROWSER}
        {stopping(form.uploads)}
      </LeaveGuard>
    </form>
  )
}

const STAYS_IN_BROWSER =
  'Your changes are not saved yet. This browser keeps them for 7 days, so you can restore them when you come back.'

function stopping(uploads: number): string {
  if (uploads === 0) return ''
  return uploads === 1 ? ' The upload in progress will stop.' : ` ${uploads} uploads in progress will stop.`
}

const Fields = ({ form, game }: { form: GameFormState; game: Game | null }) => (
  <>
    <BasicsSection form={form} />
    <DescriptionSection form={form} />
    <ImagesSection form={form} />
    <PriceSection form={form} />
    <FilesSection form={form} />
    <WarningsSection form={form} waiting={game?.contentWarnings.waiting ?? []} />
    <ReviewSection form={form} />
    <ThemeSection form={form} />
  </>
)
