import { FEATURED_MAX } from '@nofiller/contract/catalog/sections'
import { useCallback, useRef } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { FeaturedList } from '../../features/catalog/featured/featured-list.tsx'
import { FindGame } from '../../features/catalog/featured/find-game.tsx'
import { type Featured, useFeatured } from '../../features/catalog/featured/use-featured.ts'
import { titled } from '../../shell/store-info.ts'
import { LeaveGuard } from '../../ui/browser/leave-guard.tsx'
import { Button, TextLink } from '../../ui/button.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { IconGamepad } from '../../ui/icons.tsx'
import { Empty } from '../../ui/list/empty.tsx'
import { QueryView } from '../../ui/query-view.tsx'

export const meta = titled('Featured games')

/** The games of the strip at the top of the home page. */
export default function AdminFeatured() {
  const featured = useFeatured()
  const { isChanged } = featured
  const isUnsaved = useCallback(() => isChanged, [isChanged])
  return (
    <div className="grid gap-6">
      <p className="max-w-[64ch] text-muted">
        Up to {FEATURED_MAX} games appear above the sections of the <TextLink to="/">home page</TextLink>, in
        this order. A game that was taken down or became a draft is left out until it is public again.
      </p>
      <div className="grid items-start gap-8 bar:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <Chosen featured={featured} />
        <FindGame featured={featured} />
      </div>
      <LeaveGuard isUnsaved={isUnsaved}>Your featured games are not saved yet.</LeaveGuard>
    </div>
  )
}

function Chosen({ featured }: { featured: Featured }) {
  const { saved, games, isChanged, save, discard } = featured
  const box = useRef<HTMLElement>(null)
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-labelledby="chosen"
      className="grid gap-4 focus-visible:outline-none"
    >
      <div className="flex items-baseline justify-between gap-3">
        <h2 id="chosen" className="text-ui font-semibold">
          On the home page
        </h2>
        <p className="text-sm text-muted">
          {games.length} of {FEATURED_MAX}
        </p>
      </div>
      <QueryView
        query={saved}
        error="Failed to load the featured games"
        skeleton={<Skeleton className="h-60" />}
      >
        {() =>
          games.length === 0 ? (
            <Empty title="No featured games." icon={<IconGamepad />}>
              The home page starts with its sections. Find a game and add it.
            </Empty>
          ) : (
            <FeaturedList featured={featured} onEmptied={() => box.current?.focus()} />
          )
        }
      </QueryView>
      {save.isError && <Note kind="bad">{messageOf(save.error, 'Failed to save the featured games')}</Note>}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          kind="primary"
          disabled={!isChanged}
          busy={save.isPending}
          onClick={() => save.mutate(undefined, { onSuccess: () => toast('Featured games saved.') })}
        >
          Save
        </Button>
        {isChanged && (
          <>
            <Button kind="quiet" onClick={discard}>
              Discard changes
            </Button>
            <span className="text-sm text-muted">Not saved yet.</span>
          </>
        )}
      </div>
    </section>
  )
}
