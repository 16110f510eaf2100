import { badgeOf } from '@nofiller/contract/catalog/badge'
import { gamePath } from '@nofiller/contract/catalog/paths'
import type { PublicProfile } from '@nofiller/contract/profiles/profiles'
import { Link } from 'react-router'
import { useOwns } from '../../session/session.ts'
import { TextLink } from '../../ui/button.tsx'
import { IconGamepad } from '../../ui/icons.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Empty } from '../../ui/list/empty.tsx'
import { Tag } from '../../ui/tag.tsx'
import { GamePicture } from '../catalog/game-picture.tsx'
import { PriceSticker } from '../catalog/price-sticker.tsx'

type Game = PublicProfile['games'][number]

/** Few developers have bundles, so they are loaded separately. */
const BundleLinks = lazyPart(() => import('../bundles/bundle-links.tsx'))

type DeveloperGamesProps = { developerId: string; games: readonly Game[]; hiddenLine: string | null }

/** A developer's published games, each with a summary. */
export function DeveloperGames({ developerId, games, hiddenLine }: DeveloperGamesProps) {
  return (
    <div>
      {games.length === 0 && !hiddenLine && <Empty title="No games here yet." icon={<IconGamepad />} />}
      <ul className="grid grid-cols-1 content-start">
        {games.map((game, at) => (
          <li key={game._id} className="border-b border-line py-6 first:pt-0 last:border-b-0">
            <GameRow game={game} eager={at < 3} />
          </li>
        ))}
      </ul>
      <div className="mt-6">
        <BundleLinks filter={{ developer: developerId }} title="Bundles" />
      </div>
      {hiddenLine && (
        <p className="mt-8">
          <TextLink to="/limits">{hiddenLine}</TextLink>
        </p>
      )}
    </div>
  )
}

function GameRow({ game, eager }: { game: Game; eager: boolean }) {
  return (
    <Link
      to={gamePath(game.slug)}
      className="group/row grid gap-x-6 gap-y-3 no-underline focus-visible:outline-offset-4 phone:grid-cols-[250px_minmax(0,1fr)] phone:items-center"
    >
      <GamePicture game={game} sizes="250px" eager={eager} className="h-[175px] w-[250px] rounded-2" />
      <div className="grid min-w-0 gap-1">
        <h2 translate="no" dir="auto" className="d4 break-words group-hover/row:underline">
          {game.title}
        </h2>
        <span dir="auto" className="line-clamp-2 max-w-[56ch] text-muted">
          {game.summary}
        </span>
        <span className="mt-2 flex items-center gap-3">
          <PriceSticker
            sale={game.sale}
            badge={badgeOf(game, useOwns(game._id))}
            className="shadow-none! light:not-[.sticker-free]:ring-1 light:not-[.sticker-free]:ring-line"
          />
          <Tag>{game.category}</Tag>
        </span>
      </div>
    </Link>
  )
}
