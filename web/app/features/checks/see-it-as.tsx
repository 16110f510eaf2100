import type { ResponseBody } from '@nofiller/contract/calls'
import type { ContentView } from '@nofiller/contract/catalog/content-choice'
import { THEMES, type ThemeId } from '@nofiller/contract/content-limits/content-warnings'
import {
  hiddenByText,
  levelsWith,
  NO_LIMITS,
  writeLimits,
} from '@nofiller/contract/content-limits/limit-rules'
import { useState } from 'react'
import { useCall } from '../../api/use-call.ts'
import { useStore } from '../../shell/store-info.ts'
import { currentTime } from '../../ui/clock.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Field, Select } from '../../ui/form/field.tsx'
import { RadioList } from '../../ui/form/radio-list.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { Panel } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { PagePreviewFrame } from '../authoring/preview/page-preview-frame.tsx'
import { PreviewBoundary } from '../authoring/preview/preview-boundary.tsx'
import { PreviewedPage } from '../authoring/preview/previewed-page.tsx'
import { gameMeta } from '../catalog/game/game-meta.ts'
import WithheldGame from '../catalog/game/withheld-game.tsx'
import HiddenPage from '../content-limits/hidden-page.tsx'
import { NOTHING, type Ownership } from '../orders/purchase/ownership.ts'
import { LinkCard } from './link-card.tsx'

type Seen = ResponseBody<'GET /api/dev/games/:id/seen-by'>

/** Who looks at a game, in the order of the choice, and how each chose to see 18+ games. */
const READERS = {
  new: { label: 'New visitor', hint: 'Has not chosen yet; search engines', view: 'none' },
  sfw: { label: 'SFW only', hint: 'Chose to hide 18+ games', view: 'sfw' },
  blur: { label: 'Blur', hint: 'Chose to blur 18+ pictures', view: 'blur' },
  owner: { label: 'Owner', hint: 'Has it, and sees 18+ pictures', view: 'show' },
  limits: { label: 'With limits', hint: 'Avoids a theme', view: 'show' },
  link: { label: 'Link preview', hint: 'In a chat or a post', view: 'none' },
} as const satisfies Record<string, { label: string; hint: string; view: ContentView }>
type Reader = keyof typeof READERS
const ORDER = Object.keys(READERS) as Reader[] // its keys are the readers

/** The size of the window in use. */
const ownSize = (): Size => (matchMedia('(min-width: 641px)').matches ? 'desktop' : 'phone')

const WIDTHS = { desktop: 1280, phone: 390 }
type Size = keyof typeof WIDTHS
const SIZES = [
  { value: 'desktop', label: 'Desktop' },
  { value: 'phone', label: 'Phone' },
] as const

/** The game's page as one kind of reader gets it from the store, on a desktop and on a phone (PF3). */
export function SeeItAs({ gameId, isPublic }: { gameId: string; isPublic: boolean }) {
  const [reader, setReader] = useState<Reader>('new')
  const [theme, setTheme] = useState<ThemeId>(THEMES[0].id)
  const [size, setSize] = useState<Size>(ownSize)
  const seen = useSeen(gameId, reader, theme)
  const { label } = READERS[reader]
  const options = ORDER.map((value) => ({
    value,
    label: READERS[value].label,
    hint: READERS[value].hint,
    ...(value === 'limits' && { fields: <ThemeChoice theme={theme} onChoose={setTheme} /> }),
  }))
  return (
    <section aria-labelledby="see-it-as" className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="see-it-as" className="d3">
          See it as
        </h2>
        <p className="text-sm text-muted">The real page, not a copy</p>
      </div>
      <div className="grid grid-cols-1 items-start gap-4 bar:grid-cols-[250px_minmax(0,1fr)] bar:gap-8">
        <RadioList legend="See it as" options={options} value={reader} onChange={setReader} />
        <Panel flush>
          <div className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-2">
            <p className="text-sm text-muted">
              {reader === 'link' ? label : `${label}, ${WIDTHS[size]} wide`}
            </p>
            {reader !== 'link' && (
              <Segmented label="Width of the page" options={SIZES} value={size} onChange={setSize} />
            )}
          </div>
          <QueryView query={seen} error="Failed to load the page" skeleton={<Skeleton className="h-130" />}>
            {(shown) => <Shown seen={shown} reader={reader} size={size} />}
          </QueryView>
          <p aria-live="polite" className="border-t border-line px-4 py-3 text-sm text-muted">
            {seen.data && differenceOf(reader, seen.data)} {!isPublic && NOT_PUBLIC}
          </p>
        </Panel>
      </div>
    </section>
  )
}

const NOT_PUBLIC = 'The game is not public: until it is, visitors do not see this.'

const useSeen = (gameId: string, reader: Reader, theme: ThemeId) =>
  useCall('GET /api/dev/games/:id/seen-by', {
    params: { id: gameId },
    query: {
      view: READERS[reader].view,
      ...(reader === 'limits' && {
        limits: writeLimits({ ...NO_LIMITS, levels: levelsWith({ [theme]: 3 }) }),
      }),
    },
  })

const ThemeChoice = ({ theme, onChoose }: { theme: ThemeId; onChoose: (theme: ThemeId) => void }) => (
  <Field label="Theme">
    <Select
      size="small"
      value={theme}
      onChange={({ target }) => onChoose(THEMES.find(({ id }) => id === target.value)?.id ?? THEMES[0].id)}
    >
      {THEMES.map(({ id, label }) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
    </Select>
  </Field>
)

function Shown({ seen, reader, size }: { seen: Seen; reader: Reader; size: Size }) {
  const store = useStore()
  if (reader === 'link')
    return (
      <div className="grid place-items-center bg-bg p-4 phone:p-10">
        {seen.game && <LinkCard tags={gameMeta(seen.game, store)} />}
      </div>
    )
  return (
    <div
      style={{ maxWidth: WIDTHS[size], ...(seen.game && { background: seen.game.pageBg }) }}
      className={`mx-auto h-130 overflow-hidden ${size === 'phone' ? 'border-x border-line' : ''}`}
    >
      <PreviewBoundary resetKey={seen}>
        <PagePreviewFrame title="The game’s page" width={WIDTHS[size]}>
          <ReaderPage seen={seen} owned={reader === 'owner' ? owner() : NOTHING} />
        </PagePreviewFrame>
      </PreviewBoundary>
    </div>
  )
}

/** As the game's route has it. */
function ReaderPage({ seen: { game, hiddenBy }, owned }: { seen: Seen; owned: Ownership }) {
  if (!game) return <HiddenPage hiding={{ by: 'limits', text: hiddenByText(hiddenBy) }} />
  return game.withheld ? <WithheldGame game={game} /> : <PreviewedPage game={game} owned={owned} />
}

const owner = (): Ownership => ({ ...NOTHING, base: true, since: currentTime().toISOString() })

/** What this reader does not get, in a sentence. */
function differenceOf(reader: Reader, { game }: Seen): string {
  if (!game) return 'Nothing of the game is shown, not even its title.'
  if (game.withheld) return 'Pictures and description are left out. Title and developer are shown.'
  const isAdult = game.category === 'NSFW'
  if (reader === 'link')
    return isAdult
      ? 'Other sites get our picture instead of yours: the game is marked NSFW.'
      : 'Other sites get your cover, title and the first lines of the description.'
  if (reader === 'owner') return 'All pictures are shown. The button downloads instead of selling.'
  if (reader === 'limits') return 'These limits do not hide the game.'
  if (!isAdult) return 'All pictures are shown: the game is marked SFW.'
  return reader === 'blur'
    ? 'All pictures are blurred. Title, text and price are shown.'
    : 'Pictures are small placeholders made by us, and those in the description are left out. Title, text and price are shown.'
}
