import type { ReactNode } from 'react'
import { Skeleton } from '../feedback/skeleton.tsx'
import { FilterBar, type SearchProps } from './filter-bar.tsx'
import { List, type Listed, showingOf } from './list.tsx'
import { isFiltering, NoMatch, type NoMatchProps } from './no-match.tsx'

type ListPageProps<Row> = {
  list: Listed<Row>
  /** The message when the list failed to load. */
  error: string
  skeleton?: ReactNode
  search: SearchProps
  /** Content before the search. */
  before?: ReactNode
  /** More filters, the order, and buttons such as CSV. */
  filters?: ReactNode
  noMatch: NoMatchProps & {
    /** Parts that are also named, but do not count as a filter: which of several lists is shown. */
    view?: NoMatchProps['filter']
  }
  /** Shown without rows, and without a filter. */
  empty: ReactNode
  className?: string
  children: (rows: readonly Row[]) => ReactNode
}

/** A list with its search and filters above, and Load more below. */
export function ListPage<Row>({
  list,
  error,
  skeleton = <Skeleton className="h-96" />,
  search,
  before,
  filters,
  noMatch: { view, ...noMatch },
  empty,
  className = 'gap-4',
  children,
}: ListPageProps<Row>) {
  return (
    <div className={`grid grid-cols-1 ${className}`}>
      <FilterBar search={search} before={before} count={showingOf(list)}>
        {filters}
      </FilterBar>
      <List
        list={list}
        error={error}
        skeleton={skeleton}
        empty={
          isFiltering(noMatch.filter) ? (
            <NoMatch {...noMatch} filter={{ ...noMatch.filter, ...view }} />
          ) : (
            empty
          )
        }
      >
        {children}
      </List>
    </div>
  )
}
