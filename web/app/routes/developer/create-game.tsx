import type { Game } from '@nofiller/contract/catalog/catalog'
import { gamePath } from '@nofiller/contract/catalog/paths'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { GameForm } from '../../features/authoring/form/game-form.tsx'
import type { Meeting } from '../../session/guard.tsx'
import { useSession } from '../../session/session.ts'
import { titled } from '../../shell/store-info.ts'
import { ButtonLink, TextLink } from '../../ui/button.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { IconGamepad } from '../../ui/icons.tsx'
import { Empty } from '../../ui/list/empty.tsx'
import { Container, PageTitle } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import type { Route } from './+types/create-game'

export const meta = titled('Your game')

export const handle: Meeting = { onEnded: <SessionEnded /> }

/** Creates a game or, with an id in the URL, changes one. */
export default function CreateGame({ params: { id } }: Route.ComponentProps) {
  return (
    <>
      <Container className="pt-6 pb-4 phone:pt-10">
        <PageTitle>{id === undefined ? 'Upload a New Game' : 'Edit Game'}</PageTitle>
      </Container>
      <FormOfAccount key={id ?? 'new'} id={id ?? null} />
    </>
  )
}

/** The entered data stays: after logging in again in another tab, it can be saved from this one. */
function SessionEnded() {
  return (
    <Container className="sticky top-0 z-20 pt-4">
      <Note kind="warn" role="alert" className="bg-bg">
        Your session has ended. Nothing you entered is lost:{' '}
        <TextLink to="/login" target="_blank">
          log in in a new tab
        </TextLink>
        , then save here.
      </Note>
    </Container>
  )
}

/** The form stays its account's after the session has ended; another account gets a form of its own. */
function FormOfAccount({ id }: { id: string | null }) {
  const { user } = useSession()
  const [accountId, setAccountId] = useState(user?._id ?? null)
  if (user && user._id !== accountId) setAccountId(user._id)
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
  if (isTheirs)
    return (
      <>
        {game.status === 'published' && (
          <Container className="pb-4">
            <TextLink to={gamePath(game.slug)}>View page</TextLink>
          </Container>
        )}
        <GameForm key={game.updatedAt} game={game} accountId={accountId} onReload={onReload} />
      </>
    )
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
