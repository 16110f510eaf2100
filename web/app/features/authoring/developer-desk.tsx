import type { OwnGame } from '@nofiller/contract/catalogue'
import { showPrice } from '@nofiller/contract/money'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { call } from '../../api/client.ts'
import { useSession } from '../../session/session.ts'
import { Answer } from '../../ui/answer.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { IconInput, Select } from '../../ui/field.tsx'
import { IconCircleCheck, IconEdit, IconEyeOff, IconGamepad, IconPlus, IconSearch } from '../../ui/icons.tsx'
import { Panel } from '../../ui/page.tsx'
import { Pill } from '../../ui/pill.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Cell, Row, Table } from '../../ui/table.tsx'
import { showDay, showMoment } from '../../ui/when.ts'
import { DeveloperSummary } from '../analytics/developer-summary.tsx'
import { ProfileCard } from '../profiles/profile-card.tsx'
import { DeveloperPage } from './developer-page.tsx'
import { ORDERS, ownGamesShown, standingOf } from './own-games.ts'

/** The developer's own page: who they are and their games. */
export const DeveloperDesk = () => (
  <DeveloperPage>
    <ProfileCard />
    <DeveloperSummary />
    <OwnGames />
  </DeveloperPage>
)

function OwnGames() {
  const { user } = useSession()
  const games = useQuery({
    queryKey: ['GET /api/my-games'],
    queryFn: ({ signal }) => call('GET /api/my-games', { signal }),
    enabled: user !== null,
  })
  return (
    <section className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="d3">Your games</h2>
        <ButtonLink kind="primary" to="/create-game">
          <IconPlus />
          Create New Game
        </ButtonLink>
      </div>
      <Answer
        of={games}
        error="Failed to load games"
        skeleton={<Skeleton className="h-60" />}
        empty={<Empty title="You haven't uploaded any games yet." icon={<IconGamepad />} />}
      >
        {(own) => <OwnGameList games={own} />}
      </Answer>
    </section>
  )
}

/** From this many on, games can be searched and sorted. */
const MANY = 7

function OwnGameList({ games }: { games: readonly OwnGame[] }) {
  const [search, setSearch] = useSearchParams()
  const text = search.get('q') ?? ''
  const order = ORDERS.find(({ value }) => value === search.get('sort'))?.value ?? 'changed'
  const choose = (q: string, sort: string) => {
    const params = { ...(q !== '' && { q }), ...(sort !== 'changed' && { sort }) }
    setSearch(params, { replace: true, preventScrollReset: true })
  }
  const shown = ownGamesShown(games, text, order)
  return (
    <>
      {games.length >= MANY && (
        <div className="flex flex-wrap items-center gap-3">
          <div className="flex-1 max-phone:basis-full phone:max-w-80">
            <IconInput
              icon={<IconSearch />}
              type="search"
              aria-label="Search your games"
              placeholder="Search your games"
              value={text}
              onChange={(event) => choose(event.target.value, order)}
            />
          </div>
          <div className="max-phone:flex-1">
            <Select aria-label="Sort by" value={order} onChange={(event) => choose(text, event.target.value)}>
              {ORDERS.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          </div>
          <p role="status" className="text-sm text-faint phone:ml-auto">
            Showing {shown.length} of {games.length}
          </p>
        </div>
      )}
      {shown.length > 0 ? (
        <GameTable games={shown} />
      ) : (
        <Empty
          title="No games match."
          icon={<IconSearch />}
          action={<Button onClick={() => choose('', order)}>Clear</Button>}
        />
      )}
    </>
  )
}

const HEAD = [
  { name: 'Game' },
  { name: 'Status' },
  { name: 'Price', align: 'right' },
  { name: 'Sales', align: 'right' },
  { name: 'Revenue', align: 'right' },
  { name: 'Last change', align: 'right' },
  { name: 'Actions', align: 'right' },
] as const

const GameTable = ({ games }: { games: readonly OwnGame[] }) => (
  <Panel flush>
    <Table label="Your games" head={HEAD}>
      {games.map((game) => (
        <GameRow key={game._id} game={game} />
      ))}
    </Table>
  </Panel>
)

const GameRow = ({ game }: { game: OwnGame }) => (
  <Row>
    <Cell className="max-bar:order-1">
      <Link
        to={`/game/${game.slug}`}
        className="flex min-w-0 items-center gap-3 font-semibold no-underline hover:underline"
      >
        <Thumbnail url={game.cardImageUrl} />
        <span className="min-w-0 break-words">{game.title}</span>
      </Link>
    </Cell>
    <Cell className="max-bar:order-3">
      <Standing game={game} />
    </Cell>
    <Cell align="right" className="max-bar:order-2">
      {game.isFree ? 'Free Game' : showPrice(game.price)}
    </Cell>
    <Cell align="right" label="Sales" className="max-bar:order-5 max-bar:text-left">
      {game.totalSales.toLocaleString('en-US')}
    </Cell>
    <Cell align="right" label="Revenue" className="max-bar:order-6">
      {showPrice(game.totalRevenue)}
    </Cell>
    <Cell
      align="right"
      label="Last change"
      className="whitespace-nowrap max-bar:order-7 max-bar:col-span-2 max-bar:text-left"
    >
      <time dateTime={game.updatedAt} title={showMoment(game.updatedAt)}>
        {showDay(game.updatedAt)}
      </time>
    </Cell>
    <Cell align="right" className="max-bar:order-4">
      <ButtonLink size="small" to={`/create-game/${game._id}`} aria-label={`Edit Game ${game.title}`}>
        Edit Game
      </ButtonLink>
    </Cell>
  </Row>
)

const Thumbnail = ({ url }: { url: string | null }) =>
  url ? (
    <img
      src={url}
      alt=""
      width={80}
      height={56}
      loading="lazy"
      className="h-14 w-20 shrink-0 rounded-1 bg-raised object-cover"
    />
  ) : (
    <span className="h-14 w-20 shrink-0 rounded-1 bg-raised" />
  )

const PILLS = {
  Published: { kind: 'go', icon: <IconCircleCheck /> },
  'Taken down': { kind: 'warn', icon: <IconEyeOff /> },
  Draft: { kind: 'neutral', icon: <IconEdit /> },
} as const

/** Whether it is published, and who can see it. */
function Standing({ game }: { game: OwnGame }) {
  const standing = standingOf(game)
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2.5 gap-y-1">
      <Pill {...PILLS[standing]}>{standing}</Pill>
      <span className="text-sm text-faint">{game.visibility === 'public' ? 'Public' : 'Private'}</span>
    </span>
  )
}
