import type { Game, GameSale } from '@nofiller/contract/catalog/catalog'
import { projectTypeLabel, stageLabel } from '@nofiller/contract/catalog/game-kinds'
import { showUtcMoment } from '@nofiller/contract/text/time'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { PageTitle } from '../../../ui/page.tsx'
import { Price } from '../../../ui/price.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { DeviceName } from '../device-icon.tsx'
import { OldPrice, SaleEnd } from '../sale.tsx'

/** Title, developer, devices, kind, tags and price of a game; `lines` are facts in a line each. */
export function GameFacts({ game, lines }: { game: Game; lines: ReactNode }) {
  return (
    <div className="grid gap-5">
      <div className="grid gap-2">
        <PageTitle>
          <span translate="no">{game.title}</span>
        </PageTitle>
        <p>
          by{' '}
          <Link to={`/dev/${game.developer._id}`} translate="no" className="game-link">
            {game.devName}
          </Link>
        </p>
        <p className="flex flex-wrap gap-x-3.5 gap-y-1 text-ui/6 text-muted">
          {game.devices.map((device) => (
            <DeviceName key={device} device={device} />
          ))}
        </p>
        <p className="text-ui/6 text-muted">
          {projectTypeLabel(game.projectType)} · {stageLabel(game.stage)} · {game.category}
        </p>
      </div>
      <ul className="flex flex-wrap gap-1.5">
        {game.tags.map((tag) => (
          <li key={tag} className="flex">
            <Tag to={`/games?tag=${encodeURIComponent(tag)}`}>{tag}</Tag>
          </li>
        ))}
      </ul>
      <hr className="border-line" />
      {lines}
      <p className="flex flex-wrap items-center gap-x-2.5">
        {game.sale && (
          <b className="rounded-1 bg-text px-2 text-sm/6 font-750 text-(--game-bg,var(--bg))">
            −{game.sale.percent}%
          </b>
        )}
        <span className="d3">{game.isFree ? 'Free Game' : <Price dollars={game.price} />}</span>
        {game.payWhatYouWant && !game.isFree && <span className="text-muted">or more</span>}
        {game.sale && <OldPrice dollars={game.sale.listPrice} className="text-muted" />}
      </p>
      {game.sale && <SaleTerms sale={game.sale} />}
    </div>
  )
}

const SaleTerms = ({ sale }: { sale: GameSale }) => (
  <p className="-mt-3 text-sm text-muted">
    <b className="font-650 text-text">
      <SaleEnd sale={sale} />
    </b>{' '}
    · {showUtcMoment(sale.endsAt)}
    {sale.lowestPrice !== null && (
      <span className="block">
        Lowest price of the 30 days before: <Price dollars={sale.lowestPrice} />
      </span>
    )}
  </p>
)
