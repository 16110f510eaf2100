import { data, isRouteErrorResponse } from 'react-router'
import type { Services } from '../../services.ts'
import { Container } from '../../ui/page.tsx'
import { GameCard } from './game-card.tsx'
import { type ShownCard, shownCard } from './shown-card.ts'

/** The error 404 of a page, with public games that have words of its address. */
export async function notHere({ gamesLike }: Services, address: string) {
  const games = await gamesLike(address)
  return data({ games: games.map(shownCard) }, { status: 404 })
}

const offeredBy = (error: unknown): readonly ShownCard[] =>
  isRouteErrorResponse(error) && error.status === 404 ? (error.data?.games ?? []) : []

/** The games that an error of `notHere` offers; nothing for other errors. */
export function GamesLike({ error }: { error: unknown }) {
  const games = offeredBy(error)
  if (games.length === 0) return null
  return (
    <Container className="-mt-10 pb-24">
      <section aria-labelledby="games-like" className="grid gap-5">
        <h2 id="games-like" className="d3">
          Were you looking for one of these?
        </h2>
        <ul className="cards">
          {games.map((game) => (
            <li key={game._id}>
              <GameCard game={game} />
            </li>
          ))}
        </ul>
      </section>
    </Container>
  )
}
