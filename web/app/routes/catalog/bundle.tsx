import { bundleDue } from '@nofiller/contract/bundles/bundle-rules'
import type { Bundle as BundleData } from '@nofiller/contract/bundles/bundles'
import { showPrice } from '@nofiller/contract/pricing/money'
import { percentOff } from '@nofiller/contract/pricing/pricing'
import { isRouteErrorResponse } from 'react-router'
import { inBasket } from '../../features/basket/in-basket.ts'
import { useAddToBasket } from '../../features/basket/use-add-to-basket.ts'
import { GameCard } from '../../features/catalog/game-card.tsx'
import { GamesLike, notHere } from '../../features/catalog/not-here.tsx'
import { OldPrice } from '../../features/catalog/sale.tsx'
import { indexedIf } from '../../features/catalog/search-engines.ts'
import { servicesContext } from '../../services.ts'
import { useUser } from '../../session/session.ts'
import { PageFailed } from '../../shell/failures/page-failed.tsx'
import { storeOf, withStoreName } from '../../shell/store-info.ts'
import { Button, ButtonLink, TextLink } from '../../ui/button.tsx'
import { IconBag, IconCheck } from '../../ui/icons.tsx'
import { Container, PageTitle, Panel } from '../../ui/page.tsx'
import { Price } from '../../ui/price.tsx'
import type { Route } from './+types/bundle.ts'

export const loader = async ({ params, context }: Route.LoaderArgs) => {
  const services = context.get(servicesContext)
  const bundle = await services.bundle(params.slug)
  if (!bundle) throw await notHere(services, params.slug)
  return { bundle }
}

const NOT_SOLD = 'This bundle isn’t available'

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const store = storeOf(matches)
  if (!loaderData || !store) return [{ title: withStoreName(NOT_SOLD, matches) }]
  const { title, games, developer, price, isListed } = loaderData.bundle
  return [
    { title: withStoreName(title, matches) },
    { name: 'description', content: `${games.length} games by ${developer.name} for ${showPrice(price)}.` },
    ...indexedIf(isListed),
  ]
}

/** Games of one developer at one price; already owned games are deducted. */
export default function Bundle({ loaderData: { bundle } }: Route.ComponentProps) {
  const { title, developer, games } = bundle
  return (
    <Container className="pt-6 pb-16 phone:pt-10 phone:pb-24">
      <div className="mb-8 grid gap-1">
        <PageTitle className="d2 break-words">{title}</PageTitle>
        <p className="text-muted">
          {games.length} games by <TextLink to={`/dev/${developer._id}`}>{developer.name}</TextLink>
        </p>
      </div>
      <div className="grid items-start gap-10 desktop:grid-cols-[minmax(0,1fr)_344px]">
        <ul className="grid grid-cols-2 gap-x-4 gap-y-8 phone:grid-cols-[repeat(auto-fill,250px)] phone:gap-x-6">
          {games.map((game, at) => (
            <li key={game._id}>
              <GameCard game={game} eager={at < 4} />
            </li>
          ))}
        </ul>
        <BundleOffer key={bundle._id} bundle={bundle} />
      </div>
    </Container>
  )
}

/** The remaining price, and the buy button. */
function BundleOffer({ bundle }: { bundle: BundleData }) {
  const { games, price, listPrice, developer } = bundle
  const user = useUser()
  const owned = new Set(user?.purchases)
  const missing = games.filter(({ _id }) => !owned.has(_id))
  const due = bundleDue(games, (id) => owned.has(id))
  const percent = percentOff(Math.round(100 * listPrice), Math.round(100 * price))
  return (
    <aside aria-label="Price" className="max-desktop:order-first desktop:sticky desktop:top-22">
      <Panel className="grid gap-5">
        <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <span className="d2">
            <Price dollars={missing.length === 0 ? price : due} />
          </span>
          {missing.length === games.length && (
            <span className="text-muted">
              <OldPrice dollars={listPrice} /> <b className="font-650">−{percent}%</b>
            </span>
          )}
        </div>
        {missing.length < games.length && (
          <p className="text-ui text-muted">
            {missing.length === 0
              ? 'You own all of these games.'
              : `You own ${games.length - missing.length} of ${games.length}. You only pay for the rest; the whole bundle is ${showPrice(price)}.`}
          </p>
        )}
        {user?._id === developer._id ? (
          <p className="text-ui text-muted">This is your own bundle.</p>
        ) : (
          <BuyBundle missing={missing} due={due} />
        )}
        <ul className="grid gap-1.5 text-sm text-faint">
          <li>One payment for all games, each in your library for good.</li>
          <li>If a game costs less on its own than in the bundle, you pay the lower price.</li>
          <li>Paid in cryptocurrency. Sales are final.</li>
        </ul>
      </Panel>
    </aside>
  )
}

function BuyBundle({ missing, due }: { missing: BundleData['games']; due: number }) {
  const add = useAddToBasket()
  const there = inBasket.use()
  if (missing.length === 0)
    return (
      <ButtonLink kind="primary" size="large" wide to="/library">
        <IconCheck />
        Open library
      </ButtonLink>
    )
  if (missing.every(({ _id }) => there?.includes(_id)))
    return (
      <ButtonLink kind="primary" size="large" wide to="/basket">
        <IconBag />
        Open basket
      </ButtonLink>
    )
  const goods = missing.map(({ _id, price }) => ({ gameId: _id, fileId: null, price }))
  return (
    <Button kind="primary" size="large" wide onClick={() => add(goods)}>
      <IconBag />
      <span>
        Add to basket for <Price dollars={due} />
      </span>
    </Button>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const isMissing = isRouteErrorResponse(error) && error.status === 404
  return (
    <>
      <PageFailed
        title={isMissing ? NOT_SOLD : 'Failed to load this bundle'}
        icon={<IconBag />}
        isMissing={isMissing}
      >
        It has ended, or one of its games is not for sale right now.
      </PageFailed>
      <GamesLike error={error} />
    </>
  )
}
