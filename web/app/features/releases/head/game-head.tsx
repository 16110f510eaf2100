import { gamePath, sellerGamePath } from '@nofiller/contract/catalog/paths'
import { communityPath } from '@nofiller/contract/posts/post-paths'
import type { SellerGame } from '@nofiller/contract/releases/seller-game'
import { sellerReviewsPath } from '@nofiller/contract/reviews/review-paths'
import { plural } from '@nofiller/contract/text/digits'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { useCurrentInView } from '../../../ui/browser/current-in-view.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { IconChevronLeft, IconExternal, IconPlus } from '../../../ui/icons.tsx'
import { Count } from '../../../ui/list/count.tsx'
import { PageTitle } from '../../../ui/page.tsx'
import { Price } from '../../../ui/price.tsx'
import { showDay } from '../../../ui/when.ts'
import { NotForSalePill, VisibilityPill } from '../../authoring/access/visibility-pill.tsx'
import { GameStatusPill } from '../../authoring/own-games/game-status-pill.tsx'
import { visibilityOf } from '../../authoring/own-games/own-games.ts'
import { GamePicture } from '../../catalog/game-picture.tsx'
import { OtherGames } from './other-games.tsx'

/** The head of each page of a developer's game: what it is, the two ways on, and the tabs. */
export function GameHead({ game }: { game: SellerGame }) {
  const { pathname } = useLocation()
  const path = sellerGamePath(game._id)
  const isInForm = pathname.startsWith(`${path}/releases/`) || pathname.startsWith(`${path}/community/`)
  const Title = pathname.startsWith('/create-game') ? TitleLine : TitleHeading
  return (
    <>
      <Link
        to="/dev-dashboard"
        className="mb-4 inline-flex items-center gap-1.5 text-ui text-muted no-underline hover:text-text"
      >
        <IconChevronLeft />
        Your games
      </Link>
      <div className="mb-5 grid grid-cols-[72px_minmax(0,1fr)] items-start gap-x-3.5 gap-y-4 phone:grid-cols-[112px_minmax(0,1fr)_auto] phone:items-center phone:gap-x-5">
        <GamePicture
          game={game}
          sizes="112px"
          className="mt-1 h-12.5 w-18 rounded-2 phone:mt-0 phone:h-19.5 phone:w-28"
        />
        <div className="min-w-0">
          <div className="flex items-center gap-1">
            <Title>
              <span translate="no">{game.title}</span>
            </Title>
            <OtherGames game={game} />
          </div>
          <div className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-2">
            <GameStatusPill game={game} />
            <VisibilityPill visibility={visibilityOf(game)} />
            {game.access.notForSale && <NotForSalePill />}
            <p className="text-sm text-muted">
              <Facts game={game} />
            </p>
          </div>
        </div>
        <div className="col-span-2 flex gap-3 max-phone:*:flex-1 phone:col-span-1">
          {game.visibility === 'public' && (
            <ButtonLink to={gamePath(game.slug)}>
              <IconExternal />
              View page
            </ButtonLink>
          )}
          {!isInForm && (
            <ButtonLink to={`${path}/releases/new`} kind={pathname === path ? 'primary' : 'secondary'}>
              <IconPlus />
              New release
            </ButtonLink>
          )}
        </div>
      </div>
      <Tabs game={game} />
    </>
  )
}

const TITLE = 'd2 min-w-0 break-words'
const TitleHeading = ({ children }: { children: ReactNode }) => (
  <PageTitle className={TITLE}>{children}</PageTitle>
)
/** The game form has a heading of its own. */
const TitleLine = ({ children }: { children: ReactNode }) => (
  <p dir="auto" className={TITLE}>
    {children}
  </p>
)

const Facts = ({ game: { isFree, price, newest, owners } }: { game: SellerGame }) => (
  <>
    {isFree ? 'Free' : <Price dollars={price} />}
    {newest && (
      <>
        {' · '}
        <b translate="no" className="font-semibold text-text">
          {newest.label}
        </b>{' '}
        live since {showDay(newest.releasedAt)}
      </>
    )}
    {' · '}
    {plural(owners, 'owner')}
  </>
)

function Tabs({ game }: { game: SellerGame }) {
  const { pathname } = useLocation()
  const row = useCurrentInView(pathname)
  const path = sellerGamePath(game._id)
  const tabs = [
    { to: path, name: 'Overview', isOn: pathname === path },
    { to: `/create-game/${game._id}`, name: 'Page', isOn: pathname.startsWith('/create-game') },
    {
      to: `${path}/releases`,
      name: 'Releases',
      isOn: pathname.startsWith(`${path}/releases`),
      count: game.toDo.length,
    },
    {
      to: `${path}/access`,
      name: 'Access',
      isOn: pathname === `${path}/access`,
    },
    {
      to: `${path}/checks`,
      name: 'Checks',
      isOn: pathname === `${path}/checks`,
      count: game.questions.length,
    },
    {
      to: sellerReviewsPath(game._id),
      name: 'Reviews',
      isOn: pathname === sellerReviewsPath(game._id),
    },
    { to: communityPath(game._id), name: 'Community', isOn: pathname.startsWith(communityPath(game._id)) },
  ]
  return (
    <nav
      ref={row}
      aria-label={game.title}
      className="relative mb-6 flex overflow-x-auto border-b border-line [scrollbar-width:none] max-phone:-mx-4 max-phone:px-1.5 phone:mb-8"
    >
      {tabs.map(({ to, name, isOn, count = 0 }) => (
        <Link
          key={to}
          to={to}
          aria-current={isOn ? 'page' : undefined}
          className="flex min-h-12 items-center gap-1.5 px-3.5 font-550 whitespace-nowrap text-muted no-underline -outline-offset-2! hover:text-text aria-[current=page]:text-text aria-[current=page]:inset-shadow-[0_-2px_var(--accent)]"
        >
          {name}
          <Count count={count} what={count === 1 ? 'needs you' : 'need you'} loud={isOn} />
        </Link>
      ))}
    </nav>
  )
}
