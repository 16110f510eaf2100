import type { OwnGame } from '@nofiller/contract/catalog/catalog'
import { SEARCH_MAX } from '@nofiller/contract/text/characters'
import { useCall } from '../../../api/use-call.ts'
import { useSession } from '../../../session/session.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { IconInput } from '../../../ui/form/field.tsx'
import { IconGamepad, IconPlus, IconSearch } from '../../../ui/icons.tsx'
import { choiceIn, textIn, useAddressFilter } from '../../../ui/list/address-filter.ts'
import { Empty } from '../../../ui/list/empty.tsx'
import { SortChoice } from '../../../ui/list/sort-choice.tsx'
import { ViewChoice } from '../../../ui/list/view-choice.tsx'
import { QueryView } from '../../../ui/query-view.tsx'
import { DeveloperSummary } from '../../analytics/developer-summary.tsx'
import { ProfileCard } from '../../profiles/profile-card.tsx'
import { ShopChecklist } from '../../profiles/sell-request/shop-checklist.tsx'
import { OWN_GAMES_TITLE } from './archive-button.tsx'
import { DeveloperPage } from './developer-page.tsx'
import { OwnGameTable } from './own-game-table.tsx'
import { gamesIn, type OwnGamesSort, ownGamesShown, SORTS, VIEWS, type View } from './own-games.ts'

/** The developer's own page: their profile and their games. */
export const DeveloperDashboard = () => (
  <DeveloperPage>
    <ProfileCard />
    <ShopChecklist />
    <DeveloperSummary />
    <OwnGames />
  </DeveloperPage>
)

function OwnGames() {
  const { user } = useSession()
  const games = useCall('GET /api/my-games', { enabled: user !== null })
  return (
    <section className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={OWN_GAMES_TITLE} tabIndex={-1} className="d3 outline-none">
          Your games
        </h2>
        <ButtonLink kind="primary" to="/create-game">
          <IconPlus />
          Create New Game
        </ButtonLink>
      </div>
      <QueryView
        query={games}
        error="Failed to load games"
        skeleton={<Skeleton className="h-60" />}
        empty={<Empty title="You haven't uploaded any games yet." icon={<IconGamepad />} />}
      >
        {(own) => <OwnGameList games={own} />}
      </QueryView>
    </section>
  )
}

/** From this many on, games can be searched and sorted. */
const MANY = 7

const VIEW_NAMES: Record<View, string> = {
  all: 'All',
  published: 'Published',
  drafts: 'Drafts',
  archived: 'Archived',
}
const SORT_NAMES: Record<OwnGamesSort, string> = {
  changed: 'Last change',
  title: 'Title',
  sales: 'Sales',
  revenue: 'Revenue',
}

const filterIn = (search: URLSearchParams) => ({
  q: textIn(search),
  sort: choiceIn(search, 'sort', SORTS),
  show: choiceIn(search, 'show', VIEWS),
})

function OwnGameList({ games: own }: { games: readonly OwnGame[] }) {
  const { filter, field } = useAddressFilter(filterIn)
  const { q = '', sort = 'changed', show = 'all' } = filter
  const games = gamesIn(show, own)
  const shown = ownGamesShown(games, q, sort)
  const search = field('q')
  return (
    <>
      <div className="-mx-4 overflow-x-auto px-4 phone:mx-0 phone:px-0">
        <ViewChoice label="Which games" names={countedNames(own)} {...field('show')} />
      </div>
      {games.length >= MANY && (
        <div className="flex flex-wrap items-center gap-3">
          <div className="flex-1 max-phone:basis-full phone:max-w-80">
            <IconInput
              icon={<IconSearch />}
              type="search"
              aria-label="Search your games"
              placeholder="Search your games"
              maxLength={SEARCH_MAX}
              value={q}
              onChange={(event) => search.onChange(event.target.value)}
            />
          </div>
          <div className="max-phone:flex-1">
            <SortChoice names={SORT_NAMES} {...field('sort')} />
          </div>
          <p role="status" className="text-sm text-faint phone:ml-auto">
            Showing {shown.length} of {games.length}
          </p>
        </div>
      )}
      {shown.length > 0 ? (
        <OwnGameTable games={shown} />
      ) : (
        <Empty
          title={q === '' ? EMPTY[show] : 'No games match.'}
          icon={q === '' ? <IconGamepad /> : <IconSearch />}
          action={q !== '' && <Button onClick={() => search.onChange(undefined)}>Clear</Button>}
        />
      )}
    </>
  )
}

/** `Drafts 3`. */
const countedNames = (games: readonly OwnGame[]): Record<View, string> => {
  const name = (view: View) => `${VIEW_NAMES[view]} ${gamesIn(view, games).length}`
  return {
    all: name('all'),
    published: name('published'),
    drafts: name('drafts'),
    archived: name('archived'),
  }
}

const EMPTY: Record<View, string> = {
  all: 'All your games are archived.',
  published: 'You have no published games.',
  drafts: 'You have no drafts.',
  archived: 'You have no archived games.',
}
