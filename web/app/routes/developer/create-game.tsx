import type { Game } from '@nofiller/contract/catalog/catalog'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { GameForm } from '../../features/authoring/form/game-form.tsx'
import { GameFormHead } from '../../features/releases/head/game-page.tsx'
import type { Meeting } from '../../session/guard.tsx'
import { useSession } from '../../session/session.ts'
import { SessionEndedNote } from '../../session/session-ended-note.tsx'
import { useFormAccount } from '../../session/use-form-account.ts'
import { titled } from '../../shell/store-info.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { IconGamepad } from '../../ui/icons.tsx'
import { Empty } from '../../ui/list/empty.tsx'
import { Container, PageTitle } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import type { Route } from './+types/create-game'

export const meta = titled('Your game')

export const handle: Meeting = { onEnded: <SessionEndedNote /> }

/** Creates a game or, with an id in the URL, changes one. */
export default function CreateGame({ params: { id } }: Route.ComponentProps) {
  return (
    <>
      {id === undefined ? (
        <Container className="pt-6 pb-4 phone:pt-10">
          <PageTitle>Upload a New Game</PageTitle>
        </Container>
      ) : (
        <>
          <GameFormHead id={id} />
          <Container className="pb-4">
            <PageTitle className="d3">Edit Game</PageTitle>
          </Container>
        </>
      )}
      <FormOfAccount key={id ?? 'new'} id={id ?? null} />
    </>
  )
}

function FormOfAccount({ id }: { id: string | null }) {
  const accountId = useFormAccount()
  if (accountId === null) return null
  if (id !== null) return <EditGame key={accountId} id={id} accountId={accountId} />
  return <GameForm key={accountId} game={null} accountId={accountId} onReload={async () => undefined} />
}

function EditGame({ id, accountId }: { id: string; accountId: string }) {
  const game = useQuery({
    queryKey: ['GET /api/games/:id', id, 'edit'],
    queryFn: ({ signal }) => call('GET /api/games/:id', { params: { id }, signal }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  // The form is filled once, and survives the fetched data, which is dropped when the session ends.
  const [loaded, setLoaded] = useState<Game | null>(null)
  if (loaded === null && game.data) setLoaded(game.data)
  const reload = async () => setLoaded(await call('GET /api/games/:id', { params: { id } }))
  if (loaded !== null) return <OwnGameForm game={loaded} accountId={accountId} onReload={reload} />
  return (
    <Container className="pb-24">
      <QueryView query={game} error="Failed to load game" skeleton={<FormSkeleton />}>
        {() => null}
      </QueryView>
    </Container>
  )
}

type OwnGameFormProps = { game: Game; accountId: string; onReload: () => Promise<void> }

function OwnGameForm({ game, accountId, onReload }: OwnGameFormProps) {
  const { user } = useSession()
  const isTheirs = user === null || user.role === 'admin' || user._id === game.developer._id
  // Another version is another form.
  if (isTheirs) return <GameForm key={game.updatedAt} game={game} accountId={accountId} onReload={onReload} />
  return (
    <Container className="pb-24">
      <Empty
        title="This game belongs to another developer."
        icon={<IconGamepad />}
        action={<ButtonLink to="/dev-dashboard">Dashboard</ButtonLink>}
      />
    </Container>
  )
}

const FormSkeleton = () => (
  <div className="grid gap-8">
    <Skeleton className="h-72" />
    <Skeleton className="h-72" />
    <Skeleton className="h-48" />
  </div>
)
