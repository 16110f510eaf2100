import type { AdminGame } from '@nofiller/contract/admin/admin'
import { ButtonLink } from '../../../ui/button.tsx'
import { IconGamepad } from '../../../ui/icons.tsx'
import { Empty } from '../../../ui/list/empty.tsx'
import { GameCard } from '../../catalog/game-card.tsx'
import { GameActions } from '../games/game-actions.tsx'
import { GameStatus } from '../games/game-status.tsx'

type UserGamesProps = { userId: string; games: readonly AdminGame[] }

/** The games that a user uploaded, with links to their results. */
export const UserGames = ({ userId, games }: UserGamesProps) => (
  <section className="grid gap-5">
    <div className="flex flex-wrap items-center justify-between gap-3">
      <h2 className="d3">Uploaded games</h2>
      <div className="flex gap-3">
        <ButtonLink size="small" to={`/dev/analytics?developer=${userId}`}>
          Analytics
        </ButtonLink>
        <ButtonLink size="small" to={`/dev/earnings?developer=${userId}`}>
          Earnings
        </ButtonLink>
      </div>
    </div>
    {games.length === 0 ? (
      <Empty title="No games yet." icon={<IconGamepad />} />
    ) : (
      <ul className="cards max-phone:[--card-columns:minmax(0,1fr)]">
        {games.map((game) => (
          <li key={game._id} className="grid content-start gap-3">
            <GameCard game={game} />
            <div className="flex flex-wrap items-start justify-between gap-3">
              <GameStatus game={game} />
              <GameActions game={game} />
            </div>
          </li>
        ))}
      </ul>
    )}
  </section>
)
