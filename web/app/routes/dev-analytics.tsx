import { SPANS, type Span } from '@nofiller/contract/analytics-spans'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call, callFile } from '../api/client.ts'
import { Charts, GamesTable, Rankings, Totals } from '../features/analytics/developer-analytics.tsx'
import { Whose } from '../features/analytics/whose.tsx'
import { DeveloperPage } from '../features/authoring/developer-page.tsx'
import { titled } from '../shell/store-info.ts'
import { useAddressFilter } from '../ui/address-filter.ts'
import { Answer } from '../ui/answer.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Choice } from '../ui/choice.tsx'
import { CsvButton } from '../ui/csv-button.tsx'
import { Empty } from '../ui/empty.tsx'
import { IconGamepad } from '../ui/icons.tsx'
import { PageTitle } from '../ui/page.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

export const meta = titled('Analytics')

const FAILED = 'Failed to fetch analytics'
const SPAN_OPTIONS = SPANS.map((days) => ({ value: String(days), label: `${days} days` }))

/** `developer` is somebody else, for an admin. */
type Filter = { days?: Span | undefined; game?: string | undefined; developer?: string | undefined }

const filterIn = (search: URLSearchParams): Filter => ({
  days: SPANS.find((days) => String(days) === search.get('days')),
  game: search.get('game') ?? undefined,
  developer: search.get('developer') ?? undefined,
})

/** How a developer's games do (decisions §6). */
export default function DevAnalytics() {
  return (
    <DeveloperPage>
      <PageTitle>Analytics</PageTitle>
      <GamesOverDays />
    </DeveloperPage>
  )
}

function GamesOverDays() {
  const { filter, setFilter } = useAddressFilter(filterIn)
  const { days = 30, game, developer } = filter
  const analytics = useAnalytics({ days, gameId: game, developerId: developer })
  const all = useAnalytics({ days, gameId: undefined, developerId: developer })
  const titles = Object.fromEntries(all.data?.games.map(({ _id, title }) => [_id, title]) ?? [])
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Whose developerId={developer} />
      <div className="filter-bar">
        <Segmented
          label="Span"
          options={SPAN_OPTIONS}
          value={String(days)}
          onChange={(value) => setFilter({ ...filter, days: SPANS.find((span) => String(span) === value) })}
        />
        <Choice
          label="Game"
          names={titles}
          none="All games"
          value={game}
          onChange={(id) => setFilter({ ...filter, game: id })}
        />
        <CsvButton
          load={() =>
            callFile('GET /api/dev/analytics.csv', {
              query: { days, gameId: game, developerId: developer },
            })
          }
          fileName="game-analytics.csv"
          failure={() => FAILED}
        />
      </div>
      <Answer
        of={analytics}
        error={FAILED}
        skeleton={<Skeleton className="h-96" />}
        empty={<NoGames />}
        isEmpty={({ games }) => games.length === 0}
      >
        {(shown) => (
          <div
            aria-busy={analytics.isPlaceholderData}
            className="grid grid-cols-[minmax(0,1fr)] gap-5 transition-opacity duration-120 aria-busy:opacity-60"
          >
            <Totals of={shown} />
            <p className="text-sm text-faint">
              Against the {days} days before. Days begin at midnight UTC, and views are counted without
              cookies.
            </p>
            <Charts of={shown} />
            <GamesTable of={shown} />
            <Rankings of={shown} />
          </div>
        )}
      </Answer>
    </div>
  )
}

type Wanted = { days: Span; gameId: string | undefined; developerId: string | undefined }

const useAnalytics = (query: Wanted) =>
  useQuery({
    queryKey: ['GET /api/dev/analytics', query],
    queryFn: ({ signal }) => call('GET /api/dev/analytics', { query, signal }),
    placeholderData: keepPreviousData,
  })

const NoGames = () => (
  <Empty
    title="You haven't uploaded any games yet."
    icon={<IconGamepad />}
    action={<ButtonLink to="/create-game">Create New Game</ButtonLink>}
  />
)
