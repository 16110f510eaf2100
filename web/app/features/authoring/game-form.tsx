import type { Game } from '@nofiller/contract/catalogue'
import { useId } from 'react'
import { useSearchParams } from 'react-router'
import { LeaveGuard } from '../../ui/leave-guard.tsx'
import { Container } from '../../ui/page.tsx'
import { TabList, TabPanel } from '../../ui/tabs.tsx'
import { BasicsSection, DescriptionSection } from './basics.tsx'
import { ImagesSection, ThemeSection } from './images.tsx'
import { MetadataForm } from './metadata.tsx'
import { Previews } from './previews.tsx'
import { FilesSection, PriceSection } from './price.tsx'
import { SaveBar } from './save-bar.tsx'
import { SavedDraft } from './saved-draft.tsx'
import { type GameFormState, useGameForm } from './use-game-form.ts'
import { useKeptDraft } from './use-kept-draft.ts'
import { useSaving } from './use-saving.ts'

type GameFormProps = {
  game: Game | null
  /** Whose form it is: what is unsaved is kept for this account alone. */
  accountId: string
  /** Asks the store for the game as it is now. */
  onReload: () => Promise<void>
}

const TABS = [
  { value: 'info', label: 'Game Info / Appearance' },
  { value: 'metadata', label: 'Metadata / Backend' },
] as const
type Tab = (typeof TABS)[number]['value']

/** The form that makes a game or, with one, changes it (document 2 §2, §5). */
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

/** The tab in the address; the first needs no mention. */
function useTab(): [Tab, (tab: Tab) => void] {
  const [search, setSearch] = useSearchParams()
  const tab = search.get('tab') === 'metadata' ? 'metadata' : 'info'
  const show = (next: Tab) =>
    setSearch(next === 'info' ? {} : { tab: next }, { replace: true, preventScrollReset: true })
  return [tab, show]
}

function GameInfo({ game, accountId, onReload, onShow }: GameFormProps & { onShow: () => void }) {
  const form = useGameForm(game)
  const kept = useKeptDraft(form, game, accountId)
  const saving = useSaving(form, { game, showFields: onShow, onSaved: kept.forget })
  const loadNewer = async () => {
    await kept.flush()
    await onReload().catch(saving.fail)
  }
  return (
    <form ref={saving.element} noValidate onSubmit={(event) => event.preventDefault()}>
      <Container>
        <SavedDraft kept={kept} />
      </Container>
      <Container className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 pb-8 desk:grid-cols-[minmax(0,1fr)_298px] desk:gap-12">
        <div className="min-w-0">
          <Fields form={form} />
        </div>
        <Previews draft={form.draft} game={game} />
      </Container>
      <SaveBar
        game={game}
        uploads={form.uploads}
        isKept={kept.place === 'browser'}
        saving={saving}
        onLoadNewer={loadNewer}
      />
      <LeaveGuard isUnsaved={saving.isUnsaved}>
        {kept.place === 'page' ? 'What you entered on this page will be lost.' : KEPT}
        {stopping(form.uploads)}
      </LeaveGuard>
    </form>
  )
}

const KEPT =
  'Your changes are not saved yet. This browser keeps them for 7 days and offers them when you come back.'

function stopping(uploads: number): string {
  if (uploads === 0) return ''
  return uploads === 1 ? ' A running upload will stop.' : ` ${uploads} running uploads will stop.`
}

const Fields = ({ form }: { form: GameFormState }) => (
  <>
    <BasicsSection form={form} />
    <DescriptionSection form={form} />
    <ImagesSection form={form} />
    <PriceSection form={form} />
    <FilesSection form={form} />
    <ThemeSection form={form} />
  </>
)
