import {
  createContext,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  use,
  useEffect,
  useRef,
  useState,
} from 'react'
import { Link, useLocation } from 'react-router'

type MenuProps = {
  /** The menu's name for screen readers; without `buttonLabel` the button's content names it. */
  label: string
  button: ReactNode
  buttonLabel?: string
  buttonClass: string
  className?: string
  /** Where the menu opens; by default below the button, with the same right edge. */
  placeClass?: string
  children: ReactNode
}

/** Closes the menu that contains an item. */
const CloseMenu = createContext<() => void>(() => {})

/**
 * A button with a menu of `MenuGroup`, `MenuLink` and `MenuButton`. Arrow keys, Home and End move in it; Escape, a click
 * outside, leaving it by Tab and every navigation close it.
 */
export function Menu({
  label,
  button,
  buttonLabel,
  buttonClass,
  className = '',
  placeClass = 'top-12 right-0',
  children,
}: MenuProps) {
  const { root, isOpen, close, toggle, onKeyDown } = useMenu()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys come from the button and the items inside
    <div ref={root} className={`relative ${className}`} onKeyDown={onKeyDown}>
      <button
        type="button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={buttonLabel}
        onClick={toggle}
        className={buttonClass}
      >
        {button}
      </button>
      {isOpen && (
        <div
          role="menu"
          aria-label={label}
          className={`absolute z-30 grid max-h-[calc(100dvh-72px)] w-58 animate-fade gap-px overflow-y-auto rounded-3 border border-line bg-raised p-2 shadow-pop ${placeClass}`}
        >
          <CloseMenu value={close}>{children}</CloseMenu>
        </div>
      )}
    </div>
  )
}

/** Items under a small heading. */
export const MenuGroup = ({ label, children }: { label: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/useSemanticElements: a group of menu items, not of form fields
  <div role="group" aria-label={label} className="grid gap-px">
    <span aria-hidden="true" className="label px-2.5 pt-2.5 pb-1">
      {label}
    </span>
    {children}
  </div>
)

export type MenuEntry = {
  to: string
  label: string
  icon: ReactNode
  className?: string
  trailing?: ReactNode
}

export function MenuLink({ to, label, icon, className = '', trailing }: MenuEntry) {
  const close = use(CloseMenu)
  const { pathname } = useLocation()
  return (
    <Link
      role="menuitem"
      tabIndex={-1}
      to={to}
      onClick={close}
      aria-current={pathname === to ? 'page' : undefined}
      className={`${ROW} ${className}`}
    >
      {icon}
      {label}
      {trailing && <span className="ml-auto">{trailing}</span>}
    </Link>
  )
}

/** An item with an action. The focus first returns to the menu's button, so a dialog can return it there. */
export function MenuButton({ onPress, children }: { onPress: () => void; children: ReactNode }) {
  const close = use(CloseMenu)
  const press = ({ currentTarget }: MouseEvent) => {
    currentTarget.closest('[role=menu]')?.parentElement?.querySelector('button')?.focus()
    close()
    onPress()
  }
  return (
    <button type="button" role="menuitem" tabIndex={-1} onClick={press} className={ROW}>
      {children}
    </button>
  )
}

const ROW =
  'flex w-full cursor-pointer items-center gap-2.5 rounded-2 px-2.5 py-2 text-left text-ui text-text no-underline hover:bg-text/8 focus-visible:-outline-offset-2 aria-[current=page]:bg-text/8 [&>svg]:text-faint'

const STEPS: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at <= 0 ? count : at) - 1,
  Home: () => 0,
  End: (_at, count) => count - 1,
}

function useMenu() {
  // A menu belongs to the page where it was opened, so any navigation, also back and forward, closes it.
  const { key: here } = useLocation()
  const [openAt, setOpenAt] = useState<string | null>(null)
  const isOpen = openAt === here
  const root = useRef<HTMLDivElement>(null)
  const close = () => setOpenAt(null)

  useEffect(() => {
    if (!isOpen) return
    const pressed = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setOpenAt(null) // the target of a pointer event is a node
    }
    document.addEventListener('pointerdown', pressed)
    itemsIn(root.current)[0]?.focus()
    return () => document.removeEventListener('pointerdown', pressed)
  }, [isOpen])

  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen) {
      if (event.key !== 'ArrowDown') return
      event.preventDefault()
      return setOpenAt(here)
    }
    if (event.key === 'Escape' || event.key === 'Tab') {
      close()
      return root.current?.querySelector('button')?.focus()
    }
    const items = itemsIn(root.current)
    const at = items.indexOf(document.activeElement as HTMLElement) // -1 when none has the focus
    if (event.key === ' ' && at >= 0) {
      // Only Enter activates a link, but both keys activate a menu item.
      event.preventDefault()
      return items[at]?.click()
    }
    const next = STEPS[event.key]?.(at, items.length)
    if (next === undefined) return
    event.preventDefault()
    items[next]?.focus()
  }
  return { root, isOpen, close, toggle: () => setOpenAt(isOpen ? null : here), onKeyDown }
}

/** The visible items: some only exist on narrow screens. */
const itemsIn = (menu: HTMLElement | null): HTMLElement[] =>
  [...(menu?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])].filter((item) => item.checkVisibility())
