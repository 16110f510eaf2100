import type { OwnGame } from '@nofiller/contract/catalog/catalog'
import { sellerGamePath } from '@nofiller/contract/catalog/paths'
import { VISIBILITY_TEXT } from '@nofiller/contract/catalog/visibility-rules'
import { plural, showCount } from '@nofiller/contract/text/digits'
import { showUtcMoment } from '@nofiller/contract/text/time'
import { Link } from 'react-router'
import { ButtonLink, TextLink } from '../../../ui/button.tsx'
import { type Column, Table } from '../../../ui/list/table.tsx'
import { Panel } from '../../../ui/page.tsx'
import { Price } from '../../../ui/price.tsx'
import { showDay, showMoment } from '../../../ui/when.ts'
import { GamePicture } from '../../catalog/game-picture.tsx'
import { ArchiveButton } from './archive-button.tsx'
import { GameStatusPill } from './game-status-pill.tsx'
import { visibilityOf } from './own-games.ts'

const COLUMNS: readonly Column<OwnGame>[] = [
  {
    head: 'Game',
    cell: (game) => (
      <Link
        to={sellerGamePath(game._id)}
        className="flex min-w-0 items-center gap-3 font-semibold no-underline hover:underline"
      >
        <GamePicture game={game} sizes="80px" className="h-14 w-20 rounded-1" />
        <span translate="no" dir="auto" className="min-w-0 break-words">
          {game.title}
        </span>
      </Link>
    ),
    card: { wide: true },
  },
  { head: 'Status', cell: (game) => <Status game={game} />, card: { order: 3 } },
  {
    head: 'Price',
    cell: (game) => (game.isFree ? 'Free Game' : <Price dollars={game.price} />),
    align: 'right',
    card: { order: 8, labeled: true },
  },
  {
    head: 'Sales',
    cell: (game) => showCount(game.totalSales),
    align: 'right',
    card: { order: 5, labeled: true, align: 'left' },
  },
  {
    head: 'Revenue',
    cell: (game) => <Price dollars={game.totalRevenue} />,
    align: 'right',
    card: { order: 6, labeled: true },
  },
  {
    head: 'Last change',
    cell: ({ updatedAt }) => (
      <time dateTime={updatedAt} title={showMoment(updatedAt)}>
        {showDay(updatedAt)}
      </time>
    ),
    align: 'right',
    card: { order: 7, labeled: true, align: 'left' },
    className: 'whitespace-nowrap',
  },
  {
    head: 'Actions',
    cell: (game) => (
      <span className="inline-flex gap-1">
        <ButtonLink size="small" to={`/create-game/${game._id}`} aria-label={`Edit Game ${game.title}`}>
          Edit Game
        </ButtonLink>
        <ArchiveButton game={game} />
      </span>
    ),
    align: 'right',
    card: { order: 4 },
  },
]

/** A developer's own games. */
export const OwnGameTable = ({ games }: { games: readonly OwnGame[] }) => (
  <Panel flush>
    <Table label="Your games" columns={COLUMNS} rows={games} keyOf={({ _id }) => _id} />
  </Panel>
)

/** Asks for information that buyers want. */
const OpenThemes = ({ game: { _id, title, openThemes } }: { game: OwnGame }) => (
  <Link
    to={`/create-game/${_id}#content-warnings`}
    className="text-sm text-muted underline underline-offset-3 hover:text-text"
  >
    {plural(openThemes, 'content question')} unanswered
    <span className="sr-only"> for {title}</span>
  </Link>
)

/** Whether it is published, who can see it, and which answers are missing. */
function Status({ game }: { game: OwnGame }) {
  return (
    <div className="grid justify-items-start gap-1">
      <span className="inline-flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <GameStatusPill game={game} />
        <span className="text-sm text-faint">
          {VISIBILITY_TEXT[visibilityOf(game)].name}
          {game.access.notForSale && ' · Not for sale'}
        </span>
      </span>
      {game.openThemes > 0 && game.archivedAt === null && <OpenThemes game={game} />}
      {game.review && <ReviewLine review={game.review} />}
      {game.takenDownBy && (
        <TextLink to={`/decision/${game.takenDownBy}`} className="text-sm">
          Answer<span className="sr-only"> the decision about {game.title}</span>
        </TextLink>
      )}
    </div>
  )
}

type ReviewLineProps = { review: NonNullable<OwnGame['review']> }

/** How long it has been waiting and when it will be decided, or a link to the reasons. */
function ReviewLine({ review: { state, sentAt, dueAt, decisionId } }: ReviewLineProps) {
  if (state === 'waiting')
    return (
      <span className="text-sm text-muted">
        Submitted {showUtcMoment(sentAt)}. We’ll respond by {showUtcMoment(dueAt)}.
      </span>
    )
  return (
    decisionId && (
      <TextLink to={`/decision/${decisionId}`} className="text-sm">
        {state === 'rejected' ? 'Why it was rejected' : 'What to change'}
      </TextLink>
    )
  )
}
