import { useSearchParams } from 'react-router'
import { Answer } from '../../ui/answer.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { IconInput } from '../../ui/field.tsx'
import { IconLibrary, IconSearch } from '../../ui/icons.tsx'
import { Container, PageTitle } from '../../ui/page.tsx'
import { LibraryGrid, LibrarySkeleton } from './library-grid.tsx'
import { useLibrary } from './use-library.ts'

/** The signed-in user's library, also what `/dashboard` shows to players. */
export function MyLibrary() {
  const library = useLibrary()
  const [text, setText] = useLibrarySearch()
  const owned = library.data ?? []
  const wanted = text.trim().toLowerCase()
  const shown = library.data?.filter(({ game }) =>
    [game.title, game.devName, ...game.tags].some((value) => value.toLowerCase().includes(wanted)),
  )
  return (
    <Container className="grid gap-8 pt-6 pb-16 phone:pt-10 phone:pb-24 rail:grid-cols-[192px_minmax(0,1fr)]">
      <aside className="grid content-start gap-4 max-rail:flex max-rail:flex-wrap max-rail:items-end max-rail:justify-between">
        <div>
          <PageTitle>Library</PageTitle>
          <p role="status" className="min-h-6 text-muted">
            {shown && owned.length > 0 ? countText(shown.length, owned.length) : ''}
          </p>
        </div>
        {owned.length > 0 && (
          <div className="max-rail:w-72 max-phone:w-full">
            <IconInput
              icon={<IconSearch />}
              type="search"
              aria-label="Search your library"
              placeholder="Search"
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          </div>
        )}
      </aside>
      <Answer
        of={{ ...library, data: shown }}
        error="Failed to load your library"
        skeleton={<LibrarySkeleton />}
        empty={owned.length > 0 ? <NoMatch onClear={() => setText('')} /> : <NoGames />}
      >
        {(entries) => <LibraryGrid entries={entries} />}
      </Answer>
    </Container>
  )
}

function useLibrarySearch() {
  const [search, setSearch] = useSearchParams()
  const setText = (text: string) =>
    setSearch(text === '' ? {} : { q: text }, { replace: true, preventScrollReset: true })
  return [search.get('q') ?? '', setText] as const
}

const countText = (shown: number, owned: number) =>
  shown < owned ? `${shown} of ${owned} games` : `${owned} ${owned === 1 ? 'game' : 'games'}`

const NoGames = () => (
  <Empty
    title="You don't own any games yet."
    icon={<IconLibrary />}
    action={
      <ButtonLink kind="primary" to="/">
        Browse games
      </ButtonLink>
    }
  >
    Free games count too. Claim one and it lands here.
  </Empty>
)

const NoMatch = ({ onClear }: { onClear: () => void }) => (
  <Empty
    title="None of your games matches."
    icon={<IconSearch />}
    action={<Button onClick={onClear}>Clear</Button>}
  />
)
