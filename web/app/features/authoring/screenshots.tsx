import { SCREENSHOTS_MAX } from '@nofiller/contract/game-rules'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { IconChevronLeft, IconChevronRight, IconX } from '../../ui/icons.tsx'
import type { Screenshot } from './game-draft.ts'
import { AddPictures } from './picture-pick.tsx'
import { usePictureUrl } from './picture-url.ts'

type ScreenshotsProps = {
  shots: readonly Screenshot[]
  error: string | null
  onAdd: (files: File[]) => void
  onChange: (shots: Screenshot[]) => void
}

/** Up to five screenshots in the order in which the game's page shows them. */
export function Screenshots({ shots, error, onAdd, onChange }: ScreenshotsProps) {
  const hasBoth = new Set(shots.map((shot) => shot.from)).size > 1
  return (
    <div className="grid gap-1.5">
      <div className="flex items-baseline justify-between">
        <span className="text-[14px]/5 font-semibold">Screenshots</span>
        <span className="text-sm text-faint">
          {shots.length}/{SCREENSHOTS_MAX}
        </span>
      </div>
      <ul className="grid grid-cols-2 gap-2 phone:grid-cols-3 desk:grid-cols-5">
        {shots.map((shot, at) => (
          <Shot
            key={shot.id}
            shot={shot}
            place={at + 1}
            moveLeft={canSwap(shots, at - 1) ? () => onChange(swapped(shots, at - 1)) : null}
            moveRight={canSwap(shots, at) ? () => onChange(swapped(shots, at)) : null}
            onRemove={() => onChange(shots.filter((each) => each.id !== shot.id))}
          />
        ))}
        {shots.length < SCREENSHOTS_MAX && (
          <li>
            <AddPictures label="Add screenshot" error={error} onPick={onAdd} />
          </li>
        )}
      </ul>
      {hasBoth && (
        <p className="text-sm text-faint">New screenshots come after the saved ones until you save.</p>
      )}
      <FieldError id="screenshots-error" error={error} />
    </div>
  )
}

/** The store takes the kept ones first and then the new ones, so the two never change places. */
const canSwap = (shots: readonly Screenshot[], at: number): boolean =>
  shots[at] !== undefined && shots[at + 1] !== undefined && shots[at]?.from === shots[at + 1]?.from

/** The screenshots with those at `at` and `at + 1` in each other's place. */
export const swapped = <Item,>(items: readonly Item[], at: number): Item[] => [
  ...items.slice(0, at),
  ...items.slice(at, at + 2).reverse(),
  ...items.slice(at + 2),
]

type ShotProps = {
  shot: Screenshot
  place: number
  moveLeft: (() => void) | null
  moveRight: (() => void) | null
  onRemove: () => void
}

function Shot({ shot, place, moveLeft, moveRight, onRemove }: ShotProps) {
  const url = usePictureUrl(shot)
  const step = (label: string, act: (() => void) | null, icon: ReactNode) => (
    <Button
      kind="quiet"
      size="small"
      square
      className="size-7 aria-disabled:bg-transparent!"
      aria-label={`${label} screenshot ${place}`}
      disabled={act === null}
      onClick={act ?? undefined}
    >
      {icon}
    </Button>
  )
  return (
    <li className="grid gap-1">
      {url && (
        <img src={url} alt={`Screenshot ${place}`} className="aspect-video w-full rounded-1 object-cover" />
      )}
      <div className="flex justify-between">
        <span className="flex">
          {step('Move left', moveLeft, <IconChevronLeft className="size-3.5" />)}
          {step('Move right', moveRight, <IconChevronRight className="size-3.5" />)}
        </span>
        {step('Remove', onRemove, <IconX className="size-3.5" />)}
      </div>
    </li>
  )
}
