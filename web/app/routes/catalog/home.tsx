import { showTotal } from '@nofiller/contract/catalog/browsing'
import type {
  FeaturedCard,
  GameCard,
  Home as HomeGames,
  UpdatedCard,
} from '@nofiller/contract/catalog/catalog'
import { useRevalidator } from 'react-router'
import { Categories } from '../../features/catalog/home/categories.tsx'
import { Featured, type ShownFeatured } from '../../features/catalog/home/featured.tsx'
import { OwnNews } from '../../features/catalog/home/own-news.tsx'
import { SaleList, type ShownSale } from '../../features/catalog/home/sale-list.tsx'
import { CardRow, Shelf, ShelvesSkeleton } from '../../features/catalog/home/shelf.tsx'
import { type ShownUpdate, UpdatedList } from '../../features/catalog/home/updated-list.tsx'
import { SearchBox } from '../../features/catalog/search/search-box.tsx'
import { type ShownCard, shownCard, shownPicture } from '../../features/catalog/shown-card.ts'
import { Viewed } from '../../features/catalog/viewed/viewed.tsx'
import { servicesContext } from '../../services.ts'
import { useWrongAddress } from '../../shell/failures/wrong-address.ts'
import { ToDoLine } from '../../shell/menu/for-admins.tsx'
import { storeOf, withStoreName } from '../../shell/store-info.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { IconGamepad } from '../../ui/icons.tsx'
import { Empty } from '../../ui/list/empty.tsx'
import { Container, PageTitle } from '../../ui/page.tsx'
import { Failed } from '../../ui/query-view.tsx'
import type { Route } from './+types/home.ts'

export const loader = async ({ context }: Route.LoaderArgs) =>
  shownHome(await context.get(servicesContext).home())

/** A game that stands in several categories is one object, which the page's data holds once. */
function shownHome({ featured, newGames, onSale, updated, sections, total }: HomeGames) {
  const cards = new Map<string, ShownCard>()
  const cardOf = (game: GameCard): ShownCard => {
    const card = cards.get(game._id) ?? shownCard(game)
    cards.set(game._id, card)
    return card
  }
  return {
    featured: featured.map(shownFeatured),
    newGames: newGames.map(cardOf),
    onSale: { ...onSale, games: onSale.games.map(shownSale) },
    updated: { ...updated, games: updated.games.map(shownUpdate) },
    sections: sections.map((section) => ({ ...section, games: section.games.map(cardOf) })),
    total,
  }
}

function shownFeatured(game: FeaturedCard): ShownFeatured {
  const { coverPicture, summary } = game
  return { ...shownCard(game), coverPicture: coverPicture && shownPicture(coverPicture), summary }
}

/** What a row shows of a game. */
const shownRow = ({ _id, slug, title, price, isFree, devName, cardPicture }: ShownCard) => ({
  _id,
  slug,
  title,
  price,
  isFree,
  devName,
  cardPicture,
})

const shownSale = (game: GameCard): ShownSale => ({ ...shownRow(shownCard(game)), sale: game.sale })

const shownUpdate = (game: UpdatedCard): ShownUpdate => ({
  ...shownRow(shownCard(game)),
  release: game.release,
})

export const meta: Route.MetaFunction = ({ matches }) => {
  const store = storeOf(matches)
  const title = withStoreName('Games', matches)
  if (!store) return [{ title }]
  const description = `${store.tagline}. Buy or claim indie games for adults, pay in cryptocurrency, download at once.`
  return [
    { title },
    { name: 'description', content: description },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: store.name },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: `${store.publicUrl}/` },
    { tagName: 'link', rel: 'canonical', href: `${store.publicUrl}/` },
  ]
}

/** The front of the store: what is featured, new, on sale and updated, and the games by category (requirements 4.2). */
export default function Home({ loaderData }: Route.ComponentProps) {
  useWrongAddress()
  const { featured, newGames, onSale, updated, sections, total } = loaderData
  const regions = [featured, newGames, onSale.games, updated.games]
  return (
    <Container className="pb-4">
      <ToDoLine />
      <Hero />
      <OwnNews />
      <Featured games={featured} />
      {newGames.length > 0 && (
        <Shelf id="new" title="New and noteworthy" to="/games?sort=new" toText="All new games">
          <CardRow games={newGames} eager={featured.length === 0} />
        </Shelf>
      )}
      {onSale.games.length > 0 && (
        <Shelf id="on-sale" title="On sale now" count={onSale.count} to="/games?sale=1&sort=discount">
          <SaleList games={onSale.games} />
        </Shelf>
      )}
      {updated.games.length > 0 && (
        <Shelf id="updated" title="Updated this week" count={updated.count} to="/games?sort=updated">
          <UpdatedList games={updated.games} />
        </Shelf>
      )}
      <Categories sections={sections} isAlone={regions.every((games) => games.length === 0)} />
      {sections.length > 0 ? <AllGames total={total} /> : <NoCategories />}
      <Viewed />
    </Container>
  )
}

const AllGames = ({ total }: { total: number }) => (
  <ButtonLink to="/games" className="mt-8 mb-12">
    All {total === 1 ? 'games' : `${showTotal(total)} games`}
  </ButtonLink>
)

const NoCategories = () => (
  <div className="mt-10 border-t border-line pt-10 pb-16">
    <Empty
      title="No categories matched any games yet."
      icon={<IconGamepad />}
      action={<ButtonLink to="/games">All games</ButtonLink>}
    />
  </div>
)

const Hero = () => (
  <div className="grid items-center gap-5 pt-7 pb-6 desktop:grid-cols-[minmax(0,1fr)_380px] desktop:gap-8 desktop:pt-10 desktop:pb-7">
    <PageTitle className="d1">Indie Games, No Filler</PageTitle>
    <SearchBox placeholder="Search games, developers or tags" />
  </div>
)

export function ErrorBoundary() {
  const { state, revalidate } = useRevalidator()
  return (
    <Container className="pb-16">
      <ToDoLine />
      <Hero />
      {state === 'loading' ? (
        <ShelvesSkeleton />
      ) : (
        <Failed error="Failed to fetch games" retry={() => void revalidate()} />
      )}
    </Container>
  )
}
