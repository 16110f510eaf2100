import { splitTags } from '@nofiller/contract/authoring/tag-list'
import { tagFeedPath } from '@nofiller/contract/catalog/feed-paths'
import { useRevalidator } from 'react-router'
import {
  type FirstPage,
  GAMES_PAGE,
  useChosenFilters,
  useDefaultExclusions,
} from '../../features/catalog/browse/browse.ts'
import { BrowseTools, CountedRail } from '../../features/catalog/browse/browse-tools.tsx'
import { feedOf, filtersOf } from '../../features/catalog/browse/filters.server.ts'
import { titleOf } from '../../features/catalog/browse/filters.ts'
import { Results } from '../../features/catalog/browse/results.tsx'
import { shownCard } from '../../features/catalog/shown-card.ts'
import { FeedLink } from '../../features/feeds/feed-link.tsx'
import { servicesContext } from '../../services.ts'
import { storeOf, withStoreName } from '../../shell/store-info.ts'
import { Page } from '../../ui/page.tsx'
import { Failed } from '../../ui/query-view.tsx'
import type { Route } from './+types/games.ts'

export const loader = async ({ request, context }: Route.LoaderArgs) => {
  const search = new URL(request.url).searchParams
  const filters = filtersOf(search)
  const after = search.get('after') // of a reader without scripts
  const services = context.get(servicesContext)
  const games = await services.games({ ...filters, ...(after && { after }), limit: GAMES_PAGE })
  const { sort: _sort, start: _start, ...query } = filters
  const page: FirstPage = {
    ...games,
    games: games.games.map(shownCard),
    hiddenLine: services.hiddenLine(games.hidden),
    emptyResultHints: games.total === 0 ? await services.emptyResultHints(query) : null,
  }
  return { filters, page, feed: feedOf(filters) }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const store = storeOf(matches)
  const filters = loaderData?.filters ?? {}
  const name = titleOf(filters)
  const title = withStoreName(name, matches)
  if (!store) return [{ title }]
  const what = name === 'All games' ? 'Every game' : name
  return [
    { title },
    { name: 'description', content: `${what} at ${store.name}: search, filter by price, device and tag.` },
    { tagName: 'link', rel: 'canonical', href: `${store.publicUrl}/games` },
    ...(loaderData?.feed ?? []),
  ]
}

/** The full catalog; search, filters and sorting are in the URL (requirements 4.3). */
export default function Games({ loaderData: { filters, page } }: Route.ComponentProps) {
  const [tag, ...otherTags] = splitTags(filters.tag)
  const chosen = useChosenFilters(filters)
  useDefaultExclusions(chosen.filters)
  return (
    <Page
      title={<span className="wrap-anywhere">{titleOf(filters)}</span>}
      beside={tag && otherTags.length === 0 && <FeedLink to={tagFeedPath(tag)} />}
    >
      <div className="railed">
        <aside
          id="filters"
          aria-label="Filters"
          className="max-desktop:hidden max-desktop:noscript:order-last max-desktop:noscript:block"
        >
          <CountedRail filters={chosen.filters} />
        </aside>
        <div className="min-w-0">
          <BrowseTools filters={chosen.filters} />
          <Results
            key={JSON.stringify(filters)}
            filters={filters}
            first={page}
            isChanging={chosen.isPending}
          />
        </div>
      </div>
    </Page>
  )
}

export function ErrorBoundary() {
  const { state, revalidate } = useRevalidator()
  return (
    <Page title="All games">
      <Failed error="Failed to fetch games" busy={state === 'loading'} retry={() => void revalidate()} />
    </Page>
  )
}
