import { showCount } from '@nofiller/contract/browsing'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Answer, type Asked } from './answer.tsx'
import { Button } from './button.tsx'

/** A list that comes page by page. */
export type Listed<Row> = Asked<readonly Row[]> & {
  total: number
  /** What is shown is not yet what is asked for. */
  isOutdated: boolean
  more: { isThere: boolean; isLoading: boolean; isError: boolean; load: () => Promise<unknown> }
  canReset: boolean
  /** Back to the first page. */
  reset: () => void
}

type ListProps<Row> = {
  of: Listed<Row>
  error: string
  skeleton?: ReactNode
  /** Shown when there is nothing to list. */
  empty: ReactNode
  /** Rows of a `Table`, or elements with `data-row`. */
  children: (rows: readonly Row[]) => ReactNode
}

/** Rows with Load more and Reset below. The focus goes to the first row that Load more brought. */
export function List<Row>({ of: list, error, skeleton, empty, children }: ListProps<Row>) {
  const { box, focusRow } = useRowFocus(list.data?.length)
  const { more } = list
  const loadMore = async () => {
    const before = list.data?.length ?? 0
    await more.load()
    focusRow(before)
  }
  const reset = () => {
    focusRow(null)
    list.reset()
  }
  return (
    <>
      <Answer of={list} error={error} skeleton={skeleton} empty={empty}>
        {(rows) => (
          <div
            ref={box}
            aria-busy={list.isOutdated}
            className="transition-opacity duration-120 aria-busy:opacity-60"
          >
            {children(rows)}
          </div>
        )}
      </Answer>
      <div className="flex flex-wrap items-center justify-center gap-3 empty:hidden">
        {more.isError && (
          <p role="alert" className="w-full text-center text-bad">
            {error}
          </p>
        )}
        {more.isThere && (
          <Button busy={more.isLoading} onClick={() => void loadMore()}>
            {more.isError ? 'Try again' : 'Load more'}
          </Button>
        )}
        {list.canReset && (
          <Button kind="quiet" onClick={reset}>
            Reset
          </Button>
        )}
      </div>
    </>
  )
}

/** Focuses the first link or button of a row, at once or when it appears. */
function useRowFocus(count: number | undefined) {
  const box = useRef<HTMLDivElement>(null)
  const [at, focusRow] = useState<number | null>(null)
  useEffect(() => {
    if (at === null || count === undefined || count <= at) return
    const row = box.current?.querySelectorAll('tbody > tr, [data-row]')[at]
    row?.querySelector<HTMLElement>('a[href], button')?.focus()
    focusRow(null)
  }, [at, count])
  return { box, focusRow }
}

/** `Showing 10 of 1,204`, `Showing 50 of 1,000+`. */
export const showingOf = ({ data, total }: Listed<unknown>): string =>
  data === undefined ? '' : `Showing ${data.length.toLocaleString('en-US')} of ${showCount(total)}`
