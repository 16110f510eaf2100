import type { FeaturedGame } from '@nofiller/contract/catalog/featured'
import { FEATURED } from '@nofiller/contract/catalog/home-rules'
import { plural } from '@nofiller/contract/text/digits'
import { utcDay } from '@nofiller/contract/text/time'
import { useCallback, useRef, useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { FeaturedList } from '../../features/catalog/featured/featured-list.tsx'
import { FindGame } from '../../features/catalog/featured/find-game.tsx'
import { type Featured, useFeatured } from '../../features/catalog/featured/use-featured.ts'
import { Featured as FeaturedRegion } from '../../features/catalog/home/featured.tsx'
import { titled } from '../../shell/store-info.ts'
import { LeaveGuard } from '../../ui/browser/leave-guard.tsx'
import { Button, TextLink } from '../../ui/button.tsx'
import { currentTime } from '../../ui/clock.ts'
import { Note } from '../../ui/feedback/note.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { Field, TextInput } from '../../ui/form/field.tsx'
import { IconGamepad } from '../../ui/icons.tsx'
import { Empty } from '../../ui/list/empty.tsx'
import { QueryView } from '../../ui/query-view.tsx'

export const meta = titled('Featured games')

/** The games at the top of the home page. */
export default function AdminFeatured() {
  const featured = useFeatured()
  const { isChanged } = featured
  const isUnsaved = useCallback(() => isChanged, [isChanged])
  return (
    <div className="grid gap-6">
      <p className="max-w-[64ch] text-muted">
        The first {FEATURED.places} games whose day it is stand at the top of the{' '}
        <TextLink to="/">home page</TextLink>, the first of them large. Days are in UTC; an empty field has no
        end. A game that was taken down or became a draft is left out until it is public again, and popular
        games fill what is left free.
      </p>
      <div className="grid items-start gap-8 bar:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <Chosen featured={featured} />
        <FindGame featured={featured} />
      </div>
      <Preview games={featured.games} />
      <LeaveGuard isUnsaved={isUnsaved}>Your featured games are not saved yet.</LeaveGuard>
    </div>
  )
}

function Chosen({ featured }: { featured: Featured }) {
  const { saved, games, isChanged, isWrong, save, discard } = featured
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
          {games.length} of {FEATURED.planned}
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
              The home page starts with popular games. Find a game and add it.
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
          disabled={!isChanged || isWrong}
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

/** What stands at the top of the home page on a day, with what is not saved yet. */
function Preview({ games }: { games: readonly FeaturedGame[] }) {
  const [day, setDay] = useState(() => utcDay(currentTime()))
  const shown = games.filter((game) => isShownOn(game, day)).slice(0, FEATURED.places)
  const free = FEATURED.places - shown.length
  return (
    <section aria-labelledby="preview" className="grid gap-4 border-t border-line pt-6">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h2 id="preview" className="text-ui font-semibold">
            Preview
          </h2>
          <p role="status" className="text-sm text-muted">
            {free === 0
              ? 'All places are filled.'
              : `${plural(free, 'place')} free: popular games stand there, others each day.`}
          </p>
        </div>
        <Field label="On the day (UTC)">
          <TextInput
            type="date"
            size="small"
            required
            value={day}
            onChange={({ target: { value } }) => value && setDay(value)}
          />
        </Field>
      </div>
      <FeaturedRegion games={shown} />
    </section>
  )
}

const isShownOn = ({ visibility, from, until }: FeaturedGame, day: string): boolean =>
  visibility === 'public' && (from ?? day) <= day && day <= (until ?? day)
