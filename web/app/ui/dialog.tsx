import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { Button } from './button.tsx'
import { raiseToasts } from './feedback/toast.tsx'
import { IconX } from './icons.tsx'

type DialogProps = {
  title: ReactNode
  onClose: () => void
  footer?: ReactNode
  /** `panel` is 680 px at most, `small` 440 px. */
  width?: 'small' | 'panel'
  children: ReactNode
}

const WIDTHS = { small: 'phone:max-w-110', panel: 'phone:max-w-170' }

/**
 * A modal dialog; mount it to open it, unmount it to close it. Escape, the backdrop and the X request closing.
 * The focus starts at the element with `data-first-focus`. The browser traps it inside, makes the page inert and restores the focus; below 641 px it is a bottom sheet.
 */
export function Dialog({ title, onClose, footer, width = 'panel', children }: DialogProps) {
  const id = useId()
  const modal = useModal(onClose)
  return (
    <dialog
      {...modal}
      aria-labelledby={id}
      // The dialog itself scrolls, including its edges: the keys then scroll it wherever the focus is.
      className={`m-auto max-h-[calc(100dvh-48px)] w-[calc(100%-48px)] scroll-py-20 overflow-auto overscroll-contain rounded-3 border border-line bg-surface p-0 text-start whitespace-normal text-text shadow-pop backdrop:bg-scrim open:animate-rise open:backdrop:animate-fade max-phone:mb-0 max-phone:max-h-[88dvh] max-phone:w-full max-phone:max-w-none max-phone:rounded-b-none max-phone:border-x-0 max-phone:border-b-0 ${WIDTHS[width]}`}
    >
      <header className="sticky top-0 z-1 flex items-center justify-between border-b border-line bg-surface py-3 pr-3 pl-4 phone:py-4 phone:pr-4 phone:pl-6">
        <h2 id={id} className="d4">
          {title}
        </h2>
        <Button kind="quiet" square aria-label="Close dialog" onClick={onClose}>
          <IconX />
        </Button>
      </header>
      <div className="grid grid-cols-1 gap-5 p-4 phone:p-6">{children}</div>
      {footer && (
        <footer className="sticky bottom-0 z-1 flex flex-wrap items-center justify-end gap-3 border-t border-line bg-surface px-4 py-3 max-phone:*:flex-1 phone:px-6 phone:py-4">
          {footer}
        </footer>
      )}
    </dialog>
  )
}

/** Opens a `<dialog>` as modal while it is mounted, and requests closing on Escape and on a click beside it. */
export function useModal(onClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog?.isConnected) return
    dialog.showModal()
    dialog.querySelector<HTMLElement>('[data-first-focus]')?.focus({ preventScroll: true }) // else the browser focuses the X
    dialog.scrollTop = 0 // a dialog starts at its top, wherever the focus is
    raiseToasts()
    // A layout effect ends before the element is removed: closing it then restores the focus.
    return () => dialog.close()
  }, [])
  const pressed = (event: MouseEvent<HTMLDialogElement>) => {
    if (event.target === event.currentTarget && isOutside(event)) onClose()
  }
  return { ref, onMouseDown: pressed, onCancel: cancelled(onClose) }
}

const cancelled =
  (onClose: () => void) => (event: { preventDefault(): void; target: unknown; currentTarget: unknown }) => {
    // A file input inside the dialog sends `cancel` too.
    if (event.target !== event.currentTarget) return
    event.preventDefault()
    onClose()
  }

function isOutside({ clientX, clientY, currentTarget }: MouseEvent<HTMLDialogElement>) {
  const box = currentTarget.getBoundingClientRect()
  return clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom
}
