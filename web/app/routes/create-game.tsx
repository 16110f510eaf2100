import type { Game } from '@nofiller/contract/catalogue'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { GameForm } from '../features/authoring/game-form.tsx'
import { DeveloperOnly } from '../session/guards.tsx'
import { useSession } from '../session/session.ts'
import { titled } from '../shell/store-info.ts'
import { Answer } from '../ui/answer.tsx'
import { ButtonLink, TextLink } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { IconGamepad } from '../ui/icons.tsx'
import { Note } from '../ui/note.tsx'
import { Container, PageTitle } from '../ui/page.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import type { Route } from './+types/create-game'

export const meta = titled('Your game')

/** Makes a game or, with an id in the address, changes one. */
export default function CreateGame({ params: { id } }: Route.ComponentProps) {
  return (
    <DeveloperOnly onEnded={<SessionEnded />}>
      <Container className="pt-6 pb-6 phone:pt-10 phone:pb-8">
        <PageTitle>{id === undefined ? 'Upload a New Game' : 'Edit Game'}</PageTitle>
      </Container>
      {id === undefined ? <GameForm key="new" game={null} /> : <EditGame key={id} id={id} />}
    </DeveloperOnly>
  )
}

/** What was entered stays: once logged in again in another tab, it can be saved from this one. */
const SessionEnded = () => (
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

function EditGame({ id }: { id: string }) {
  const game = useQuery({
    queryKey: ['GET /api/games/:id', id, 'edit'],
    queryFn: ({ signal }) => call('GET /api/games/:id', { params: { id }, signal }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  // The form is filled once, and outlives what was fetched: that goes when the session ends.
  const [loaded, setLoaded] = useState<Game | null>(null)
  if (loaded === null && game.data) setLoaded(game.data)
  if (loaded !== null) return <OwnGameForm game={loaded} />
  return (
    <Container className="pb-24">
      <Answer of={game} error="Failed to load game" skeleton={<FormSkeleton />}>
        {() => null}
      </Answer>
    </Container>
  )
}

function OwnGameForm({ game }: { game: Game }) {
  const { user } = useSession()
  const isTheirs = user === null || user.role === 'admin' || user._id === game.developer._id
  if (isTheirs) return <GameForm game={game} />
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
