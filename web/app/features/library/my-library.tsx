import { DEVICES } from '@nofiller/contract/catalog/devices'
import type { LibraryEntry, LibraryFacets } from '@nofiller/contract/library/library'
import { LIBRARY_SORTS, type LibrarySort } from '@nofiller/contract/library/library-sorts'
import { SEARCH_MAX } from '@nofiller/contract/text/characters'
import { plural, showCount } from '@nofiller/contract/text/digits'
import { type ReactNode, useState } from 'react'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Checkbox, Field, IconInput, Select } from '../../ui/form/field.tsx'
import { IconEyeOff, IconLibrary, IconSearch, IconShield } from '../../ui/icons.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Empty } from '../../ui/list/empty.tsx'
import { List } from '../../ui/list/list.tsx'
import { PhoneFilters } from '../../ui/list/phone-filters.tsx'
import { Container, PageTitle } from '../../ui/page.tsx'
import { isFiltering, type LibraryFilter, useLibraryFilter } from './library-filter.ts'
import { LibraryFiles, LibraryGrid, LibrarySkeleton } from './library-grid.tsx'
import { Updates } from './updates.tsx'
import { useLibrary, useLibraryFacets } from './use-library.ts'

const VerifyDialog = lazyPart(() => import('./verify-dialog.tsx'))

/** The signed-in user's library, also shown to players on `/dashboard`. What is given is shown below their games. */
export function MyLibrary({ children }: { children?: ReactNode }) {
  const { filter, change, clear } = useLibraryFilter()
  const library = useLibrary(filter)
  const { data: facets } = useLibraryFacets()
  const ownsNone = facets !== undefined && facets.total + facets.hidden === 0
  const [opened, setOpened] = useState<LibraryEntry | null>(null)
  const [isVerifying, setVerifying] = useState(false)
  return (
    <Container className="railed pt-6 pb-16 phone:pt-10 phone:pb-24">
      <aside className="grid content-start gap-4">
        <div>
          <PageTitle>{filter.hidden ? 'Hidden games' : 'Library'}</PageTitle>
          <p role="status" className="min-h-6 text-muted">
            {facets && library.data && !ownsNone ? countText(library.total, totalOf(facets, filter)) : ''}
          </p>
        </div>
        {!ownsNone && (
          <>
            <LibraryFilters filter={filter} facets={facets} onChange={change} />
            <div className="-ml-3 flex flex-wrap gap-2 desktop:grid desktop:justify-items-start">
              {(facets?.hidden || filter.hidden) && (
                <ButtonLink kind="quiet" size="small" to={filter.hidden ? '?' : '?hidden=1'}>
                  <IconEyeOff className="size-3.5" />
                  {filter.hidden ? 'Back to the library' : `Hidden games (${facets?.hidden})`}
                </ButtonLink>
              )}
              <Button kind="quiet" size="small" onClick={() => setVerifying(true)}>
                <IconShield className="size-3.5" />
                Verify my download
              </Button>
            </div>
          </>
        )}
      </aside>
      <div className="grid grid-cols-1 content-start gap-10">
        {facets && !filter.hidden && !isFiltering(filter) && <Updates facets={facets} />}
        <List
          list={library}
          error="Failed to load your library"
          skeleton={<LibrarySkeleton />}
          empty={<EmptyLibrary filter={filter} ownsNone={ownsNone} onClear={clear} />}
        >
          {(entries) => <LibraryGrid entries={entries} onOpen={setOpened} />}
        </List>
        {facets && !ownsNone && children}
      </div>
      {opened && <LibraryFiles entry={opened} onClose={() => setOpened(null)} />}
      {isVerifying && <VerifyDialog onClose={() => setVerifying(false)} />}
    </Container>
  )
}

type FiltersProps = {
  filter: LibraryFilter
  facets: LibraryFacets | undefined
  onChange: (changes: LibraryFilter) => void
}

const SORT_LABELS: Record<LibrarySort, string> = {
  bought: 'Newest purchase',
  updated: 'Recently updated',
  title: 'Title',
}

/** Rendered before its counts, so nothing moves when they come. */
function LibraryFilters({ filter, facets, onChange }: FiltersProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is not yet known to all screen readers
    <div
      role="search"
      className="grid gap-4 max-bar:grid-cols-2 bar:max-desktop:grid-cols-[1.5fr_1fr_1fr_1fr_auto] bar:max-desktop:items-end"
    >
      <div className="max-bar:col-span-full">
        <IconInput
          icon={<IconSearch />}
          type="search"
          aria-label="Search your library"
          placeholder="Search"
          maxLength={SEARCH_MAX}
          value={filter.q ?? ''}
          onChange={(event) => onChange({ q: event.target.value })}
        />
      </div>
      <PhoneFilters>
        <Field label="Sort">
          <Select
            size="small"
            value={filter.sort ?? 'bought'}
            onChange={({ target }) => onChange({ sort: LIBRARY_SORTS.find((sort) => sort === target.value) })}
          >
            {LIBRARY_SORTS.map((sort) => (
              <option key={sort} value={sort}>
                {SORT_LABELS[sort]}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Device">
          <Select
            size="small"
            value={filter.device ?? ''}
            onChange={({ target }) => onChange({ device: DEVICES.find((device) => device === target.value) })}
          >
            <option value="">All</option>
            {facets?.devices.map(({ device, count }) => (
              <option key={device} value={device}>
                {device} ({count})
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Developer">
          <Select
            size="small"
            value={filter.developer ?? ''}
            onChange={({ target }) => onChange({ developer: target.value })}
          >
            <option value="">All</option>
            {facets?.developers.map(({ username, name, count }) => (
              <option key={username} value={username}>
                {name} ({count})
              </option>
            ))}
          </Select>
        </Field>
        <div className="grid gap-2 max-bar:self-end">
          <Checkbox
            checked={filter.updated === '1'}
            onChange={({ target }) => onChange({ updated: target.checked ? '1' : undefined })}
            hint="Since you downloaded"
          >
            Updated {facets && `(${facets.updated})`}
          </Checkbox>
          {facets && (facets.muted.length > 0 || filter.muted) && (
            <Checkbox
              checked={filter.muted === '1'}
              onChange={({ target }) => onChange({ muted: target.checked ? '1' : undefined })}
            >
              Muted ({facets.muted.length})
            </Checkbox>
          )}
        </div>
      </PhoneFilters>
    </div>
  )
}

const totalOf = ({ total, hidden }: LibraryFacets, filter: LibraryFilter) => (filter.hidden ? hidden : total)

function countText(shown: number, owned: number): string {
  const games = plural(owned, 'game')
  return shown < owned ? `${showCount(shown)} of ${games}` : games
}

type EmptyLibraryProps = { filter: LibraryFilter; ownsNone: boolean; onClear: () => void }

function EmptyLibrary({ filter, ownsNone, onClear }: EmptyLibraryProps) {
  if (ownsNone) return <NoGames />
  if (isFiltering(filter))
    return (
      <Empty
        title="No games match."
        icon={<IconSearch />}
        action={<Button onClick={onClear}>Clear</Button>}
      />
    )
  if (filter.hidden) return <Empty title="You haven’t hidden any games." icon={<IconEyeOff />} />
  return (
    <Empty
      title="All of your games are hidden."
      icon={<IconEyeOff />}
      action={<ButtonLink to="?hidden=1">Show hidden games</ButtonLink>}
    />
  )
}

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
