import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Button } from '../button.tsx'
import { IconCheck, IconCircleAlert, IconX } from '../icons.tsx'

export type ToastKind = 'go' | 'bad'
export type ToastAction = { label: string; onPress: () => void }
type Toast = { id: number; message: ReactNode; kind: ToastKind; actions: readonly ToastAction[] }

const SHOWN_MS = 6_000
let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function change(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

type ToastOptions = { kind?: ToastKind; action?: ToastAction | readonly ToastAction[] }

/** Shows a message at the bottom of the window for six seconds, from any caller. */
export function toast(message: ReactNode, { kind = 'go', action = [] }: ToastOptions = {}) {
  lastId += 1
  change([...toasts.slice(-2), { id: lastId, message, kind, actions: [action].flat() }])
}

/** Puts the toasts on top again, after a dialog has opened above them. */
export function raiseToasts() {
  if (toasts.length > 0) change([...toasts])
}

const dismiss = (id: number) => change(toasts.filter((shown) => shown.id !== id))
const NONE: readonly Toast[] = []
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Where toasts appear; once in the shell. It is a popover so that it is above dialogs. */
export function Toaster() {
  const shown = useSyncExternalStore(
    subscribe,
    () => toasts,
    () => NONE,
  )
  const ref = useRef<HTMLElement>(null)
  useEffect(() => {
    const layer = ref.current
    if (!layer) return
    // Reopened for each toast: the last opened one is on top, also of a dialog that opened since.
    layer.hidePopover()
    layer.dataset.place = 'bottom'
    if (shown.length === 0) return
    layer.showPopover()
    if (coversControl(layer)) layer.dataset.place = 'top'
  }, [shown])
  return (
    <>
      {/* A region that is always present: screen readers announce changes only in a region that they already know. */}
      <div role="status" className="sr-only">
        {shown.map((each) => (
          <p key={each.id}>{each.message}</p>
        ))}
      </div>
      <section
        ref={ref}
        popover="manual"
        aria-label="Notifications"
        className="fixed inset-x-4 top-auto bottom-6 mx-auto w-fit max-w-[calc(100%-32px)] overflow-visible border-0 bg-transparent p-0 data-[place=top]:top-20 data-[place=top]:bottom-auto"
      >
        <div className="grid justify-items-center gap-2">
          {shown.map((each) => (
            <ToastBox key={each.id} toast={each} />
          ))}
        </div>
      </section>
    </>
  )
}

/** Whether toasts would cover the element just used, or a fixed bar. They then appear at the top. */
function coversControl(layer: HTMLElement): boolean {
  const box = layer.getBoundingClientRect()
  const used = document.activeElement?.closest('button, a, input, select, textarea') ?? null
  return [used, document.querySelector('[data-save-bar]')].some((control) => {
    if (control === null || layer.contains(control)) return false
    const { left, right, top, bottom } = control.getBoundingClientRect()
    return left < box.right && right > box.left && top < box.bottom && bottom > box.top
  })
}

function ToastBox({ toast: { id, message, kind, actions } }: { toast: Toast }) {
  const [paused, setPaused] = useState(false)
  useEffect(() => {
    if (paused) return
    const timer = setTimeout(() => dismiss(id), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [id, paused])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a toast is no set of fields
    <div
      role="group"
      aria-label="Message"
      onMouseEnter={() => setPaused(true)}
      onMouseLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
      className="flex animate-rise items-center gap-3 rounded-2 border border-line bg-raised px-4 py-3 text-ui/6 text-text shadow-pop"
    >
      <span className={kind === 'go' ? 'text-go' : 'text-bad'}>
        {kind === 'go' ? <IconCheck className="size-[18px]" /> : <IconCircleAlert className="size-[18px]" />}
      </span>
      <span>{message}</span>
      {actions.map(({ label, onPress }) => (
        <Button
          key={label}
          kind="quiet"
          size="small"
          onClick={() => {
            onPress()
            dismiss(id)
          }}
        >
          {label}
        </Button>
      ))}
      <Button kind="quiet" size="small" square aria-label="Dismiss" onClick={() => dismiss(id)}>
        <IconX className="size-3.5" />
      </Button>
    </div>
  )
}
