import { SPANS, type Span } from '@nofiller/contract/analytics/analytics-spans'
import { keepPreviousData } from '@tanstack/react-query'
import { callFile } from '../../api/client.ts'
import { useCall } from '../../api/use-call.ts'
import { Charts, GamesTable, Rankings, Totals } from '../../features/analytics/developer-analytics.tsx'
import { SPAN_OPTIONS } from '../../features/analytics/range.ts'
import { ViewedDeveloperNote } from '../../features/analytics/viewed-developer.tsx'
import { DeveloperPage } from '../../features/authoring/own-games/developer-page.tsx'
import { titled } from '../../shell/store-info.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { IconGamepad } from '../../ui/icons.tsx'
import { useAddressFilter } from '../../ui/list/address-filter.ts'
import { CsvButton } from '../../ui/list/csv-button.tsx'
import { Empty } from '../../ui/list/empty.tsx'
import { FilterSelect } from '../../ui/list/filter-select.tsx'
import { PageTitle } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'

export const meta = titled('Analytics')

const FAILED = 'Failed to fetch analytics'

/** `developer` is another user, for an admin. */
type Filter = { days?: Span | undefined; game?: string | undefined; developer?: string | undefined }

const filterIn = (search: URLSearchParams): Filter => ({
  days: SPANS.find((days) => String(days) === search.get('days')),
  game: search.get('game') ?? undefined,
  developer: search.get('developer') ?? undefined,
})

/** A developer's figures (requirements 8.3). */
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
    <div className="grid grid-cols-1 gap-5">
      <ViewedDeveloperNote developerId={developer} />
      <div className="filter-bar">
        <Segmented
          label="Span"
          options={SPAN_OPTIONS}
          value={String(days)}
          onChange={(value) => setFilter({ ...filter, days: SPANS.find((span) => String(span) === value) })}
        />
        <FilterSelect
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
      <QueryView
        query={analytics}
        error={FAILED}
        skeleton={<Skeleton className="h-96" />}
        empty={<NoGames />}
        isEmpty={({ games }) => games.length === 0}
      >
        {(shown) => (
          <div
            aria-busy={analytics.isPlaceholderData}
            className="grid grid-cols-1 gap-5 transition-opacity duration-120 aria-busy:opacity-60"
          >
            <Totals analytics={shown} />
            <p className="text-sm text-faint">
              Compared with the previous {days} days. Days begin at midnight UTC. Views are counted without
              cookies.
            </p>
            <Charts analytics={shown} />
            <GamesTable analytics={shown} />
            <Rankings analytics={shown} />
          </div>
        )}
      </QueryView>
    </div>
  )
}

type AnalyticsQuery = { days: Span; gameId: string | undefined; developerId: string | undefined }

const useAnalytics = (query: AnalyticsQuery) =>
  useCall('GET /api/dev/analytics', { query, placeholderData: keepPreviousData })

const NoGames = () => (
  <Empty
    title="You haven't uploaded any games yet."
    icon={<IconGamepad />}
    action={<ButtonLink to="/create-game">Create New Game</ButtonLink>}
  />
)
