import type { SellerGame } from '@nofiller/contract/releases/seller-game'
import type { ReactNode } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { IconGamepad } from '../../../ui/icons.tsx'
import { Empty } from '../../../ui/list/empty.tsx'
import { Container } from '../../../ui/page.tsx'
import { QueryView } from '../../../ui/query-view.tsx'
import { GameHead } from './game-head.tsx'
import { useSellerGame } from './use-seller-game.ts'

/** A page of a developer's game, below its head. */
export function GamePage({ id, children }: { id: string; children: (game: SellerGame) => ReactNode }) {
  const game = useSellerGame(id)
  const isMissing = game.error instanceof ApiError && game.error.status === 404
  return (
    <Container className="pt-6 pb-16 phone:pt-10 phone:pb-24">
      {isMissing ? (
        <Empty
          heading="h1"
          title="You have no such game"
          icon={<IconGamepad />}
          action={<ButtonLink to="/dev-dashboard">Dashboard</ButtonLink>}
        />
      ) : (
        <QueryView query={game} error="Failed to load game" skeleton={<Skeleton className="h-44" />}>
          {(shown) => (
            <>
              <GameHead game={shown} />
              {children(shown)}
            </>
          )}
        </QueryView>
      )}
    </Container>
  )
}

/** The head alone, above the game form: what is entered there survives a head that cannot be loaded. */
export function GameFormHead({ id }: { id: string }) {
  const { data: game } = useSellerGame(id)
  return <Container className="pt-6 phone:pt-10">{game && <GameHead game={game} />}</Container>
}
