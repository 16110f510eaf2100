import type { Game as GameData } from '@nofiller/contract/catalog/catalog'
import type { RelatedKind } from '@nofiller/contract/suggestions/related-rules'
import { cutText } from '@nofiller/contract/text/characters'
import { useEffect, useRef } from 'react'
import { type ShouldRevalidateFunctionArgs, useSearchParams } from 'react-router'
import { useCountedView } from '../../features/catalog/game/count-view.ts'
import { GameArea } from '../../features/catalog/game/game-area.tsx'
import { gameMeta } from '../../features/catalog/game/game-meta.ts'
import { RelatedGames } from '../../features/catalog/game/related-games.tsx'
import { notHere } from '../../features/catalog/not-here.tsx'
import { type ShownCard, shownCard } from '../../features/catalog/shown-card.ts'
import { useRememberedView } from '../../features/catalog/viewed/remembered-view.ts'
import { hiddenMeta } from '../../features/content-limits/hidden-meta.server.ts'
import { shownOnce } from '../../features/content-limits/shown-once.ts'
import { OfferButtons, OfferFiles, Purchase, useOffer } from '../../features/orders/purchase/offer.tsx'
import { rememberCode } from '../../features/orders/purchase/remembered-code.ts'
import { servicesContext } from '../../services.ts'
import { areAnswersChanging } from '../../session/content-choice.ts'
import { withStoreName } from '../../shell/store-info.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import type { Route } from './+types/game.ts'

/** Not part of the first picture, so loaded separately. */
const OfferBar = lazyPart(() => import('../../features/orders/purchase/offer-bar.tsx'))
/** Only for few visitors. */
const OwnedStrip = lazyPart(() => import('../../features/catalog/game/owned-strip.tsx'))
const OwnVersion = lazyPart(() => import('../../features/releases/own-version.tsx'))
const News = lazyPart(() => import('../../features/releases/news.tsx'))
const Reviews = lazyPart(() => import('../../features/reviews/reviews-section.tsx'))
const HiddenPage = lazyPart(() => import('../../features/content-limits/hidden-page.tsx'))
const NotPublic = lazyPart(() => import('../../features/catalog/game/not-public.tsx'))
const links = () => import('../../features/catalog/game/game-links.tsx')
const GameLinks = lazyPart(links)
const FollowGame = lazyPart(async () => ({ default: (await links()).FollowGame }))
const WithheldGame = lazyPart(() => import('../../features/catalog/game/withheld-game.tsx'))

const NOT_HERE = 'This game isn’t available'

export const loader = async ({ params, request, context }: Route.LoaderArgs) => {
  const services = context.get(servicesContext)
  const hiding = shownOnce(request.url) ? null : await services.whyHidden(params.id)
  if (hiding)
    return { hiding, game: null, related: [], relatedBy: null, head: hiddenMeta(hiding, services.store) }
  const game = await services.game(params.id)
  if (!game) throw await notHere(services, params.id)
  const { related, ...rest } = game
  return {
    hiding,
    game: { ...rest, related: [] },
    related: related.map(shownCard),
    relatedBy: game.relatedBy,
    head: gameMeta(game, services.store),
  }
}

/** Descriptions loaded by navigation are cleaned here as well (requirements 5.5); the first page is HTML. */
export const clientLoader = async ({ serverLoader }: Route.ClientLoaderArgs) => {
  const answer = serverLoader()
  const [{ hiding, related, relatedBy, head }, game] = await Promise.all([
    answer,
    cleaned(answer.then(({ game }) => game)),
  ])
  return { hiding, game, related, relatedBy, head }
}

async function cleaned(answer: Promise<GameData | null>): Promise<GameData | null> {
  const cleaner = import('../../features/catalog/game/clean-description.ts')
  News.preload()
  const [game, { cleanDescription }] = await Promise.all([answer, cleaner])
  return game && { ...game, description: cleanDescription(game.description) }
}

/** Opening and closing a dialog or a screenshot stays on the page of one game. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname !== nextUrl.pathname ||
  (shownOnce(nextUrl.href) && !shownOnce(currentUrl.href)) ||
  areAnswersChanging()

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return [{ title: withStoreName(NOT_HERE, matches) }]
  return loaderData.head
}

export default function Game({ loaderData: { game, related, relatedBy, hiding } }: Route.ComponentProps) {
  if (hiding) return <HiddenPage hiding={hiding} />
  return game && <ShownGame game={game} related={related} relatedBy={relatedBy ?? 'tags'} />
}

type ShownGameProps = { game: GameData; related: readonly ShownCard[]; relatedBy: RelatedKind }

function ShownGame({ game, related, relatedBy }: ShownGameProps) {
  const page = useFocusOnReveal(game)
  return (
    <div ref={page} tabIndex={-1} className="focus-visible:outline-none">
      {game.withheld ? <WithheldGame game={game} /> : <GamePage key={game._id} game={game} />}
      <RelatedGames kind={relatedBy} games={related} />
    </div>
  )
}

/** The button that reveals a game disappears, so the focus must move. */
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

/** A link may include a discount code; it applies in the dialog and the basket. */
function useLinkedCode() {
  const code = useSearchParams()[0].get('code')
  useEffect(() => {
    if (code) rememberCode(cutText(code, 100))
  }, [code])
}

/** A game's page, in its developer's colors (requirements 4.10). */
function GamePage({ game }: { game: GameData }) {
  useCountedView(game._id)
  useRememberedView(game._id)
  useLinkedCode()
  const offer = useOffer(game)
  const { entry } = offer.owned
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <GameArea
        game={game}
        isOwner={offer.owned.base}
        news={<News game={game} entry={entry} />}
        actions={
          <>
            {offer.owned.base && <OwnedStrip game={game} owned={offer.owned} />}
            {(entry?.version || entry?.coming) && <OwnVersion entry={entry} />}
            <OfferButtons offer={offer} button={button}>
              <FollowGame game={game} />
            </OfferButtons>
          </>
        }
        files={
          <>
            <OfferFiles offer={offer} />
            <GameLinks game={game} />
          </>
        }
      />
      <Reviews game={game} isOwner={offer.owned.base && !offer.owned.isOwn} />
      <OfferBar offer={offer} button={button} />
      <Purchase offer={offer} />
    </>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <NotPublic error={error} missingTitle={NOT_HERE} showGame={(game) => <GamePage game={game} />} />
)
