import type { OwnGame } from '@nofiller/contract/catalogue'
import { showPrice } from '@nofiller/contract/money'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call } from '../../api/client.ts'
import { useSession } from '../../session/session.ts'
import { Answer } from '../../ui/answer.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { IconCircleCheck, IconEdit, IconGamepad, IconPlus } from '../../ui/icons.tsx'
import { Container, Panel } from '../../ui/page.tsx'
import { Pill } from '../../ui/pill.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Cell, Row, Table } from '../../ui/table.tsx'
import { ProfileCard } from '../profiles/profile-card.tsx'

/** The developer's own page: who they are and their games. */
export function DeveloperDesk() {
  return (
    <Container className="grid gap-8 pt-6 pb-16 phone:pt-10 phone:pb-24 rail:grid-cols-[192px_minmax(0,1fr)]">
      <SideNav />
      <div className="grid min-w-0 content-start gap-8">
        <ProfileCard />
        <OwnGames />
      </div>
    </Container>
  )
}

const PLACES = [
  { to: '/dev-dashboard', name: 'Dashboard' },
  { to: '/create-game', name: 'Create Game' },
]

const SideNav = () => (
  <nav
    aria-label="Developer"
    className="flex content-start gap-0.5 max-rail:border-b max-rail:border-line rail:grid"
  >
    {PLACES.map(({ to, name }) => (
      <Link
        key={to}
        to={to}
        aria-current={to === '/dev-dashboard' ? 'page' : undefined}
        className="px-3.5 py-2 font-550 text-muted no-underline hover:text-text aria-[current=page]:text-text max-rail:aria-[current=page]:inset-shadow-[0_-2px_var(--accent)] rail:rounded-r-2 rail:aria-[current=page]:bg-surface rail:aria-[current=page]:inset-shadow-[2px_0_var(--accent)]"
      >
        {name}
      </Link>
    ))}
  </nav>
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
        {(own) => <GameTable games={own} />}
      </Answer>
    </section>
  )
}

const HEAD = [
  { name: 'Game' },
  { name: 'Status' },
  { name: 'Price', align: 'right' },
  { name: 'Sales', align: 'right' },
  { name: 'Revenue', align: 'right' },
  { name: 'Actions', align: 'right' },
] as const

const GameTable = ({ games }: { games: readonly OwnGame[] }) => (
  <Panel flush>
    <Table label="Your games" head={HEAD}>
      {games.map((game) => (
        <Row key={game._id}>
          <Cell className="max-bar:order-1">
            <Link
              to={`/game/${game.slug}`}
              className="flex min-w-0 items-center gap-3 font-semibold no-underline hover:underline"
            >
              {game.cardImageUrl ? (
                <img
                  src={game.cardImageUrl}
                  alt=""
                  width={80}
                  height={56}
                  loading="lazy"
                  className="h-14 w-20 shrink-0 rounded-1 bg-raised object-cover"
                />
              ) : (
                <span className="h-14 w-20 shrink-0 rounded-1 bg-raised" />
              )}
              <span className="min-w-0 break-words">{game.title}</span>
            </Link>
          </Cell>
          <Cell className="max-bar:order-3">
            <StatusPill status={game.status} />
          </Cell>
          <Cell align="right" className="max-bar:order-2">
            {game.isFree ? 'Free Game' : showPrice(game.price)}
          </Cell>
          <Cell align="right" className="max-bar:hidden!">
            {game.totalSales.toLocaleString('en-US')}
          </Cell>
          <Cell align="right" className="max-bar:hidden!">
            {showPrice(game.totalRevenue)}
          </Cell>
          <Cell align="right" className="max-bar:order-4">
            <ButtonLink size="small" to={`/create-game/${game._id}`} aria-label={`Edit Game ${game.title}`}>
              Edit Game
            </ButtonLink>
          </Cell>
        </Row>
      ))}
    </Table>
  </Panel>
)

const StatusPill = ({ status }: { status: OwnGame['status'] }) =>
  status === 'published' ? (
    <Pill kind="go" icon={<IconCircleCheck />}>
      Published
    </Pill>
  ) : (
    <Pill icon={<IconEdit />}>Draft</Pill>
  )
