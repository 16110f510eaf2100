import type { Game as GameData } from '@nofiller/contract/catalogue'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import {
  data,
  isRouteErrorResponse,
  type ShouldRevalidateFunctionArgs,
  useParams,
  useSearchParams,
} from 'react-router'
import { call } from '../api/client.ts'
import { useCountedView } from '../features/catalogue/game/count-view.ts'
import { GameArea } from '../features/catalogue/game/game-area.tsx'
import { gameMeta } from '../features/catalogue/game/game-meta.ts'
import { RelatedGames } from '../features/catalogue/game/related-games.tsx'
import { OfferBar, OfferPanel, Purchase, useOffer } from '../features/purchase/offer.tsx'
import { servicesContext } from '../services.ts'
import { areAnswersChanging } from '../session/content-choice.ts'
import { useSession } from '../session/session.ts'
import { PageFailed } from '../shell/failures/page-failed.tsx'
import { storeOf, withStoreName } from '../shell/store-info.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Note } from '../ui/feedback/note.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { IconGamepad } from '../ui/icons.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { Container } from '../ui/page.tsx'
import type { Route } from './+types/game.ts'

/** For few visitors, so loaded apart. */
const OwnedStrip = lazyPart(() => import('../features/catalogue/game/owned-strip.tsx'))
const HiddenGame = lazyPart(() => import('../features/limits/hidden-game.tsx'))
const ReportLink = lazyPart(() => import('../features/reports/report-link.tsx'))
const WithheldGame = lazyPart(() => import('../features/catalogue/game/withheld-game.tsx'))

export const loader = async ({ params, request, context }: Route.LoaderArgs) => {
  const services = context.get(servicesContext)
  const hiddenBy = isShownOnce(new URL(request.url)) ? [] : await services.hiddenThemes(params.id)
  if (hiddenBy.length > 0) return { hiddenBy, game: null }
  const game = await services.game(params.id)
  if (!game) throw data(null, { status: 404 })
  return { hiddenBy, game }
}

/** Whether a visitor asked to see a game this once that their limits hide. */
const isShownOnce = ({ searchParams }: URL): boolean => searchParams.get('show') === 'once'

/** What comes while the visitor goes from page to page is cleaned here as well (requirements 5.5); the first page is HTML. */
export const clientLoader = async ({ serverLoader }: Route.ClientLoaderArgs) => {
  const answer = serverLoader()
  const [{ hiddenBy }, game] = await Promise.all([answer, cleaned(answer.then(({ game }) => game))])
  return { hiddenBy, game }
}

async function cleaned(answer: Promise<GameData | null>): Promise<GameData | null> {
  const cleaner = import('../features/catalogue/game/clean-description.ts')
  const [game, { cleanDescription }] = await Promise.all([answer, cleaner])
  return game && { ...game, description: cleanDescription(game.description) }
}

/** Opening and closing a dialog or a screenshot stays within the page of one game. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname !== nextUrl.pathname ||
  (isShownOnce(nextUrl) && !isShownOnce(currentUrl)) ||
  areAnswersChanging()

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const store = storeOf(matches)
  if (!loaderData || !store) return [{ title: withStoreName(NOT_HERE, matches) }]
  return loaderData.game
    ? gameMeta(loaderData.game, store)
    : [{ title: withStoreName('Hidden by your limits', matches) }, { name: 'robots', content: 'noindex' }]
}

export default function Game({ loaderData: { game, hiddenBy } }: Route.ComponentProps) {
  return game ? <ShownGame game={game} /> : <HiddenGame themes={hiddenBy} />
}

function ShownGame({ game }: { game: GameData }) {
  const page = useFocusOnReveal(game)
  return (
    <div ref={page} tabIndex={-1} className="focus-visible:outline-none">
      {game.withheld ? <WithheldGame game={game} /> : <GamePage key={game._id} game={game} />}
      <RelatedGames games={game.related} />
    </div>
  )
}

/** The button that reveals a game goes away with that, so the focus needs another home. */
function useFocusOnReveal({ _id, withheld }: GameData) {
  const page = useRef<HTMLDivElement>(null)
  const before = useRef({ _id, withheld })
  useEffect(() => {
    const isRevealed = before.current._id === _id && before.current.withheld && !withheld
    before.current = { _id, withheld }
    if (isRevealed) page.current?.focus({ preventScroll: true })
  }, [_id, withheld])
  return page
}

/** A game's page, in its developer's colours (requirements 4.10). */
function GamePage({ game }: { game: GameData }) {
  useCountedView(game._id)
  const offer = useOffer(game)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <GameArea game={game}>
        {offer.owned.base && <OwnedStrip owned={offer.owned} />}
        <OfferPanel offer={offer} button={button} />
        <ReportLink of={{ kind: 'game', game }}>Report this game</ReportLink>
      </GameArea>
      <OfferBar offer={offer} button={button} />
      <Purchase offer={offer} />
    </>
  )
}

/** A draft is no page of the store, but its developer and admins may see it: the browser asks in their name. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { id = '' } = useParams()
  const { user } = useSession()
  const isMissing = isRouteErrorResponse(error) && error.status === 404
  const mayBeDraft = isMissing && user !== null && user.role !== 'player'
  const draft = useQuery({
    queryKey: ['GET /api/games/:id', id],
    queryFn: ({ signal }) => cleaned(call('GET /api/games/:id', { params: { id }, signal })),
    enabled: mayBeDraft,
    retry: false,
  })
  if (draft.data)
    return (
      <>
        <Container className="py-3">
          <Note kind="warn">This game is not public. Only its developer and admins see this page.</Note>
        </Container>
        <GamePage game={draft.data} />
      </>
    )
  if (mayBeDraft && draft.isPending) return <GameSkeleton />
  return <NoGame isMissing={isMissing} />
}

const NOT_HERE = 'This game is not here'

function NoGame({ isMissing }: { isMissing: boolean }) {
  const [search] = useSearchParams()
  return (
    <PageFailed
      title={isMissing ? NOT_HERE : 'Failed to load game'}
      icon={<IconGamepad />}
      isMissing={isMissing}
      action={<ButtonLink to="/library">Open Library</ButtonLink>}
    >
      {search.get('buy') === '1'
        ? 'It was withdrawn, so it can’t be bought again. What you own stays in your library.'
        : 'It was withdrawn, or the address is wrong. What you own stays in your library.'}
    </PageFailed>
  )
}

const GameSkeleton = () => (
  <Container className="grid gap-10 py-10 desk:grid-cols-[minmax(0,1fr)_344px]">
    <span className="sr-only">Loading</span>
    <Skeleton className="aspect-video rounded-2" />
    <div className="grid content-start gap-4">
      <Skeleton className="h-11 w-3/4" />
      <Skeleton className="h-5 w-1/2" />
      <Skeleton className="h-12 rounded-2" />
      <Skeleton className="h-40 rounded-2" />
    </div>
  </Container>
)
