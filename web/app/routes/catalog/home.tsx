import type { HomeSection } from '@nofiller/contract/catalog/catalog'
import { Link, useRevalidator } from 'react-router'
import { Featured, GameSection, SectionsSkeleton, sectionId } from '../../features/catalog/game-section.tsx'
import { NsfwSwitch } from '../../features/catalog/nsfw.tsx'
import { SearchBox } from '../../features/catalog/search/search-box.tsx'
import { shownCard } from '../../features/catalog/shown-card.ts'
import { servicesContext } from '../../services.ts'
import { useWrongAddress } from '../../shell/failures/wrong-address.ts'
import { ToDoLine } from '../../shell/menu/for-admins.tsx'
import { storeOf, withStoreName } from '../../shell/store-info.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { IconArrowRight, IconGamepad } from '../../ui/icons.tsx'
import { Empty } from '../../ui/list/empty.tsx'
import { Container, PageTitle } from '../../ui/page.tsx'
import { Failed } from '../../ui/query-view.tsx'
import type { Route } from './+types/home.ts'

export const loader = async ({ context }: Route.LoaderArgs) => {
  const { featured, onSale, sections } = await context.get(servicesContext).home()
  return {
    featured: featured.map(shownCard),
    onSale: onSale && shownSection(onSale),
    sections: sections.map(shownSection),
  }
}

const shownSection = (section: HomeSection) => ({ ...section, games: section.games.map(shownCard) })

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

/** The front of the store: the games by section (requirements 4.2). */
export default function Home({ loaderData: { featured, onSale, sections } }: Route.ComponentProps) {
  useWrongAddress()
  return (
    <Container className="pb-4">
      <ToDoLine />
      <Hero />
      {sections.length > 0 && <Jump sections={sections.map(({ name }) => name)} />}
      <Featured games={featured} />
      {onSale && (
        <GameSection section={onSale} to="/games?sale=1&sort=discount" eager={featured.length === 0} />
      )}
      {sections.map((section, at) => (
        <GameSection
          key={section.name}
          section={section}
          to={`/games?tag=${encodeURIComponent(section.name.toLowerCase())}`}
          eager={at === 0 && featured.length === 0 && onSale === null}
        />
      ))}
      {sections.length === 0 && (
        <div className="border-t border-line pt-10 pb-16">
          <Empty
            title="No categories matched any games yet."
            icon={<IconGamepad />}
            action={<ButtonLink to="/games">All games</ButtonLink>}
          />
        </div>
      )}
    </Container>
  )
}

const Hero = () => (
  <div className="grid items-center gap-5 pt-7 pb-4 desktop:grid-cols-[minmax(0,1fr)_380px] desktop:gap-8 desktop:pt-12 desktop:pb-6">
    <PageTitle className="d1">Indie Games, No Filler</PageTitle>
    <SearchBox placeholder="Search games, developers or tags" />
  </div>
)

/** Chips that link to the sections of this page; beside them a link to all games. */
const Jump = ({ sections }: { sections: readonly string[] }) => (
  <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 pb-5 phone:pb-8 desktop:flex-nowrap">
    <nav
      aria-label="Categories"
      className="-mx-4 flex w-[calc(100%+32px)] [scrollbar-width:none] gap-2 overflow-x-auto px-4 py-1 phone:-mx-8 phone:w-[calc(100%+64px)] phone:px-8 desktop:mx-0 desktop:w-auto desktop:flex-wrap desktop:px-0"
    >
      {sections.map((name) => (
        <Link
          key={name}
          to={{ hash: sectionId(name) }}
          className="rounded-2 border border-line px-3 py-1.5 text-ui font-550 whitespace-nowrap text-muted no-underline hover:border-edge hover:text-text"
        >
          {name}
        </Link>
      ))}
    </nav>
    <div className="flex flex-none min-h-12 items-center gap-1 py-1.5 max-narrow:flex-wrap max-phone:min-h-15 max-desktop:-mr-3 max-desktop:flex-1 max-desktop:justify-between">
      <NsfwSwitch />
      <ButtonLink to="/games" kind="quiet" size="small" className="desktop:-mr-3">
        All games
        <IconArrowRight />
      </ButtonLink>
    </div>
  </div>
)

export function ErrorBoundary() {
  const { state, revalidate } = useRevalidator()
  return (
    <Container className="pb-16">
      <ToDoLine />
      <Hero />
      {state === 'loading' ? (
        <SectionsSkeleton />
      ) : (
        <Failed error="Failed to fetch games" retry={() => void revalidate()} />
      )}
    </Container>
  )
}
