import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  MouseSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
} from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { ALT_TEXT_MAX, SCREENSHOTS_MAX } from '@nofiller/contract/authoring/game-rules'
import { type ReactNode, useId, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { FieldError, TextInput } from '../../../ui/form/field.tsx'
import { FirstFrameNote } from '../../../ui/form/first-frame-note.tsx'
import { IconChevronLeft, IconChevronRight, IconX } from '../../../ui/icons.tsx'
import { chosenFile, type Screenshot } from '../form/game-draft.ts'
import { AddPictures } from './picture-pick.tsx'
import { usePictureUrl } from './picture-url.ts'

type ScreenshotsProps = {
  shots: readonly Screenshot[]
  error: string | null
  onAdd: (files: File[]) => void
  onMove: (from: number, to: number) => void
  onAlt: (id: string, alt: string) => void
  onRemove: (id: string) => void
}

/** Up to five screenshots in the order of the game's page: moved by mouse, keys or buttons. */
export function Screenshots({ shots, error, onAdd, onMove, onAlt, onRemove }: ScreenshotsProps) {
  const [said, setSaid] = useState('')
  // Not by touch, which scrolls the page: the buttons work there.
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const placeOf = (id: unknown) => shots.findIndex((shot) => shot.id === id)
  const dropped = ({ active, over }: DragEndEvent) => {
    if (over && active.id !== over.id) onMove(placeOf(active.id), placeOf(over.id))
  }
  const moveTo = (from: number, to: number) => {
    onMove(from, to)
    setSaid(`Moved to position ${to + 1} of ${shots.length}.`)
  }
  return (
    <div className="grid gap-1.5">
      <div className="flex items-baseline justify-between">
        <span className="text-ui font-semibold">Screenshots</span>
        <span className="text-sm text-faint">
          {shots.length}/{SCREENSHOTS_MAX}
        </span>
      </div>
      <DndContext
        id={useId()}
        sensors={sensors}
        collisionDetection={closestCenter}
        accessibility={{
          announcements: announcementsOf(placeOf, shots.length),
          screenReaderInstructions: {
            draggable: 'Press space to pick up, arrow keys to move, space to drop.',
          },
        }}
        onDragEnd={dropped}
      >
        <SortableContext items={shots.map(({ id }) => id)} strategy={rectSortingStrategy}>
          <ul className="grid grid-cols-2 gap-x-3 gap-y-4 bar:grid-cols-3">
            {shots.map((shot, at) => (
              <Shot
                key={shot.id}
                shot={shot}
                place={at + 1}
                count={shots.length}
                onMove={(by) => moveTo(at, at + by)}
                onAlt={(alt) => onAlt(shot.id, alt)}
                onRemove={() => onRemove(shot.id)}
              />
            ))}
            {shots.length < SCREENSHOTS_MAX && (
              <li>
                <AddPictures label="Add screenshot" error={error} onPick={onAdd} />
              </li>
            )}
          </ul>
        </SortableContext>
      </DndContext>
      <p role="status" className="sr-only">
        {said}
      </p>
      {shots.length > 1 && (
        <p className="text-sm text-faint pointer-coarse:hidden">Drag to change the order.</p>
      )}
      <FieldError id="screenshots-error" error={error} />
    </div>
  )
}

/** The announcements while a screenshot is moved by keys. After lifting it is already over its own place, and only the last is heard. */
function announcementsOf(placeOf: (id: unknown) => number, count: number): Announcements {
  const place = (id: unknown) => `${placeOf(id) + 1} of ${count}`
  const own = (id: unknown) => `Over its own position, ${place(id)}.`
  return {
    onDragStart: ({ active }) => own(active.id),
    onDragOver: ({ active, over }) => {
      if (over === null) return 'Not over any position.'
      return over.id === active.id ? own(active.id) : `Over position ${place(over.id)}.`
    },
    onDragEnd: ({ over }) => (over ? `Dropped at position ${place(over.id)}.` : 'Returned to its position.'),
    onDragCancel: ({ active }) => `Returned to position ${place(active.id)}.`,
  }
}

type ShotProps = {
  shot: Screenshot
  place: number
  count: number
  onMove: (by: -1 | 1) => void
  onAlt: (alt: string) => void
  onRemove: () => void
}

function Shot({ shot, place, count, onMove, onAlt, onRemove }: ShotProps) {
  const url = usePictureUrl(shot)
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } =
    useSortable({ id: shot.id })
  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={`grid content-start gap-1.5 ${isDragging ? 'relative z-1 opacity-80' : ''}`}
    >
      <button
        type="button"
        ref={setActivatorNodeRef}
        {...attributes}
        {...listeners}
        aria-label={`Move screenshot ${place} of ${count}`}
        className={`aspect-video overflow-hidden rounded-1 bg-inset ${isDragging ? 'cursor-grabbing' : 'cursor-grab'}`}
      >
        {url && <img src={url} alt="" draggable={false} className="size-full object-cover" />}
      </button>
      <FirstFrameNote file={chosenFile(shot)} />
      <TextInput
        size="small"
        aria-label={`What screenshot ${place} shows`}
        placeholder="What it shows"
        maxLength={ALT_TEXT_MAX}
        value={shot.alt}
        onChange={(event) => onAlt(event.target.value)}
      />
      <div className="flex justify-between">
        <span className="flex">
          <SquareButton
            label={`Move screenshot ${place} left`}
            disabled={place === 1}
            onClick={() => onMove(-1)}
          >
            <IconChevronLeft className="size-3.5" />
          </SquareButton>
          <SquareButton
            label={`Move screenshot ${place} right`}
            disabled={place === count}
            onClick={() => onMove(1)}
          >
            <IconChevronRight className="size-3.5" />
          </SquareButton>
        </span>
        <SquareButton label={`Remove screenshot ${place}`} onClick={onRemove}>
          <IconX className="size-3.5" />
        </SquareButton>
      </div>
    </li>
  )
}

type SquareButtonProps = { label: string; disabled?: boolean; onClick: () => void; children: ReactNode }

const SquareButton = ({ label, ...rest }: SquareButtonProps) => (
  <Button
    kind="quiet"
    size="small"
    square
    aria-label={label}
    className="aria-disabled:bg-transparent!"
    {...rest}
  />
)
