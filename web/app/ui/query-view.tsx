import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Note } from './feedback/note.tsx'
import { AfterAMoment, Skeleton } from './feedback/skeleton.tsx'

/** The needed part of a TanStack query; any object of this shape works. */
export type QueryResult<T> = {
  data: T | undefined
  isError: boolean
  isFetching?: boolean
  refetch: () => unknown
}

type QueryViewProps<T> = {
  query: QueryResult<T>
  /** The specification's sentence for a failure. */
  error: string
  skeleton?: ReactNode
  /** Shown for an empty result: an empty list, or by `isEmpty`. */
  empty?: ReactNode
  isEmpty?: (data: T) => boolean
  children: (data: T) => ReactNode
}

/**
 * Loading, failed, empty and loaded: the four states of all fetched data.
 * Loaded data stays visible while it is refetched.
 */
export function QueryView<T>({
  query,
  error,
  skeleton,
  empty,
  isEmpty = isEmptyList,
  children,
}: QueryViewProps<T>) {
  if (query.data !== undefined)
    return empty !== undefined && isEmpty(query.data) ? empty : children(query.data)
  if (query.isError)
    return <Failed error={error} busy={query.isFetching ?? false} retry={() => void query.refetch()} />
  return (
    <div aria-busy="true">
      <span className="sr-only">Loading</span>
      <AfterAMoment>{skeleton ?? <SkeletonLines />}</AfterAMoment>
    </div>
  )
}

/** The error of a list: its sentence and Try again. */
export function Failed({ error, retry, busy = false }: { error: string; retry: () => void; busy?: boolean }) {
  return (
    <Note
      kind="bad"
      action={
        <Button size="small" busy={busy} onClick={retry}>
          Try again
        </Button>
      }
    >
      {error}
    </Note>
  )
}

const isEmptyList = (data: unknown) => Array.isArray(data) && data.length === 0

const SkeletonLines = () => (
  <div className="grid gap-3">
    <Skeleton className="h-6 w-1/3" />
    <Skeleton className="h-24" />
    <Skeleton className="h-24" />
  </div>
)
