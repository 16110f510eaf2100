import type { Picture } from '@nofiller/contract/catalog/catalog'
import type { KeyboardEvent, MouseEvent } from 'react'
import { Button } from '../../../ui/button.tsx'
import { useModal } from '../../../ui/dialog.tsx'
import { IconChevronLeft, IconChevronRight, IconX } from '../../../ui/icons.tsx'
import { PictureSources } from '../art.tsx'
import { SLIDE, Slides, slideByKey } from './slides.tsx'

type LightboxProps = {
  title: string
  pictures: readonly Picture[]
  at: number
  onMove: (at: number) => void
  onClose: () => void
}

/** Pictures one at a time, as large as the window; arrow keys, Home, End and swipes move, a click beside one closes. */
export default function Lightbox({ title, pictures, at, onMove, onClose }: LightboxProps) {
  const modal = useModal(onClose)
  const count = pictures.length
  const move = (by: number) => onMove((at + by + count) % count)
  const pressed = (event: KeyboardEvent) => {
    const next = slideByKey(event, at, count)
    if (next === null) return
    event.preventDefault() // or the row would scroll as well
    onMove(next)
  }
  if (!pictures[at]) return null
  return (
    <dialog
      {...modal}
      data-fullscreen
      data-theme="dark"
      aria-label={`Screenshots of ${title}`}
      onKeyDown={pressed}
      onClick={(event) => isBeside(event) && onClose()}
      className="m-auto h-dvh max-h-none w-screen max-w-none flex-col bg-[#050304] p-3 text-text backdrop:bg-transparent open:flex open:animate-fade phone:p-6"
    >
      <div className="flex items-center justify-between gap-4 pb-3">
        <p role="status" className="text-sm text-muted">
          {at + 1} of {count}
        </p>
        <Button kind="quiet" square aria-label="Close" onClick={onClose}>
          <IconX />
        </Button>
      </div>
      <Slides label="Screenshots" at={at} onMove={onMove} className="relative min-h-0 flex-1">
        {pictures.map((picture, index) => (
          <li key={picture.url} aria-hidden={index !== at} className={SLIDE}>
            <picture>
              <PictureSources picture={picture} sizes="100vw" />
              <img
                loading={index === at ? 'eager' : 'lazy'}
                src={picture.url}
                alt={picture.alt || `Screenshot ${index + 1} of ${count}`}
                width={picture.width}
                height={picture.height}
                className="size-full object-contain"
              />
            </picture>
          </li>
        ))}
      </Slides>
      {count > 1 && (
        <div className="flex justify-center gap-3 pt-3">
          <Button square aria-label="Previous screenshot" onClick={() => move(-1)}>
            <IconChevronLeft />
          </Button>
          <Button square aria-label="Next screenshot" onClick={() => move(1)}>
            <IconChevronRight />
          </Button>
        </div>
      )}
    </dialog>
  )
}

/** Whether a click hit neither a button nor the visible part of a picture, whose element fills the window. */
function isBeside({ target, clientX, clientY }: MouseEvent): boolean {
  if (!(target instanceof Element) || target.closest('button')) return false
  if (!(target instanceof HTMLImageElement)) return true
  const box = target.getBoundingClientRect()
  const scale = Math.min(box.width / target.naturalWidth, box.height / target.naturalHeight)
  const across = Math.abs(clientX - (box.left + box.right) / 2)
  const down = Math.abs(clientY - (box.top + box.bottom) / 2)
  return across > (target.naturalWidth * scale) / 2 || down > (target.naturalHeight * scale) / 2
}
