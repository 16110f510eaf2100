import { showTotal } from '@nofiller/contract/catalog/browsing'
import { showCount } from '@nofiller/contract/text/digits'
import { type ReactNode, useRef } from 'react'
import { useFocusAfterLoad } from '../browser/focus-after-load.ts'
import { Button } from '../button.tsx'
import { type QueryResult, QueryView } from '../query-view.tsx'

/** The loaded part of a paginated list. */
export type Listed<Row> = QueryResult<readonly Row[]> & {
  total: number
  /** The rows belong to an earlier filter. */
  isOutdated: boolean
  more: { isThere: boolean; isLoading: boolean; isError: boolean; load: () => Promise<unknown> }
  /** Back to the first page, if the list offers that. */
  reset?: (() => unknown) | undefined
}

type ListProps<Row> = {
  list: Listed<Row>
  error: string
  skeleton?: ReactNode
  /** Shown when there is nothing to list. */
  empty: ReactNode
  /** Rows of a `Table`, or elements with `data-row`. */
  children: (rows: readonly Row[]) => ReactNode
}

/** Rows with Load more and Reset below. The focus goes to the first row that Load more added. */
export function List<Row>({ list, error, skeleton, empty, children }: ListProps<Row>) {
  const box = useRef<HTMLDivElement>(null)
  const focusAfterLoad = useFocusAfterLoad()
  const { more } = list
  const loadMore = () => {
    const before = list.data?.length ?? 0
    focusAfterLoad(() => {
      const row = box.current?.querySelectorAll('tbody > tr, [data-row]')[before]
      return row?.querySelector<HTMLElement>('a[href], button, h3[tabindex]')
    })
    void more.load()
  }
  const reset = () => {
    focusAfterLoad(null)
    list.reset?.()
  }
  return (
    <>
      <QueryView query={list} error={error} skeleton={skeleton} empty={empty}>
        {(rows) => (
          <div
            ref={box}
            aria-busy={list.isOutdated}
            className="transition-opacity duration-120 aria-busy:opacity-60"
          >
            {children(rows)}
          </div>
        )}
      </QueryView>
      <div className="flex flex-wrap items-center justify-center gap-3 empty:hidden">
        {more.isError && (
          <p role="alert" className="w-full text-center text-bad">
            {error}
          </p>
        )}
        {more.isThere && (
          <Button busy={more.isLoading} onClick={loadMore}>
            {more.isError ? 'Try again' : 'Load more'}
          </Button>
        )}
        {list.reset && (
          <Button kind="quiet" onClick={reset}>
            Reset
          </Button>
        )}
      </div>
    </>
  )
}

/** `Showing 10 of 1,204`, `Showing 50 of 100,000+`. */
export const showingOf = ({ data, total }: Listed<unknown>): string =>
  data === undefined ? '' : `Showing ${showCount(data.length)} of ${showTotal(total)}`
