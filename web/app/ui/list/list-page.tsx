import type { ReactNode } from 'react'
import { Skeleton } from '../feedback/skeleton.tsx'
import { FilterBar, type SearchProps } from './filter-bar.tsx'
import { List, type Listed, showingOf } from './list.tsx'
import { isFiltering, NoMatch, type NoMatchProps } from './no-match.tsx'

type ListPageProps<Row> = {
  list: Listed<Row>
  /** What is said when the list could not be loaded. */
  error: string
  skeleton?: ReactNode
  search: SearchProps
  /** What stands before the search. */
  before?: ReactNode
  /** Further filters, the order, and buttons such as CSV. */
  filters?: ReactNode
  noMatch: NoMatchProps & {
    /** Parts that are named as well, but do not count as a filter: which of several lists is shown. */
    view?: NoMatchProps['filter']
  }
  /** Shown when there is nothing to list, and no filter. */
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
