import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { reload } from './browser/reload.ts'
import { Button } from './button.tsx'
import { Note } from './feedback/note.tsx'

/** How long a chunk of script may load before the page reports it (requirements 9.8). */
export const CHUNK_TIMEOUT_MS = 120_000

/**
 * A component whose script is loaded when it is first shown; `preload` fetches it earlier, for example on hover.
 * A script that fails or takes longer than 120 s shows a note with Reload instead of a hole, and `failed` below it.
 */
export function lazyPart<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const Loaded = lazy(() => inTime(load()))
  const Part = (props: Props & { fallback?: ReactNode; failed?: ReactNode }) => (
    <PartBoundary instead={props.failed}>
      <Suspense fallback={props.fallback ?? null}>
        <Loaded {...props} />
      </Suspense>
    </PartBoundary>
  )
  return Object.assign(Part, { preload: () => void load().catch(() => undefined) })
}

/** The same promise, or a failure after 120 s. */
export function inTime<T>(promise: Promise<T>, timeoutMs = CHUNK_TIMEOUT_MS): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The script did not load in time')), timeoutMs)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

class PartBoundary extends Component<{ instead?: ReactNode; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError() {
    return { failed: true }
  }
  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <>
        <Note
          kind="bad"
          action={
            <Button size="small" onClick={reload}>
              Reload
            </Button>
          }
        >
          A part of this page did not load.
        </Note>
        {this.props.instead}
      </>
    )
  }
}
