import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Note } from './note.tsx'
import { AfterAMoment, Skeleton } from './skeleton.tsx'

/** The part of a TanStack query that is needed; anything of this shape will do. */
export type Asked<T> = { data: T | undefined; isError: boolean; isFetching?: boolean; refetch: () => unknown }

type AnswerProps<T> = {
  of: Asked<T>
  /** The specification's sentence for a failure. */
  error: string
  skeleton?: ReactNode
  /** Shown when there is nothing: an empty list, or what `isEmpty` says. */
  empty?: ReactNode
  isEmpty?: (data: T) => boolean
  children: (data: T) => ReactNode
}

/**
 * Loading, failed, empty and there: the four faces of everything that is fetched.
 * What was once there stays while it is asked for again.
 */
export function Answer<T>({ of, error, skeleton, empty, isEmpty = isEmptyList, children }: AnswerProps<T>) {
  if (of.data !== undefined) return empty !== undefined && isEmpty(of.data) ? empty : children(of.data)
  if (of.isError)
    return <Failed error={error} busy={of.isFetching ?? false} retry={() => void of.refetch()} />
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
